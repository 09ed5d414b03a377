"""Pages about a game: the board and its parts, the log, the points, everything else."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from bot.content.ending import outcome_line
from bot.content.message import MOST_TEXT, Button, Content, Desk, File, Link, Option, Row, Select
from bot.content.names import Names, game_name, harmless, jump_url, plain_name, safe_names
from bot.content.pictures import board_picture
from bot.content.pressing import in_rows, own_address, with_further
from bot.content.shortening import first_lines, last_lines
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.entries import Entry
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.i18n.alt_text import describe_score
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from bot.i18n.times import written_out
from bot.intents import Address, board, hints
from bot.intents.turn import DrawByChoice
from bot.parts.advising import advice_buttons
from bot.parts.buttons import (
    HINT_SIGN,
    back,
    closer,
    course_button,
    help_button,
    log_button,
    missed_button,
    note_button,
    result_button,
    rows_of_looking,
    settings_button,
    table_button,
    try_button,
    watch_button,
)
from bot.parts.in_words import in_words, in_words_page, words_beside, words_button
from bot.parts.log_lines import entry_lines, log_lines
from bot.parts.result import result, stopped
from bot.parts.seal_texts import fair_button
from bot.parts.status_line import status_line, waiting_since
from bot.parts.turn.choosers import catastrophe_buttons
from bot.parts.turn.spaces import why_not, zoom_on_spaces, zoom_page
from engine import COLOURS, ActionDecision, Catastrophe, Colour, Leader, Piece


@handles
async def show_log(context: TableContext, _: board.SeeLog) -> Content:
    """Show the log."""
    words, table = context.words, context.table
    log = log_page(words, table, await context.services.games.history(table.id))
    return replace(log, rows=rows_of_looking(words, table, context.visit.seat))


@handles
async def show_desk(
    context: TableContext, _: board.SeeDesk | board.OpenDesk | board.SeeDeskHere
) -> Desk:
    """The player's desk."""
    return Desk(context.seat())


@handles
async def show_more(context: TableContext, _: board.SeeMore) -> Content:
    """Show everything that has no button on the player's desk."""
    return more_page(context.words, context.seat())


@handles
async def show_ended(context: TableContext, _: board.SeeEnded) -> Content:
    """Show everything about a game that has ended. Raises Refused for any other."""
    context.check_started()
    if not context.table.has_ended:
        raise Refused(Refusal.NOT_OVER, game=context.table.name)
    return ended_page(context.words, context.table)


@handles
async def show_score(context: TableContext, _: board.SeeScore) -> Content:
    """The player's points."""
    return score_page(context.words, context.seat())


@handles
async def show_result(context: TableContext, _: board.SeeResult) -> Content:
    """Show the result. Raises Refused unless the game is over."""
    context.check_started()
    table = context.table
    if not table.has_ended:
        raise Refused(Refusal.NOT_OVER, game=table.name)
    read_record = partial(context.services.games.record, table.id)
    if table.status is Status.ABANDONED:
        return stopped(context.words, table, read_record)
    return result(context.words, table, f"result-{table.id}", read_record)


@handles
async def show_board(context: TableContext, _: board.SeeBoard) -> Content:
    """The board."""
    context.check_started()
    return board_page(context.words, context.table, context.visit.seat)


@handles
async def show_in_words(context: TableContext, intent: board.SeeInWords) -> Content:
    """Show the pictures in words, now or at the end of a turn."""
    context.check_started()
    table, turn = context.table, None
    if intent.turn:
        turns = await context.services.games.turns(table)
        turn = next((each for each in turns if each.number == intent.turn), None)
    return in_words_page(context.words, table, context.visit.seat, intent.page, turn)


@handles
async def zoom(context: TableContext, intent: board.Zoom) -> Content:
    """Show a part of the board, with the spaces for a piece on the player's turn."""
    context.check_started()
    if intent.part is board.Part.WHOLE:
        return board_page(context.words, context.table, context.visit.seat)
    if intent.piece is None:
        return zoom_page(context.words, context.table, intent.part, context.visit.seat)
    return zoom_on_spaces(context.words, context.acting(), intent)


@handles
async def explain_why_not(
    context: TableContext, intent: board.WhyNot | board.PickWhyNot
) -> Content:
    """Show the spaces where a piece may not go, and why."""
    return why_not(context.words, context.acting(), intent.piece)


_WORDS_ROOM = 1750
"""Characters for the board in words, of which there may be more."""


def board_page(words: Words, table: Table, seat: Seat | None = None) -> Content:
    """The current board, the latest entries, and the points if they are public.

    With a *seat*, in its player's contrast, and with a button back to its desk.
    """
    viewer = None if seat is None else seat.player
    picture = board_picture(words, table, f"board-{table.id}", viewer=viewer)
    lines = [f"{game_name(table)} · {status_line(words, table)}{waiting_since(words, table)}"]
    below = (*closer(words, table), fair_button(words, table))
    rows = (*rows_of_looking(words, table, seat), below)
    if further := words_beside(words, table, picture):
        lines.append(first_lines([harmless(line) for line in in_words(words, table)], _WORDS_ROOM))
        rows = with_further(rows, *further)
    if not further or table.status is Status.OVER:
        lines += _points(words, table)
    head = "\n".join(lines)
    latest = last_lines(_latest(words, table), MOST_TEXT - len(head) - 1)
    running = table.status is Status.RUNNING
    return Content("\n".join(filter(None, (head, latest))), picture, rows=rows, tells_now=running)


def _points(words: Words, table: Table) -> list[str]:
    """Everybody's totals, if the scores are open or the game is over."""
    if table.status is Status.OVER:
        return [outcome_line(words, table)]
    assert table.view is not None
    scores = zip(safe_names(table), table.view.scores, strict=True)
    return [
        words.captioned(name, describe_score(words, score))
        for name, score in scores
        if score is not None
    ]


def _latest(words: Words, table: Table) -> list[str]:
    """The latest entries, below the numbers of their turns."""
    lines: list[str] = []
    for turn, entries in groupby(table.round, key=lambda entry: entry.turn):
        if of_turn := log_lines(words, table, [*entries]):
            lines += [""] if lines else []
            lines += [words._("Turn {number}", number=turn), *(f"> {line}" for line in of_turn)]
    return lines


def log_page(words: Words, table: Table, entries: Sequence[Entry]) -> Content:
    """The log so far: as much of it as fits, else with a file that has all of it."""
    names = Names(table, plain_name)
    blocks: list[str] = []
    turn = 0
    for entry in entries:
        lines = [written_out(line) for line in entry_lines(words, table, entry, names)]
        if not lines:
            continue
        if entry.turn != turn:
            turn = entry.turn
            blocks.append(words._("Turn {number}", number=turn))
        blocks += [f"  {line}" for line in lines]
    if not blocks:
        return Content(words._("Nothing has happened in {game} yet.", game=game_name(table)))

    async def whole() -> bytes:
        return ("\n".join(blocks) + "\n").encode()

    heading = f"{game_name(table)}\n"
    shown = [harmless(block) for block in blocks]
    text = last_lines(shown, MOST_TEXT - len(heading))
    is_whole = text == "\n".join(shown)
    return Content(heading + text, files=() if is_whole else (File(f"log-{table.id}.txt", whole),))


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(words.captioned(game_name(seat.table), score), tells_now=seat.goes_on)


# --- what has no button on a desk ----------------------------------------------------------------


def more_page(words: Words, seat: Seat) -> Content:
    """Everything else that a player can do or look at now, with the way back to the desk."""
    table, view = seat.table, seat.view
    if table.has_ended:
        return ended_page(words, table, (*advice_buttons(words, seat), back(words, table)))
    own: list[Button] = []
    pieces: tuple[Row, ...] = ()
    if seat.decides and isinstance(view.decision, ActionDecision) and view.actions_left:
        own += catastrophe_buttons(words, seat)
        pieces = _why_not(words, seat)
    if seat.goes_on and seat.may_ask_hints_now:
        own.append(Button(words._("Hint"), own_address(seat).to(hints.AskHint()), emoji=HINT_SIGN))
    if seat.goes_on and seat.player.draws_from_bag:
        choose = Address(table.id, seat.number).to(DrawByChoice())
        own.append(Button(words._("Choose my draws"), choose))
    looking = [*closer(words, table), log_button(words, table), words_button(words, table)]
    lasting: list[Button] = []
    if seat.goes_on:
        looking.append(try_button(words, seat))
        if seat.has_news and not seat.was_away:  # else the desk has it
            lasting.append(missed_button(words, table))
        lasting += note_button(words, seat), table_button(words, table)
    lasting += settings_button(words, Address(table.id)), help_button(words, table)
    ways: Row = (*advice_buttons(words, seat), *_to_game(words, table), back(words, table))
    rows = (*in_rows(tuple(own), tuple(looking), tuple(lasting)), *pieces, ways)
    return Content(words._("{game}: what else you can do", game=game_name(table)), rows=rows)


def ended_page(words: Words, table: Table, ways: Sequence[Button] = ()) -> Content:
    """Everything to see of a game that has ended."""
    watch, log = watch_button(words, table), log_button(words, table)
    ended = (course_button(words, table), result_button(words, table), watch, log)
    looking = (*closer(words, table), words_button(words, table), fair_button(words, table))
    further: Row = (*_to_game(words, table), *ways)
    rows = (*in_rows(ended, looking), *([further] if further else []))
    return Content(words._("{game}: what else you can do", game=game_name(table)), rows=rows)


def _to_game(words: Words, table: Table) -> tuple[Link, ...]:
    """The way to the place of a game, unless that is the player's direct messages."""
    if table.home is None or table.in_directs:
        return ()
    url = jump_url(table.place.guild_id, table.home.channel_id)
    return (Link(words._("To the game"), url),)


def _why_not(words: Words, seat: Seat) -> tuple[Row, ...]:
    """A select of the pieces that have a legal space, to see why one may not go elsewhere."""
    pieces: tuple[Piece, ...] = (*COLOURS, *seat.view.leaders(seat.number), Catastrophe())
    options = tuple(
        _option(words, piece) for piece in pieces if seat.view.piece_refusal(piece) is None
    )
    if not options:
        return ()
    request = own_address(seat).to(board.PickWhyNot(Catastrophe()))
    return (Select(words._("Why not there? Choose a piece"), request, options),)


def _option(words: Words, piece: Piece) -> Option:
    match piece:
        case Colour():
            return Option(words.tile(piece), str(piece), emoji=SQUARES[piece])
        case Leader():
            return Option(words.role(piece.colour), str(piece), emoji=leader_sign(piece))
        case Catastrophe():
            return Option(words._("catastrophe"), str(piece), emoji=CATASTROPHE)
