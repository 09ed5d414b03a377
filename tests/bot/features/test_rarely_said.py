"""Sentences for what seldom happens at a table, from values."""

from dataclasses import replace

import pytest
from seated import WORDS, seat_at, table_of
from tabletop import Clock

from bot.content.names import Names
from bot.content.program_status import ProgramStatus
from bot.domain.entries import GivenUp, LeftServer, OfferEnded, Why
from bot.domain.proposals import Proposal, Question, Topic
from bot.domain.table import Status
from bot.features.lobby.lobby_post import lobby
from bot.features.owner import bot_page
from bot.features.table.seating import confirm_resigning, free_seat, has_refused
from bot.features.table.table_page import concerning, desk_lines
from bot.parts.log_lines import seat_line
from tests.engine.diagram import draw

NOW = Clock()()
GAME = draw("r Bg . .").game


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (LeftServer(), "**Ben** has left the server."),
        (OfferEnded(why=Why.GONE), "**Ben** is back."),
        (OfferEnded(why=Why.REFUSED), "The offer of **Ben**'s seat was declined."),
        (OfferEnded(why=Why.UNREACHED), "The offer of **Ben**'s seat has reached no one."),
        (OfferEnded(why=Why.OWN), "**Ben** keeps their seat."),
        (GivenUp(), "**Ben** loses their seat."),
    ],
)
def test_why_a_seat_is_kept_or_lost_is_in_the_log(entry, text):
    entry = replace(entry, seq=9, turn=1, seat=1, at=NOW)
    assert seat_line(WORDS, entry, Names(table_of(GAME))) == text


def test_a_seat_whose_player_has_left_the_server_is_offered():
    table = table_of(GAME)
    left = replace(table.player(1), gone=True, offered_seq=5)
    shown = free_seat(WORDS, table, left).text
    assert shown.startswith("**Ben** (")
    assert "has left the server. The seat in **Ur** is empty." in shown
    assert has_refused(WORDS, table).text == "You've declined the seat in **Ur**."


def test_a_lobby_says_that_it_was_cancelled():
    table = table_of(GAME, status=Status.CANCELLED)
    assert str(lobby(WORDS, table).text).endswith("\nCancelled.")
    left = replace(table, players=())
    assert str(lobby(WORDS, left).text).endswith("\nCancelled: everyone left.")


def test_who_resigns_as_the_last_person_reads_that_it_ends():
    seat = seat_at(GAME, 0)
    given_up = replace(seat.table.player(1), abandoned_seq=5)
    alone = replace(seat.table, players=(seat.table.player(0), given_up))
    shown = confirm_resigning(WORDS, replace(seat, table=alone)).text
    assert (
        shown == "Resign from **Ur**? No one else is playing, so it ends now. You can't undo this."
    )


@pytest.mark.parametrize(("more", "text"), [(1, "1 more question"), (2, "2 more questions")])
def test_a_desk_says_how_many_more_questions_wait(more, text):
    seat = seat_at(GAME, 0)
    asked = tuple(
        Proposal(number, Question(Topic.PAUSE), 1, (0,), {0: NOW}, NOW, silence=False)
        for number in range(more + 1)
    )
    seat = replace(seat, table=replace(seat.table, proposals=asked))
    lines = desk_lines(WORDS, seat, concerning(seat))
    assert lines[-1] == f"{text} for you in `/table`."


@pytest.mark.parametrize(
    ("under_way", "text"),
    [
        (0, "Nothing is under way. You can restart now."),
        (1, "1 decision or message is still under way."),
        (2, "2 decisions or messages are still under way."),
    ],
)
def test_the_owner_sees_when_nothing_is_under_way_any_more(under_way, text):
    status = ProgramStatus(NOW, 1, 1, 0, (), (), under_way)
    assert bot_page(WORDS, status, NOW).text.splitlines()[-1] == text
