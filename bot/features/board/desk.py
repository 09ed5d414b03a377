"""The desk: the one private message of a player in a game, with everything there is to do."""

import hashlib

from bot.content.content import Button, Content, Link, Picture, Row
from bot.content.ending import winner_line
from bot.content.names import game_name, jump_url
from bot.content.pictures import desk_in_words, desk_picture
from bot.content.pressing import room, with_further, with_group
from bot.domain import Outcome, Seat, Status, Table, last_call
from bot.features.board.buttons import (
    ask_button,
    closer,
    course_buttons,
    help_button,
    result_button,
    rows_for,
    table_button,
)
from bot.features.board.in_words import words_beside
from bot.features.board.news import news
from bot.features.board.status_line import status_line
from bot.features.board.time_left import is_reminded, own_time
from bot.features.hints.hint_page import hint_button, hints_line
from bot.features.learn.advising import advice_buttons, advice_line, explained_lines
from bot.features.log.story import last_lines, story
from bot.features.planning.plan_pages import (
    note_button,
    note_lines,
    plan_button,
    planned_buttons,
    planned_lines,
)
from bot.features.posts.result import ending
from bot.features.proposals.table_page import desk_answers, desk_lines
from bot.features.seats.seating import left_line, offer_line, take_back_buttons
from bot.features.turn.choosers import undo_buttons_of
from bot.features.turn.conflicts import conflict_card
from bot.features.turn.prompts import prompt, question_line
from bot.i18n import Words
from engine import ActionDecision, AddDecision, ConflictDecided

_NEWS_ROOM = 900
"""Characters for what has happened, and what is taught beside."""
_LEAST_NEWS = 300
"""Of these for what has happened, whatever is taught."""
_FOR_OTHERS = 3
"""The room for buttons that a desk keeps for what comes with a refusal, and the like."""
_FOR_REFUSAL = 1
"""The least of it: the way to the rule."""


def desk_page(words: Words, seat: Seat, name: str | None = None, said: str = "") -> Content:
    """A player's desk as it is now; *name* names its picture, *said* is the answer to a press.

    Without, its first line is what a locked phone shows: which game, and what is asked.
    """
    table = seat.table
    taught = [*explained_lines(words, seat), *filter(None, (advice_line(words, seat),))]
    own = [*desk_lines(words, seat), *_own_lines(words, seat)]
    left = max(_NEWS_ROOM - sum(map(len, (*own, *taught))), _LEAST_NEWS)
    told = last_lines([f"> {line}" for line in news(words, seat)], left)
    text, picture, rows = _asked(words, seat, name or f"desk-{table.id}")
    in_words = words_beside(words, table, picture, desk_in_words(words, seat))
    time = [line for line in own_time(words, seat) if line != said]
    head = "\n".join(filter(None, (said, _first_line(words, seat), *time, told)))
    further = (*_further(words, table), *advice_buttons(words, seat), *in_words)
    hint = hint_button(words, seat)
    if room(rows) - len(further) - len(hint) >= _FOR_REFUSAL:
        further = (*hint, *further)
    answers = desk_answers(words, seat) if seat.goes_on else ()
    if room(rows) - len(further) - len(answers) >= _FOR_REFUSAL:
        rows = with_group(rows, answers)
    return Content(
        # a quote ends with its line, but not everywhere
        head + ("\n\n" if told else "\n") + "\n".join((text, *own, *taught)),
        picture,
        rows=_with_own(words, seat, with_further(rows, *further)),
        shows=desk_shown(seat),
        as_of=table.version,
    )


def desk_shown(seat: Seat) -> str:
    """The fingerprint of a desk: it changes when its player is called or does something.

    Not whenever others do: what they did is shown with the next call, or the next press.
    """
    table, player = seat.table, seat.player
    own = player.free_since if player.abandoned else _last_own(seat)
    since = own if table.status is Status.RUNNING and not seat.decides else table.state_version
    shown = (
        seat.number,
        last_call(table, seat.number),
        since,
        seat.decides,
        table.status,
        table.home,
        player.language,
        player.habits.high_contrast,
        player.habits.advice,
        player.habits.ends_turn,
        player.draws_from_bag,
    )
    # a desk without any is as it always was
    kept = own_time(Words.of(player.language), seat)
    kept += [offer] if (offer := offer_line(Words.of(player.language), seat)) else []
    kept += [seat.notes.note] if seat.notes.note else []
    if seat.decides and seat.plan is not None:
        kept.append(seat.plan.dump())
    if seat.may_ask_hints_now:
        kept.append("hint")
    if table.paused:
        kept.append("paused")
    kept += [
        f"{each.seq} {each.answers.get(seat.number)} {each.deadline}"
        for each in table.proposals
        if each.involves(seat.number)
    ]
    return hashlib.sha256(repr((*shown, *kept)).encode()).hexdigest()


def _last_own(seat: Seat) -> int:
    """The number of the last entry of late that the player of a seat has made in person."""
    own = (each for each in seat.table.round if each.seat == seat.number and not each.automatic)
    return max((each.seq for each in own), default=0)


def outcome_page(words: Words, outcome: Outcome, heading: str = "") -> Content:
    """What an action led to, and what the player can do next: the desk."""
    said = [heading] if heading else []
    ended = [entry for entry in outcome.entries if entry.turn < outcome.table.turn]
    if ended:  # it is no news any more
        said += story(words, outcome.table, ended)
    if any(outcome.drawn):
        said.append(words._("You draw {tiles}.", tiles=words.tiles(outcome.drawn)))
    return desk_page(words, outcome.seat, said="\n".join(said))


def _first_line(words: Words, seat: Seat) -> str:
    _ = words._
    table, view = seat.table, seat.view
    game = game_name(table)
    if table.status is Status.OVER:
        return f"{_('{game} is over.', game=game)} {winner_line(words, table)}"
    if table.status is Status.ABANDONED:
        return _("{game} ended without a result.", game=game)
    if not seat.decides:
        return f"{game}: {status_line(words, table)}"
    if is_reminded(table, seat.number):
        game = _("⏰ {game} still waits", game=game)
    if not isinstance(view.decision, ActionDecision):
        return question_line(words, seat, game)
    if not view.actions_left:
        return _("{game}: your turn can end.", game=game)
    return words.ngettext(
        "{game}: it is your turn, {count} action left.",
        "{game}: it is your turn, {count} actions left.",
        view.actions_left,
        game=game,
    )


def _asked(words: Words, seat: Seat, name: str) -> tuple[str, Picture | None, tuple[Row, ...]]:
    """What the player is asked or shows in hand, with the picture and the buttons for it."""
    table = seat.table
    if seat.decides and not isinstance(seat.view.decision, ActionDecision):
        question = prompt(words, seat, name)
        rows = with_further(question.rows, *undo_buttons_of(words, seat))
        return question.text, question.picture, rows
    if table.status is not Status.RUNNING:
        told = [*ending(words, table), *hints_line(words, table)]
        return "\n".join(told), desk_picture(words, seat, name), ()
    picture = _fought_card(words, seat, name) or desk_picture(words, seat, name)
    lines = [words._("Your hand: {tiles}", tiles=words.tiles(seat.view.own_hand))]
    if seat.decides and table.ends_at is not None:
        when = f"<t:{int(table.ends_at.timestamp())}:R>"
        lines.append(words._("Your turn ends by itself {when}.", when=when))
    rows = rows_for(words, seat, planned_buttons(words, seat))
    if seat.player.draws_from_bag:
        rows = with_further(rows, ask_button(words, seat))
    return "\n".join(lines), picture, rows


def _fought_card(words: Words, seat: Seat, name: str) -> Picture | None:
    """The card of the player's conflict that waits for the other party, or was just decided.

    Not for who has an action left, and so needs the board: the news tell how it ended.
    """
    view, last = seat.view, seat.table.last_decision
    if seat.decides and view.actions_left:
        return None
    decided = last is not None and any(isinstance(each, ConflictDecided) for each in last.events)
    if not decided and not isinstance(view.decision, AddDecision):
        return None
    return conflict_card(words, seat, name)


def _own_lines(words: Words, seat: Seat) -> list[str]:
    """What the player keeps: the plan of the turn that has come, and the note; or offers.

    Of who plays no more, what becomes of the seat.
    """
    if not seat.goes_on:
        return [*filter(None, (left_line(words, seat),))]
    offered = filter(None, (offer_line(words, seat),))
    return [*planned_lines(words, seat), *note_lines(seat), *offered]


def _with_own(words: Words, seat: Seat, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The ways to the plan, to the note and to the table; for who plays no more, back to the seat.

    As far as there is room: `/plan` and `/table` lead there, too.
    """
    if not seat.goes_on:
        return with_further(rows, *take_back_buttons(words, seat))
    rows = _with_plan_and_note(words, seat, rows)
    return with_further(rows, table_button(words, seat.table)) if room(rows) > _FOR_OTHERS else rows


def _with_plan_and_note(words: Words, seat: Seat, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """With the ways to the plan, for who waits, and to the note."""
    waits = not seat.decides and not seat.table.paused
    wanted = (*((plan_button(words, seat),) if waits else ()), note_button(words, seat))
    return with_further(rows, *wanted) if room(rows) - len(wanted) >= _FOR_OTHERS else rows


def _further(words: Words, table: Table) -> tuple[Button | Link, ...]:
    """Closer to the board, the way to the help, and to where the game is shown to all."""
    further: list[Button | Link] = [*closer(words, table)]
    if table.status is Status.RUNNING:
        further.append(help_button(words, table))
    further += course_buttons(words, table)
    if table.status is Status.ABANDONED:
        further.append(result_button(words, table))
    if table.home is not None and not table.in_directs:  # else it is right here
        url = jump_url(table.place.guild_id, table.home.channel_id)
        further.append(Link(words._("To the game"), url))
    return tuple(further)
