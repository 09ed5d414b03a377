"""What a player in the first games is told beside: advice that fits, and what new things are."""

from collections.abc import Iterator

from bot.content.content import Button
from bot.domain import Kind, Seat, Thing
from bot.features.preferences.intents import SetSwitch
from bot.features.rules.rules import rule_button
from bot.i18n import Words
from bot.intents import Address
from bot.teaching.advice import Advice, advice_of
from bot.teaching.things import EXPLAINED
from engine import Colour, Leader

ADVICE_SIGN = "💡"
NEW_SIGN = "🆕"


def advice_line(words: Words, seat: Seat) -> str | None:
    """The advice that fits to what the player has to decide: one line, or None."""
    advice = _advice(seat)
    return None if advice is None else f"{ADVICE_SIGN} {advice_text(words, advice)}"


def advice_text(words: Words, advice: Advice) -> str:
    """Advice as a sentence."""
    found = {place: _named(words, place, value) for place, value in advice.found.items()}
    return words._(advice.kind.text, **found)


def explained_lines(words: Words, seat: Seat) -> list[str]:
    """What each thing is that the player meets for the first time, one line each.

    That is what has come since the player's own last decision, and with it: so it is told once.
    """
    return [f"{NEW_SIGN} {words._(EXPLAINED[thing].text)}" for thing in _new_things(seat)]


def advice_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """To the page of the rules about it, and to be rid of it, where there is anything.

    The page is the one about what is new, which is told only once, or else about the advice.
    """
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


def no_more_advice(words: Words) -> str:
    """Confirms that advice is off."""
    return words._("No more advice. `/settings` brings it back.")


def advice_again(words: Words) -> str:
    """Confirms that advice is on again."""
    return words._("From now on you get advice in your first games.")


def _is_taught(seat: Seat) -> bool:
    return seat.goes_on and seat.taught.learns and seat.player.habits.advice


def _advice(seat: Seat) -> Advice | None:
    """The advice that was chosen for the player last, as long as it fits."""
    if not _is_taught(seat) or not seat.decides or not seat.taught.advised:
        return None
    return advice_of(seat.taught.advised[-1], seat.view)


def _new_things(seat: Seat) -> Iterator[Thing]:
    """The things that the player meets for the first time."""
    if not _is_taught(seat):
        return
    decided = max(
        (
            entry.seq
            for entry in seat.table.round
            if entry.kind is Kind.ACTED and entry.seat == seat.number and not entry.automatic
        ),
        default=1,
    )
    for thing in EXPLAINED:
        if seat.taught.met.get(thing, 0) >= decided:
            yield thing


def _named(words: Words, place: str, value: object) -> object:
    """What advice is about, in words: what a colour stands for is said by its place."""
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
