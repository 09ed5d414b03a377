"""Advice and explanations of new things for players in their first games."""

from bot.content.message import Button
from bot.domain.calls import last_decided
from bot.domain.seat import Seat
from bot.domain.taught import Thing
from bot.i18n import Words
from bot.intents import Address
from bot.intents.preferences import SetSwitch
from bot.parts.buttons import rule_button
from bot.teaching.advice import Advice, advice_of
from bot.teaching.things import EXPLAINED
from engine import ActionDecision, Colour, Leader

ADVICE_SIGN = "💡"
NEW_SIGN = "🆕"
_LINES = 2
"""The most that is taught on a desk."""


def taught_lines(words: Words, seat: Seat) -> list[str]:
    """The lines that teach a player in the first games; beside a question only one.

    That is what the newest things are that the player meets for the first time, and advice. Each
    is told until the player decides, and never again.
    """
    explained = [words._(EXPLAINED[thing].text) for thing in _new_things(seat)]
    lines = [f"{NEW_SIGN} {text}" for text in explained]
    if (advice := _advice(seat)) is not None:
        lines.append(f"{ADVICE_SIGN} {advice_text(words, advice)}")
    acts = isinstance(seat.view.decision, ActionDecision)
    return lines[: _LINES if acts else 1]


def advice_text(words: Words, advice: Advice) -> str:
    """Advice as a sentence."""
    found = {place: _named(words, place, value) for place, value in advice.found.items()}
    return words._(advice.kind.text, **found)


def advice_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """Buttons to the rules about the advice on a desk, and to switch advice off."""
    advice = _advice(seat)
    pages = [EXPLAINED[thing].page for thing in _new_things(seat)]
    pages += [] if advice is None else [advice.kind.page]
    if not pages:
        return ()
    address = Address(seat.table.id)  # a refusal may lead to the same page, by its own button
    none = Button(
        words._("No advice"), address.to(SetSwitch("advice", on=False)), emoji=ADVICE_SIGN
    )
    return (rule_button(words, pages[0], address=address), none)


def _is_taught(seat: Seat) -> bool:
    return seat.decides and seat.taught.learns and seat.player.habits.advice


def _advice(seat: Seat) -> Advice | None:
    """The advice that was given to the player since the last decision, if it still fits."""
    if not _is_taught(seat) or not seat.taught.advised:
        return None
    if seat.taught.advised_seq < last_decided(seat.table.round, seat.number):
        return None
    return advice_of(seat.taught.advised[-1], seat.view)


def _new_things(seat: Seat) -> list[Thing]:
    """The things that the player meets for the first time since the last decision, newest first.

    A war comes before the tile that lies there until it is over.
    """
    if not _is_taught(seat):
        return []
    met = seat.taught.met
    decided = max(last_decided(seat.table.round, seat.number), 1)
    things = [thing for thing in EXPLAINED if met.get(thing, 0) >= decided]
    return sorted(things, key=lambda thing: (-met[thing], thing is Thing.UNIFICATION_TILE))


def _named(words: Words, place: str, value: object) -> object:
    match value:
        case Colour() if place == "role":
            return words.role(value)
        case Colour() if place == "building":
            return words.building(value)
        case Colour() if place == "tile":
            return words.tile_with_square(value)
        case Colour():
            return words.colour(value)
        case Leader():
            return words.leader(value)
        case _:
            return value
