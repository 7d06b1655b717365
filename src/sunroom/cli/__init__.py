"""The command line. It prints what the games answer and knows no rule."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command; whatever was wrong with it is one sentence and exit code 2."""
    import click

    from sunroom.rules.words import Refusal

    from .app import app
    from .voice import complain, say, words

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app(standalone_mode=False)
    except Refusal as why:
        complain(say(why))
        sys.exit(2)
    except click.exceptions.NoArgsIsHelpError as help:
        print(help.format_message())
        sys.exit(2)
    except click.ClickException as why:
        complain(why.format_message())
        sys.exit(2)
    except (KeyboardInterrupt, EOFError, click.Abort):
        print()
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        complain(words("cannot_write", why=error.strerror or str(error)))
        sys.stdout = None  # nothing more can be flushed there
        sys.exit(2)
    sys.exit(0)
