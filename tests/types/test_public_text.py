"""Rules that types can't ensure: where values are declared public, and what is logged."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.domain.seeds import seed
from bot.engine_worker.requests import WantedDecision
from engine import Dynasty, Game, Hand, Level, Score, full_bag

ROOT = Path(__file__).parents[2]
MAKERS = {
    "PublicText": {
        "i18n/catalogue.py",
        "i18n/public_text.py",
        "i18n/signs.py",
        "content/names.py",
        "content/pictures.py",
    },
    "PublicPng": {"content/pictures.py"},
    "OwnNumber": {
        "client/interactions/answer_request.py",
        "client/interactions/discord_location.py",
        "commands/suggestions.py",
        "local/world.py",
    },
}
"""The files that may declare a text or picture public, or an ID the requesting user's own."""
_HIDDEN = """
    action actions answers bag drawn game hand hands note notes open_view order orders own_hand
    own_score own_view plan score scores secret seed standing_order token view word
"""
HIDDEN = {*_HIDDEN.split()}
"""Names of hidden things, which no log and no error may show."""
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
SAYING = re.compile(rf"\b(?:{'|'.join([*MAKERS, 'public', *LOGS])})\(|\braise \b")


@cache
def nodes():
    """The calls and raised errors in the bot's code, each with its file."""
    bot = ROOT / "bot"
    return [
        (file.relative_to(bot).as_posix(), node)
        for file in bot.rglob("*.py")
        if SAYING.search(code := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call | ast.Raise)
    ]


def calls(name):
    """The calls of a function by that name in the bot, each with its file."""
    return [(file, node) for file, node in nodes() if getattr(called(node), "id", "") == name]


def called(node):
    return getattr(node, "func", None)


def test_only_these_files_may_declare_it():
    for name, files in MAKERS.items():
        assert {file for file, _ in calls(name)} == files, name


def test_no_log_or_error_names_anything_hidden():
    """A value's ``repr`` hides its contents, but a number or text taken from it does not."""
    shown = [*logged(), *raised()]
    assert len(shown) > 100
    assert [each for each in shown if names_in(each[1]) & HIDDEN] == []


def logged():
    """The arguments of log calls, each with its file."""
    for file, node in nodes():
        if getattr(called(node), "attr", "") in LOGS:
            yield from ((file, argument) for argument in node.args)


def raised():
    """The values formatted into raised errors."""
    for file, node in nodes():
        if isinstance(node, ast.Raise):
            values = (each for each in ast.walk(node) if isinstance(each, ast.FormattedValue))
            yield from ((file, each.value) for each in values)


def names_in(expression):
    """Every name in an expression; none in ``len(…)``, which shows only a number."""
    if isinstance(expression, ast.Call) and getattr(expression.func, "id", "") == "len":
        return set()
    names = {each.id for each in ast.walk(expression) if isinstance(each, ast.Name)}
    return names | {each.attr for each in ast.walk(expression) if isinstance(each, ast.Attribute)}


def test_templates_of_public_text_are_literals():
    """A template that is computed could bring a hand into a public message."""
    templates = [(file, call.lineno, call.args[0]) for file, call in calls("public")]
    assert templates
    assert [each for each in templates if not isinstance(each[2], ast.Constant)] == []


@pytest.mark.parametrize("shown", [str, repr, "{}".format, "%s".__mod__])
def test_no_text_shows_a_hand_or_anything_hidden_in_a_game_or_a_request(shown):
    hand = Hand((5, 1, 0, 0))
    assert "5" not in shown([hand]) + shown((hand,))
    assert (hand, [*hand]) == ((5, 1, 0, 0), [5, 1, 0, 0])
    game = Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag("classic"))
    secret = seed("ab" * 32, 7)
    asked = WantedDecision(game.view(0), game.scores, Level.EASY, secret.number)
    for each in (game, game.view(0), game.open_view(), asked, secret, Score(11, 12, 13, 14, 15)):
        text = shown((each,))
        assert game.bag not in text
        assert str(secret.number) not in text
        assert "Score(" not in text
