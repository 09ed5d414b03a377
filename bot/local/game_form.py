"""The forms for a new game on the start page, read from a browser's request."""

from dataclasses import dataclass, field
from typing import Any

from multidict import MultiMapping

from bot.domain.naming import CAPACITIES, PRESETS
from bot.features.solo import EVERY_TABLE, against
from bot.i18n import Words
from bot.i18n.options import BOARDS
from bot.intents.solo import Solo
from engine import OPTIONS

OWN = "own"
"""Instead of a preset: board and options are chosen one by one."""
_PRESETS = {*PRESETS, OWN}
_FIRST_PRESET = "first game"
FIRST_SOLO = Solo()
"""A game against computers as an untouched form has it."""
_MOST = 100
"""Longer names are cut before the bot refuses them: Discord would not bring them to it."""


@dataclass(frozen=True, slots=True)
class GameForm:
    """The options of a new game; the defaults are those of an untouched form."""

    name: str = ""
    seats: int = 2
    preset: str = _FIRST_PRESET
    """One of ``PRESETS``, or OWN."""
    own_board: str = "classic"
    own_options: frozenset[str] = field(default_factory=frozenset)
    full: bool = True
    """Take all seats at once."""


_FIRST = GameForm()


def read_game_form(words: Words, form: MultiMapping[Any]) -> tuple[GameForm, str | None]:
    """Return the game that a form describes, and a sentence if a part of the form is invalid.

    Invalid parts have their defaults.
    """
    _ = words._
    name = _text(form.get("name"))
    seats = {str(number): number for number in CAPACITIES}.get(_text(form.get("seats")))
    preset = _text(form.get("preset", _FIRST.preset))
    board = _text(form.get("board", _FIRST.own_board))
    options = {_text(option) for option in form.getall("option", [])}
    checks = (
        (seats is not None, _("Choose two to four players.")),
        (name.strip(), _("A game needs a name.")),
        (preset in _PRESETS, _("There's no such set of options.")),
        (board in BOARDS, _("There's no such board.")),
        (options <= {*OPTIONS}, _("There's no such option.")),
    )
    opening = GameForm(
        name[:_MOST],
        seats or _FIRST.seats,
        preset if preset in _PRESETS else _FIRST.preset,
        board if board in BOARDS else _FIRST.own_board,
        frozenset(options & {*OPTIONS}),
        full="full" in form,
    )
    return opening, next((fault for fits, fault in checks if not fits), None)


_AGAINST = {against(levels): levels for levels in EVERY_TABLE}


def read_solo(words: Words, form: MultiMapping[Any]) -> tuple[Solo, str | None]:
    """Return the game against computers that a form describes, as :func:`read_game_form` does."""
    levels = _AGAINST.get(_text(form.get("against", against(FIRST_SOLO.levels))))
    preset = _text(form.get("preset", FIRST_SOLO.preset))
    solo = Solo(levels or FIRST_SOLO.levels, preset if preset in PRESETS else FIRST_SOLO.preset)
    if levels is None:
        return solo, words._("There are no such computers.")
    if preset not in PRESETS:
        return solo, words._("There's no such set of options.")
    return solo, None


def _text(value: object) -> str:
    """The text of a field; empty if the browser sent a file instead."""
    return value if isinstance(value, str) else ""
