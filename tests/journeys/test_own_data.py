"""Data stored about a user, shown and deleted by /data; and data that expires."""

from datetime import timedelta

import discord
import pytest
from messages import labels
from people import world
from test_servers import add_bot, remove_bot

from bot.domain.table import Status
from bot.store.queries import personal
from bot.store.schema.tables import metadata
from bot.use_cases import Patience
from tests.databases import opened_at

DAY = 86_400


async def traces(w, *texts):
    """Every row of the database, whichever it is, that holds one of these texts."""
    async with opened_at(w.url) as store, store.reading() as connection:
        rows = [
            f"{table.name}: {tuple(row)!r}"
            for table in metadata.sorted_tables
            for row in await connection.exec_driver_sql(f"SELECT * FROM {table.name}")
        ]
    return [row for row in rows if any(text in row for text in texts)]


async def test_a_player_sees_what_is_stored_and_deletes_it(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ninsun", "bob", "cora", name="Uruk")
        gathering = await w.open("ninsun", "bob", name="Gathering", seats=4)
        await w.open("bob", name="Without her", seats=2)
        nin, bob, dan = w.person("ninsun"), w.person("bob"), w.person("dan")
        await nin.slash("invite", w.channel, player=dan.member, game=str(gathering.id))
        await nin.press(await nin.slash("solo"), "Play")
        await w.rest()
        assert await traces(w, str(nin.id), "ninsun")

        page = await nin.slash("data", w.channel)
        assert page.content.startswith("**What I store about you:** ")
        assert "3 games" in page.content
        assert "my host can read everything" in page.content
        text = (await page.attachments[0].read()).decode()
        assert f"everything stored about user {nin.id}" in text
        for name in ("Uruk", "Gathering", "Solo (easy)"):
            assert f": {name} ==" in text
        assert "Without her" not in text
        assert str(bob.id) not in text

        question = await nin.press(page, "Delete it all")
        assert "You leave " in question.content
        assert "**Uruk**" in question.content
        assert labels(question) == ["Delete everything", "Back"]
        done = await nin.press(question, "Delete everything")
        assert done.content.startswith("Done. I store nothing about you until you play again.")
        await w.rest()

        assert await traces(w, str(nin.id), "ninsun") == []
        assert nin.dms == []
        again = await nin.slash("data")
        assert again.content == "I store nothing about you."
        assert await traces(w, str(nin.id), "ninsun") == []
        assert "**ninsun**" not in game.lobby.content
        assert "a former player" in game.lobby.content
        assert "**bob**" in gathering.lobby.content
        (free,) = (each for each in game.thread.history() if "Take the seat" in labels(each))
        assert "**a former player**'s seat (" in free.content
        taken = await dan.press(free, "Take the seat")
        assert taken.content.startswith("The seat in **Uruk** is yours.")
        table = await game.table()
        assert [player.name for player in table.players if player.user_id == dan.id] == ["dan"]


async def test_a_server_that_throws_the_bot_out_is_forgotten_after_thirty_days(tmp_path):
    """Discord is asked before: the bot may have been added again without a word to it."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", name="Uruk")
        await w.open("ann", name="Gathering", seats=4)
        ann = w.person("ann")
        await remove_bot(w)
        await w.env.advance_time(29 * DAY)
        text = (await ann.slash("games")).content
        assert text.count("I'm no longer in the game's server. I'll delete the game <t:") == 1
        await w.env.advance_time(2 * DAY)
        await w.bot.clearing.rest()
        assert (await game.table()).status is Status.RUNNING
        assert "in the game's server" not in (await ann.slash("games")).content

        await add_bot(w)
        await remove_bot(w)
        w.env.inject_error("GET", f"/guilds/{w.guild.id}", status=404, code=10004, times=None)
        await w.env.advance_time(31 * DAY)
        await w.bot.clearing.rest()
        assert await traces(w, "Uruk", "Gathering", str(w.guild.id)) == []
        assert (await ann.slash("games")).content.startswith("No games yet.")


@pytest.mark.sqlite
async def test_who_cannot_be_forgotten_hinders_nobody_else(tmp_path):
    """Of two users who ask for it, one plays in a game that cannot be read."""
    async with world(tmp_path, patience=Patience(finished=1)) as w:
        await w.open("eve", "bob", name="Damaged")
        over = await w.open("ann", "bob", name="Over")
        ann, now = w.person("ann"), discord.utils.utcnow()
        await w.bot.services.play.resign(over.id, ann.id)
        async with opened_at(w.url) as store:
            for number, name in enumerate(("eve", "ann")):
                wanted_at = now + timedelta(seconds=number)
                await store.write(personal.note_farewell, w.person(name).id, wanted_at)
            async with store.writing() as connection:
                await connection.exec_driver_sql(
                    "UPDATE game SET former = '{' WHERE name = 'Damaged'"
                )
        await w.env.advance_time(2 * DAY)
        await w.bot.clearing.rest()
        assert await traces(w, str(ann.id)) == []
        assert all(each.startswith("result: ") for each in await traces(w, "Over"))
        assert await traces(w, str(w.person("eve").id))


@pytest.mark.sqlite
async def test_who_deletes_it_is_told_how_long_backups_keep_it(tmp_path):
    async with world(tmp_path, backups=7) as w:
        await w.open("ann", "bob")
        question = await w.person("ann").press(await w.person("ann").slash("data"), "Delete it all")
        assert "- Backups keep it all for up to 5 more weeks." in question.content.splitlines()
