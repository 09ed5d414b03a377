"""Handlers of decisions in a running game, and of the pages that lead to them."""

from bot.content.message import Answer, Content, Desk
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.seat import Outcome
from bot.i18n import Words
from bot.intents import turn
from bot.parts.refusal_texts import rule_buttons
from bot.parts.turn.acting import page_or_actions
from bot.parts.turn.line import line_page, line_played

# --- decisions -----------------------------------------------------------------------------------


@handles
async def try_action(
    context: TableContext,
    intent: turn.Act
    | turn.Pick
    | turn.PlayLine
    | turn.Move
    | turn.Tap
    | turn.AskEnd
    | turn.ChooseCatastropheSpace
    | turn.ChooseSpace
    | turn.ChooseRow
    | turn.ChooseSwap
    | turn.AskSwap,
) -> Answer:
    """Take the decisions that a press means, or show the page to look at or choose from first.

    Of several decisions, as many as can be taken.
    """
    seat = context.asked()
    match intent:
        case turn.Act() | turn.Pick() | turn.PlayLine():
            pass  # checked as they are stored
        case turn.Move() | turn.Tap():
            seat.check_decides()
            context.check_seen()
        case turn.AskEnd() if not seat.view.actions_left:
            pass
        case _:
            seat.check_acts()
            context.check_seen()
    play, words, user_id = context.services.play, context.words, context.person.user_id
    heading = ""
    match page_or_actions(words, seat, intent):
        case Content() as page:
            return page
        case (action,):
            outcome = await context.store(play.act(seat.table.id, user_id, action, context.seen))
        case actions:
            outcome = await context.store(
                play.act_line(seat.table.id, user_id, actions, context.seen)
            )
            typed = isinstance(intent, turn.PlayLine) and intent.typed
            heading = line_played(words, actions, outcome, typed=typed)
    return _desk(words, outcome, heading)


@handles
async def act_with_own(context: TableContext, intent: turn.ActWithOwn) -> Answer:
    """Place, move or withdraw the player's leader of a colour, as :func:`try_action` does."""
    seat = context.asked()
    return await try_action(context, turn.Move(intent.action(seat.view.leaders(seat.number))))


@handles
async def ask_line(context: TableContext, intent: turn.AskLine) -> Content:
    """A preview of several decisions, from a button or a typed command."""
    seat = context.asked()
    context.check_seen()
    return line_page(context.words, seat, intent, typed=context.seen is None)


@handles
async def draw_rest(context: TableContext, intent: turn.DrawRest) -> Desk:
    """Draw the remaining tiles from the bag."""
    table_id, user_id = context.asked().table.id, context.person.user_id
    outcome = await context.store(
        context.services.play.draw_the_rest(table_id, user_id, context.seen, always=intent.always)
    )
    words, heading = context.words, ""
    if intent.always:
        heading = words._(
            "I'll draw from the bag for you in this game. *More* on your desk changes that."
        )
    return _desk(words, outcome, heading)


@handles
async def draw_by_choice(context: TableContext, _: turn.DrawByChoice) -> Desk:
    """Ask the player again where to draw from."""
    table_id, user_id = context.asked().table.id, context.person.user_id
    outcome = await context.store(context.services.play.draw_by_choice(table_id, user_id))
    return _desk(context.words, outcome, context.words._("I'll ask you where to draw from."))


@handles
async def undo(context: TableContext, _: turn.Undo) -> Desk:
    """Take the last decision back."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    outcome = await context.store(context.services.play.undo(table_id, user_id, context.seen))
    return _desk(context.words, outcome, context.words._("Undone."))


# --- what leads to them --------------------------------------------------------------------------


@handles
async def decide(context: TableContext, _: turn.Decide) -> Desk:
    """The question that waits, or the turn."""
    seat = context.asked()
    seat.check_decides()
    return Desk(seat)


@handles
async def choose_piece(context: TableContext, _: turn.ChoosePiece) -> Desk:
    """The desk, on which tiles and leaders are chosen."""
    return Desk(context.acting())


def _desk(words: Words, outcome: Outcome, heading: str) -> Desk:
    """The desk after an action, below what was drawn; with the rule against the rest of a line."""
    said = [heading] if heading else []
    if any(outcome.drawn):
        said.append(words._("You drew: {tiles}", tiles=words.tiles(outcome.drawn)))
    refusal = outcome.left_over.refusal
    further = () if refusal is None else rule_buttons(words, refusal)
    return Desk(outcome.seat, "\n".join(said), further)
