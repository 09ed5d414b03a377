"""Restarts, and what goes wrong on Discord's side or on ours."""

import logging
import sqlite3
from contextlib import closing, contextmanager

import pytest
from messages import labels, tile_on
from people import world

from engine import Colour
from tests.databases import change_database


async def test_what_somebody_else_sent_is_not_taken_for_the_bots_own(tmp_path):
    """Looking for a message that may have been sent, it looks at who sent it."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        thread = game.home
        w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=500, times=None)
        await game.play("end")  # a turn that has ended is known by its picture
        person = await game.decider()
        await game.play("end")
        await person.member.send(thread, "my own", attachments=[("game-1-turn-2.png", b"picture")])
        await w.env.advance_time(180)
        w.env.backend.faults.clear()
        await w.env.advance_time(300)
        assert len(game.turns) == 3
        assert all(f"turn {number}" in turn.content for number, turn in enumerate(game.turns, 1))
        (own,) = (each for each in thread.history() if each.content == "my own")
        assert own.author.id == person.id


async def test_a_fault_of_ours_is_admitted(tmp_path, caplog, monkeypatch):
    """Decisions stored before the fault are shown afterwards."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, path = await game.decider(), tmp_path / "games.sqlite3"
        caplog.set_level(logging.CRITICAL, "bot")
        await change_database(path, "ALTER TABLE game RENAME TO hidden")
        for answer in (
            await person.slash("tile", game.home, colour="k", cell="D6"),
            await person.press(game.turn, "Desk"),
            await person.slash("open", w.channel, name="Uruk"),
        ):
            assert answer.content.startswith("Something went wrong on my side")
            assert "SELECT" not in answer.content
        assert not await person.suggested("tile", "colour", "", game.home)
        await change_database(path, "ALTER TABLE hidden RENAME TO game")

        monkeypatch.delattr("bot.desk.desk_page.news")
        answer = await person.slash("tile", game.home, colour="k", cell="D6")
        assert answer.content.startswith("It counts, but I couldn't show it to you")
        assert "D6" in game.turn.content


def test_not_even_the_most_talkative_log_tells_what_is_sent(caplog):
    caplog.set_level(logging.DEBUG)
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_"):
        logging.getLogger(name).debug("received your hand")
        logging.getLogger(name).info("connected")
    assert caplog.messages == ["connected"] * 3


@contextmanager
def locked(folder):
    """Another program writes to the database, and does not come to an end."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@pytest.mark.sqlite
async def test_what_is_not_stored_is_said_and_its_button_stays(tmp_path, caplog):
    caplog.set_level(logging.CRITICAL, "bot")
    async with world(tmp_path, database="?timeout=0.05") as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        desk = await person.press(game.turn, "Desk")
        columns = await person.press(desk, tile_on(desk, Colour.BLACK))
        spaces = await person.press(columns, "D")
        before = await game.full_game()
        with locked(tmp_path):
            await person.press(spaces, "D6")
            assert w.last is not None
            (followup,) = w.last.followups
            assert followup.content.startswith("My database is busy.\nNothing changed.")
            typed = await person.slash("tile", game.home, colour="k", cell="D6")
            assert typed.content.startswith("My database is busy.")
            hand = await person.slash("hand")  # looking goes on
            assert hand.attachments
        assert await game.full_game() == before
        done = await person.press(spaces, "D6")  # the same press
        assert "your turn – 1 action left" in done.content
        assert "D6" in game.turn.content


async def test_every_component_works_after_a_restart(tmp_path, caplog):
    """And what was due at the time of a crash is delivered."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=2)
        await w.restart()
        await w.person("bob").press(game.lobby, "Join")
        person = await game.decider()
        tiles = await person.press(game.turn, "Desk")
        columns = await person.press(tiles, tile_on(tiles, Colour.BLACK))
        await w.restart()
        spaces = await person.press(columns, "D")
        w.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
        await person.press(spaces, "D6")
        assert "D6" not in game.turn.content
        w.env.backend.faults.clear()
        await w.restart()
        assert "D6" in game.turn.content
        await person.press(person.dms[-1], "Undo")
        assert (await game.full_game()).actions_left == 2
        # nothing was sent twice meanwhile
        assert len(game.posts) == 2  # the words, and the turn
        assert len(person.dms) == 1
        # the token of an answer ran out: the action counts all the same
        w.env.inject_error(
            "PATCH", "/webhooks/*/messages/@original", status=401, code=50027, times=1
        )
        await person.member.slash(game.home, "tile", colour="k", cell="D6")
        assert "D6" in game.turn.content
        assert "an answer was not shown" in caplog.text
        assert labels(game.turn)
