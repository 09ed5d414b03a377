"""Carrying out what a player wants in a game that goes on: decisions, and what leads to them."""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.features.board.desk import desk_page, outcome_page
from bot.features.preferences.preferences import draws_by_choice, draws_from_bag
from bot.features.rules.refusals import with_rule
from bot.features.seats.resigning import confirm_resigning, resigned
from bot.features.turn.confirming import confirm_end, second_look
from bot.features.turn.keypad import choose_space
from bot.features.turn.line import line_page, line_played
from bot.features.turn.swapping import choose_swap
from bot.intents import (
    Act,
    ActWithOwn,
    AskEnd,
    AskLine,
    AskResign,
    AskSwap,
    ChooseCatastropheSpace,
    ChooseLeader,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    ChooseTile,
    Decide,
    Deciding,
    DrawByChoice,
    DrawRest,
    Move,
    Pick,
    PlayLine,
    Resign,
    Tap,
    Undo,
)
from engine import Action, Catastrophe, EndTurn


async def carry_out(errand: Errand, wanted: Deciding) -> Content:
    """Do it, and answer it. Raises Refused, or IllegalAction, if it cannot be done."""
    words = errand.words
    match wanted:
        case Act(action) | Pick(_, action):
            return await _act(errand, action)
        case Move(action) | Tap(action):
            return await _tried(errand, action)
        case ActWithOwn():
            seat = errand.asked()
            return await _tried(errand, wanted.action(seat.view.leaders(seat.number)))
        case PlayLine(actions):
            return await _play(errand, actions)
        case AskLine():
            seat = errand.asked()
            errand.check_seen()
            return line_page(words, seat, wanted)
        case AskEnd():
            return await _end(errand)
        case ChooseTile() | ChooseLeader():
            return desk_page(words, errand.acting())
        case ChooseCatastropheSpace():
            return choose_space(words, errand.acting(), Catastrophe())
        case ChooseSpace(piece, column) | ChooseRow(piece, column):
            return choose_space(words, errand.acting(), piece, column)
        case ChooseSwap(tiles) | AskSwap(tiles):
            return choose_swap(words, errand.acting(), tiles)
        case Decide():
            seat = errand.asked()
            seat.check_decides()
            return desk_page(words, seat)
        case DrawRest() | DrawByChoice():
            return await _draw(errand, wanted)
        case Undo():
            return await _undo(errand)
        case AskResign():
            return confirm_resigning(words, errand.playing())
        case Resign():
            return await _resign(errand)
        case _:
            assert_never(wanted)


async def _act(errand: Errand, action: Action) -> Content:
    table_id, user_id = errand.asked().table.id, errand.person.user_id
    acted = errand.services.play.act(table_id, user_id, action, errand.seen)
    return outcome_page(errand.words, await errand.store(acted))


async def _tried(errand: Errand, action: Action) -> Content:
    """Do it at once, unless it is better looked at first."""
    seat = errand.asked()
    seat.check_decides()
    errand.check_seen()
    if seat.view.refusal(action) is None:
        shown_first = second_look(errand.words, seat, action)
        if shown_first is not None:
            return shown_first
    return await _act(errand, action)


async def _end(errand: Errand) -> Content:
    """End the turn: at once if no action is given up by it."""
    if not errand.asked().view.actions_left:
        return await _act(errand, EndTurn())
    return confirm_end(errand.words, errand.acting())


async def _play(errand: Errand, actions: tuple[Action, ...]) -> Content:
    table_id, user_id = errand.asked().table.id, errand.person.user_id
    acted = errand.services.play.act_line(table_id, user_id, actions, errand.seen)
    outcome = await errand.store(acted)
    page = outcome_page(errand.words, outcome, line_played(errand.words, actions, outcome))
    return with_rule(errand.words, page, outcome.left_over.refusal)


async def _draw(errand: Errand, wanted: DrawRest | DrawByChoice) -> Content:
    """Draw what is due from the bag, or be asked about it again."""
    services, words = errand.services, errand.words
    table_id, user_id = errand.asked().table.id, errand.person.user_id
    if isinstance(wanted, DrawByChoice):
        asked = await errand.store(services.play.draw_by_choice(table_id, user_id))
        return outcome_page(words, asked, draws_by_choice(words))
    always = wanted.always
    drawn = services.play.draw_the_rest(table_id, user_id, errand.seen, always=always)
    heading = draws_from_bag(words) if always else ""
    return outcome_page(words, await errand.store(drawn), heading)


async def _undo(errand: Errand) -> Content:
    table_id, user_id = errand.playing().table.id, errand.person.user_id
    undone = await errand.store(errand.services.play.undo(table_id, user_id, errand.seen))
    return outcome_page(errand.words, undone, errand.words._("Taken back."))


async def _resign(errand: Errand) -> Content:
    table = errand.playing().table
    await errand.store(errand.services.play.resign(table.id, errand.person.user_id))
    return resigned(errand.words, table)
