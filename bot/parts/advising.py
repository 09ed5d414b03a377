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
"""The most lines on a desk."""


def taught_lines(words: Words, seat: Seat) -> list[str]:
    """The lines that teach a player in the first games; beside a question only one.

    They explain the newest things that the player meets, and give advice: each until the player's
    next decision, and never again.
    """
    things, advice = _taught(seat)
    explained = [words._(EXPLAINED[thing].text) for thing in things]
    lines = [f"{NEW_SIGN} {text}" for text in explained]
    if advice is not None:
        lines.append(f"{ADVICE_SIGN} {advice_text(words, advice)}")
    acts = isinstance(seat.view.decision, ActionDecision)
    return lines[: _LINES if acts else 1]


def advice_text(words: Words, advice: Advice) -> str:
    """Advice as a sentence."""
    found = {place: _named(words, place, value) for place, value in advice.found.items()}
    return words._(advice.kind.text, **found)


def advice_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """Buttons to the rules about the advice on a desk, and to switch advice off."""
    things, advice = _taught(seat)
    pages = [EXPLAINED[thing].page for thing in things]
    pages += [] if advice is None else [advice.kind.page]
    if not pages:
        return ()
    address = Address(seat.table.id)  # a refusal may lead to the same page, by its own button
    switch = address.to(SetSwitch("advice", on=False))
    none = Button(words._("No advice"), switch, emoji=ADVICE_SIGN)
    return (rule_button(words, pages[0], address=address), none)


def _taught(seat: Seat) -> tuple[list[Thing], Advice | None]:
    """The things new to the player since the last decision, newest first, and fitting advice.

    A war comes before the tile that lies there until it is over.
    """
    taught = seat.taught
    if not (seat.decides and taught.learns and seat.player.habits.advice):
        return [], None
    decided = last_decided(seat.table.round, seat.number)
    things = [thing for thing in EXPLAINED if taught.met.get(thing, 0) >= max(decided, 1)]
    things.sort(key=lambda thing: (-taught.met[thing], thing is Thing.UNIFICATION_TILE))
    if not taught.advised or taught.advised_seq < decided:
        return things, None
    return things, advice_of(taught.advised[-1], seat.view)


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
