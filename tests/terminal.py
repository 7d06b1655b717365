"""The command line inside the test. The fixture is handed out by conftest.py."""

import io
import sys

import pytest

from sunroom.cli import main, voice


@pytest.fixture
def sunroom(monkeypatch, capsys):
    """Run a command; returns exit code, output and complaints."""

    def run(*args, typed=""):
        monkeypatch.setattr(sys, "argv", ["sunroom", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        voice.chosen.set(None)
        with pytest.raises(SystemExit) as left:
            main()
        printed = capsys.readouterr()
        return left.value.code, printed.out, printed.err

    return run
