"""The desk: the private message of a player in a game, with the current question."""

import hashlib

from bot.content.ending import winner_line
from bot.content.message import Button, Content, Picture, Row
from bot.content.names import bold, game_name
from bot.content.pictures import desk_picture, theme_for
from bot.content.pressing import in_rows, room, with_further, with_group
from bot.content.shortening import shorten
from bot.domain.calls import last_call, last_decided
from bot.domain.entries import QUIET, Acted, OfferEnded, Why
from bot.domain.naming import plain
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.features.planning import note_lines, plan_button, planned_buttons, planned_lines
from bot.features.table.seating import (
    empty_line,
    fill_button,
    left_line,
    offer_line,
    take_back_buttons,
)
from bot.features.table.table_page import (
    concerning,
    desk_answers,
    desk_lines,
    resume_button,
    waited_buttons,
    waited_line,
)
from bot.i18n import Words
from bot.i18n.times import as_of, moment
from bot.intents import Address, board
from bot.parts.advising import taught_lines
from bot.parts.buttons import again_button, missed_button, note_button, story_button
from bot.parts.in_words import words_button
from bot.parts.news import news
from bot.parts.result import ending, hints_line
from bot.parts.status_line import is_reminded, next_line, own_time, status_line
from bot.parts.turn.choosers import first_page, undo_buttons_of
from bot.parts.turn.conflicts import conflict_card
from bot.parts.turn.prompts import prompt, question_line
from engine import ActionDecision, AddDecision, ConflictDecided

_SHORT_NAME = 24
"""The most characters of a game's name in a first line, which has sixty."""


def desk_page(
    words: Words, seat: Seat, name: str | None = None, said: str = "", shows: str = ""
) -> Content:
    """Return a player's desk; *name* names its picture, *said* is the answer to a press.

    Without an answer its first line is what a locked phone shows: which game, and what is asked.
    *shows* is the desk's fingerprint, if it is known already.
    """
    table = seat.table
    recent = "\n".join(f"> {line}" for line in news(words, seat))
    question, picture, rows = _asked(words, seat, name or f"desk-{table.id}")
    time = [line for line in own_time(words, seat) if line != said]
    time += filter(None, (waited_line(words, seat),))
    head = "\n".join(filter(None, (said, _first_line(words, seat), *time, recent)))
    waiting = concerning(seat) if table.proposals else ()
    rest = [question, *desk_lines(words, seat, waiting)] if waiting else [question]
    if seat.goes_on:
        rest.append(next_line(words, seat))
        rest += planned_lines(words, seat)
        rest += [*note_lines(seat), offer_line(words, seat), empty_line(words, table)]
    else:
        rest.append(left_line(words, seat))
    rest += [*taught_lines(words, seat), _as_of(words, seat)]
    body = "\n".join(filter(None, rest))
    answers = desk_answers(words, seat, waiting) if waiting and seat.goes_on else ()
    gap = "\n\n" if recent else "\n"  # a quote ends with its line, but not everywhere
    return Content(
        gap.join(filter(None, (head, body))),
        picture,
        rows=with_group(rows, answers),
        without_picture=words._("Your hand: {tiles}", tiles=words.tiles(seat.view.own_hand)),
        shows=shows or desk_shown(seat),
        as_of=table.version,
        tells_now=seat.decides,
    )


def desk_shown(seat: Seat) -> str:
    """Return the fingerprint of a desk, which changes when its player is called or does something.

    Not whenever others do: what they did is shown with the next call, or the next press.
    """
    table, player = seat.table, seat.player
    own = player.free_since
    if not player.abandoned:  # the last recent entry that the player has made in person
        entries = (each for each in table.round if each.seat == seat.number)
        personal = (each for each in entries if not (isinstance(each, Acted) and each.automatic))
        own = max((each.seq for each in personal), default=0)
    since = own if table.status is Status.RUNNING and not seat.decides else table.state_version
    theme = theme_for(table, player).word
    shown = (
        seat.number,
        last_call(table, seat.number),
        since,
        seat.decides,
        table.status,
        table.home,
        player.language,
        theme == "high-contrast",
        player.habits.advice,
        player.habits.ends_turn,
        player.draws_from_bag,
    )
    # Only what there is: a desk with none of it keeps the fingerprint of older versions.
    words = Words.of(player.language)
    kept = [*own_time(words, seat), *filter(None, (offer_line(words, seat), seat.notes.note))]
    if seat.decides and seat.plan is not None:
        kept.append(seat.plan.dump())
    if seat.may_ask_hints_now:
        kept.append("hint")
    if theme not in {"usual", "high-contrast"}:
        kept.append(theme)
    if player.habits.in_words:
        kept.append("in words")
    if seat.was_away:
        kept.append("missed")
    if table.paused:
        kept.append("paused")
    if seat.goes_on and (line := empty_line(words, table)):
        kept.append(line)
    kept += filter(None, (next_line(words, seat), waited_line(words, seat)))
    decided = last_decided(table.round, seat.number)
    kept += [
        f"offer ended {each.seq}"
        for each in table.round
        if isinstance(each, OfferEnded) and each.why is Why.LATE and each.seq > decided
    ]
    kept += [
        f"{each.seq} {each.answers.get(seat.number)} {each.deadline}"
        for each in table.proposals
        if each.involves(seat.number)
    ]
    return hashlib.sha256(repr((*shown, *kept)).encode()).hexdigest()


def _first_line(words: Words, seat: Seat) -> str:
    table = seat.table
    if table.status is Status.OVER:
        over = words._("{game} is over.", game=game_name(table))
        return f"{over} {winner_line(words, table)}"
    if table.status is Status.ABANDONED:
        return words._("{game} ended without a result.", game=game_name(table))
    game = bold(shorten(plain(table.name), _SHORT_NAME))  # `/games` has all of it
    if not seat.decides:
        return words.as_sentence(words.captioned(game, status_line(words, table)))
    if not isinstance(seat.view.decision, ActionDecision):
        line = question_line(words, seat, game)
    elif not seat.view.actions_left:
        line = words._("{game}: both actions used. End your turn?", game=game)
    else:
        line = words.ngettext(
            "{game}: your turn – {count} action left.",
            "{game}: your turn – {count} actions left.",
            seat.view.actions_left,
            game=game,
        )
    return f"⏰ {line}" if is_reminded(table, seat.number) else line


def _as_of(words: Words, seat: Seat) -> str:
    """A line saying as of when the desk is, if it is not updated at the moves of others.

    A pause updates every desk.
    """
    table = seat.table
    if seat.decides or table.paused or table.status is not Status.RUNNING:
        return ""
    times = (entry.at for entry in table.round if entry.kind not in QUIET)
    return as_of(words, max(times, default=table.created_at))


def _asked(words: Words, seat: Seat, name: str) -> tuple[str, Picture, tuple[Row, ...]]:
    table = seat.table
    in_words = (words_button(words, table),) if seat.player.habits.in_words else ()
    see_more = Address(table.id).to(board.SeeMore())
    more = (*in_words, Button(words.pgettext("button of a game", "More"), see_more))
    missed = (missed_button(words, table),) if seat.was_away else ()
    fill, undo = fill_button(words, table), undo_buttons_of(words, seat)
    if table.status is not Status.RUNNING:
        # in a game alone the result is right below
        lines = [] if table.in_directs else [*ending(words, table), *hints_line(words, table)]
        ended = (again_button(words, table), story_button(words, table), *more)
        return "\n".join(lines), desk_picture(words, seat, name), (ended,)
    if not seat.goes_on:
        return "", desk_picture(words, seat, name), ((*take_back_buttons(words, seat), *more),)
    if not seat.decides:
        on = resume_button(words, table) if table.paused else (plan_button(words, seat),)
        waiting = (*missed, *on, note_button(words, seat), *undo, *more)
        card = _fought_card(words, seat, name) or desk_picture(words, seat, name)
        return "", card, _with_room(in_rows(waiting), *fill, *waited_buttons(words, seat))
    if not isinstance(seat.view.decision, ActionDecision):
        question = prompt(words, seat, name)
        assert question.picture is not None
        rows = with_group(question.rows, (*undo, *more))
        return question.text, question.picture, _with_room(rows, *missed, *fill)
    ends = ""
    if table.ends_at is not None:
        ends = words._("Your turn ends by itself {moment}.", moment=moment(table.ends_at))
    picture = _fought_card(words, seat, name) or desk_picture(words, seat, name)
    planned = () if seat.plan is None else planned_buttons(words, seat)
    rows = first_page(words, seat, (*planned, *missed), more)
    return ends, picture, _with_room(rows, *fill)


def _with_room(rows: tuple[Row, ...], *further: Button) -> tuple[Row, ...]:
    """Rows with as many *further* buttons as leave room for two, which advice may take."""
    return with_further(rows, *further[: max(0, room(rows) - 2)])


def _fought_card(words: Words, seat: Seat, name: str) -> Picture | None:
    """The card of the player's conflict that waits for the other party, or was just decided.

    Not for who has an action left, and so needs the board: the news say how it ended.
    """
    view, last = seat.view, seat.table.last_decision
    if seat.decides and view.actions_left:
        return None
    decided = last is not None and any(isinstance(each, ConflictDecided) for each in last.events)
    if not decided and not isinstance(view.decision, AddDecision):
        return None
    return conflict_card(words, seat, name)


def closed_desk(words: Words, table: Table) -> Content:
    """Replaces the desk of a player who no longer holds the seat."""
    return Content(
        words._(
            "Another player has your seat in {game} now. This desk is closed.",
            game=game_name(table),
        )
    )
