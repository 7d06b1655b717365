"""What a request says about the one who sends it."""

import pytest

from sunroom.server.http.request import language_of


class Request:
    def __init__(self, accepted):
        self.headers = {"accept-language": accepted} if accepted is not None else {}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT, en;q=0.5", "de"),
        ("fr-DE,en;q=0.8", "en"),
        ("en;q=0.1,de;q=0.9", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0.5, en ; q=0.50", "de"),
        ("fr, de;q=0.3", "de"),
        ("den, fr", "en"),
        ("de;q=0", "en"),
        ("en;q=0, de;q=0.001", "de"),
        ("de;q=a, en;q=0.1", "en"),
        ("de;q=nan", "en"),
        ("*", "en"),
        (";;,=q;", "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_prefers(accepted, language):
    assert language_of(Request(accepted)) == language


def test_what_is_asked_for_comes_before_what_is_preferred():
    assert language_of(Request("de"), "en") == "en"
