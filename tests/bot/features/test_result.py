"""The end of a game: its text, its picture to share, and how often its record is read."""

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image
from seated import WORDS, handle
from tabletop import BEN, PEOPLE, ended, play_out, running, take_seat, user_at
from test_reviewing import RECORD, STEPS, replayed

from bot.client.messages.conversion import send_arguments
from bot.domain.table import Status
from bot.intents.board import SeeResult
from bot.parts.result import places_line, result, stopped
from bot.parts.story_texts import story_lines
from bot.store import Damaged
from bot.use_cases import Services
from engine import read_game, story_of
from tests.dice import LoadedDice
from tests.text_reader import EndReader


async def played(services, store, players=2):
    """A game that was played to its end."""
    table = await play_out(store, services, await running(services, players), decisions=20)
    assert table.status is Status.OVER
    return table


def reading(services, table):
    """The result of a game, and a list that gets longer with each reading of its record."""
    read = []

    async def read_record():
        read.append(table.id)
        return await services.games.record(table.id)

    return result(WORDS, table, "end", read_record), read


async def test_the_record_is_read_once_for_text_picture_and_files(services, store):
    content, read = reading(services, await played(services, store))
    assert read == []
    arguments = await send_arguments(await content.with_record())
    assert [file.filename for file in arguments["files"]] == ["end.png", "game-1.gif", "game-1.te"]
    assert len(read) == 1


async def test_the_first_line_names_the_winner_and_the_second_the_places(services, store):
    table = await played(services, store, 3)
    content, _ = reading(services, table)
    winner = table.winners[0].name
    first, second, *_ = content.text.split("\n")
    assert first == f"**Ur** is over. **{winner}** wins."
    assert second == "🏆 " + " · ".join(
        f"{each.place}. **{each.player.name}**: {each.placing.ascending[0]}"
        for each in table.standings
    )


async def test_the_picture_says_the_same_in_words_once_it_is_sent(services, store):
    table = await played(services, store, 3)
    content, _ = reading(services, table)
    assert "Weakest colour" not in content.picture.alt
    read = EndReader((await content.with_record()).picture.alt)
    assert read.standings == [
        (each.place, each.player.name, each.placing.spheres, each.placing.treasures)
        for each in table.standings
    ]
    last = max(read.weakest)
    assert read.weakest[last] == {
        each.player.name: each.placing.ascending[0] for each in table.standings
    }
    assert read.text.startswith(f"Ur, {table.ended_at:%Y-%m-%d}. ")


async def test_the_moments_and_titles_of_its_story_follow_the_places(services, store):
    table = await played(services, store, 3)
    content, _ = reading(services, table)
    story = story_of(read_game(await services.games.record(table.id)))
    first, places, *told = (await content.with_record()).text.split("\n")
    assert (first, places) == tuple(content.text.split("\n")[:2])
    lines = story_lines(WORDS, table, story)
    assert told[: len(lines)] == lines
    assert len([line for line in lines if line.startswith("- ")]) in range(1, 6)  # a short game


@pytest.mark.parametrize("leader_leaves", [True, False])
async def test_a_player_who_left_is_not_said_to_have_led_to_the_end(store, clock, leader_leaves):
    """Although by points they may be first."""
    services = Services(store, LoadedDice.of(RECORD.read_text()), clock, sealing=False)
    table = await replayed(services, await running(services, 2), STEPS[:40])
    (leading,) = story_of(islice(read_game(RECORD.read_text()), 41)).statistics.leading[-1]
    leaving = leading if leader_leaves else 1 - leading
    table = (await services.play.resign(table.id, user_at(table, leaving))).table
    content, _ = reading(services, table)
    assert (" to the end." in (await content.with_record()).text) is not leader_leaves


async def test_players_who_left_and_earlier_holders_are_named(services):
    table = await running(services, 2)
    old = table.players[0].name
    table = await take_seat(services, table, 0, PEOPLE[3])
    other = table.players[1].name
    table = (await services.play.resign(table.id, user_at(table, 1))).table
    new = PEOPLE[3].name
    assert places_line(WORDS, table) == f"1. **{new}**: 0 (after {old}) · 2. **{other}**: resigned"


async def test_everyone_who_asks_sees_the_same(services):
    """The picture is as wide as its parts, and opens."""
    table = await ended(services)
    posted, _ = reading(services, table)
    asked = await handle(services, table, SeeResult(), BEN)
    assert (await asked.with_record()).text == (await posted.with_record()).text
    arguments = await send_arguments(asked)
    with Image.open(BytesIO(arguments["files"][0].fp.read())) as image:
        assert image.width == 640


async def test_text_before_it_stays(services):
    content, _ = reading(services, await ended(services))
    text = (await content.with_text_before("Too many pictures.").with_record()).text
    assert text == f"Too many pictures.\n\n{content.text}"


@pytest.mark.parametrize("status", [Status.OVER, Status.ABANDONED])
@pytest.mark.parametrize("record", [Damaged("the log cannot be read"), '[Format "te 0"]\n'])
async def test_a_result_is_shown_even_if_its_record_cannot_be_read(services, store, status, record):
    """Or not be replayed: without story and course, and only with the files that can be made."""
    table = replace(await played(services, store, 3), status=status)

    async def read_record():
        if isinstance(record, Damaged):
            raise record
        return record

    told = result(WORDS, table, "end", read_record)
    if status is Status.ABANDONED:
        told = stopped(WORDS, table, read_record)
    content = await told.with_record()
    assert content.text == told.text
    arguments = await send_arguments(content)
    pictures = ["end.png"] * (status is Status.OVER)
    files = [] if isinstance(record, Damaged) else ["game-1.te"]
    assert [file.filename for file in arguments["files"]] == [*pictures, *files]
    if pictures:
        assert EndReader(content.picture.alt).standings
