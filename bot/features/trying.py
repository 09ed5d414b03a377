"""Trying decisions of everybody from the position as it is now, for one player alone.

A player's seat is all that it starts from: whatever the player does not see is dealt at random.
"""

from bot.content.message import Button, Content
from bot.content.names import game_name
from bot.content.pressing import own_address
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.intents.planning import DEALS, InTry, Try
from bot.parts.buttons import back
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.turn.trial import Trial, hands_text
from engine import IllegalAction


@handles
async def see_try(context: TableContext, wanted: Try) -> Content:
    """Show the outcome of decisions that are tried."""
    return try_page(context.words, *_possible(context, wanted))


@handles
async def in_try(context: TableContext, wanted: InTry) -> Content:
    """Show the outcome of one decision more, or the page that leads to it."""
    words, (own, shown, said) = context.words, _possible(context, wanted)
    if said:
        return try_page(words, own, shown, said)
    trial = _trial(words, own, shown)
    try:
        match trial.pressed(wanted.meant):
            case Content() as page:
                return page
            case line:
                return try_page(words, own, Try(shown.deal, line))
    except IllegalAction as illegal:
        why = refusal_text(words, illegal, trial.then.table)
        return with_rule(words, try_page(words, own, shown, why), illegal)


def _possible(context: TableContext, wanted: Try | InTry) -> tuple[Seat, Try, str]:
    """The player's seat, what of the *wanted* can be tried now, and why not all of it."""
    words, own = context.words, context.playing()
    as_shown = context.seen in {None, own.table.state_version}
    if not as_shown or context.request.seat not in {None, own.number}:
        said = words._("The game has moved on. Try from how it stands now.")
        return own, Try(wanted.deal), said
    line = _trial(words, own, Try(wanted.deal, wanted.line)).then.line
    left_out = words._("Not everything you tried is possible with these tiles.")
    return own, Try(wanted.deal, line), "" if line == wanted.line else left_out


def _trial(words: Words, own: Seat, shown: Try) -> Trial:
    """As much of what is *shown* as is possible with these tiles."""
    try:
        then = own.tried(shown.deal, shown.line)
    except IllegalAction:
        return _trial(words, own, Try(shown.deal, shown.line[:-1]))
    return Trial(words, then, own_address(own), shown)


def try_page(words: Words, own: Seat, shown: Try, said: str = "") -> Content:
    """The board after what is tried, below *said*, the answer to a press."""
    table, trial = own.table, _trial(words, own, shown)
    heading = words._(
        "{game}: try anything. Only you see it, and nothing counts.", game=game_name(table)
    )
    others = (seat for seat in range(len(table.players)) if seat != own.number)
    hands = hands_text(words, trial.then, others)
    if None in own.view.scores:
        dealt = words._("Other hands, points and the bag are dealt at random: {hands}", hands=hands)
    else:
        dealt = words._("Other hands and the bag are dealt at random: {hands}", hands=hands)
    again = trial.address.to(Try((shown.deal + 1) % DEALS, shown.line))
    return trial.page(
        f"try-{table.id}",
        [*filter(None, (said,)), heading],
        [dealt],
        (Button(words._("Deal again"), again, emoji="🎲"), back(words, table)),
    )
