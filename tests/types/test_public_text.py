"""What the types of public text cannot hold: where it is made, and from which templates."""

import ast
from pathlib import Path

import pytest

from engine import Hand

ROOT = Path(__file__).parents[2]
MAKERS = {"i18n/catalogue.py", "i18n/public_text.py", "i18n/signs.py", "content/names.py"}
"""Where text is said to be public."""


def calls(name: str) -> list[tuple[str, ast.Call]]:
    """The calls of a function by that name in the bot, each with its file."""
    bot = ROOT / "bot"
    return [
        (file.relative_to(bot).as_posix(), node)
        for file in bot.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def test_text_is_declared_public_in_few_places() -> None:
    assert {file for file, _ in calls("PublicText")} == MAKERS


def test_templates_of_public_text_are_literals() -> None:
    """A template that is computed could bring a hand into a public message."""
    templates = [(file, call.lineno, call.args[0]) for file, call in calls("public")]
    assert templates
    assert [each for each in templates if not isinstance(each[2], ast.Constant)] == []


@pytest.mark.parametrize("shown", [str, repr, "{}".format, "%s".__mod__])
def test_no_text_shows_a_hand(shown: object) -> None:
    hand = Hand((5, 1, 0, 0))
    assert callable(shown)
    assert "5" not in shown([hand]) + shown((hand,))
    assert (hand, [*hand]) == ((5, 1, 0, 0), [5, 1, 0, 0])
