"""The host on Discord: who gets in, how the bot is, announcements and maintenance."""

import logging
import re

import discord
from forging import forge
from messages import labels
from owning import ACCEPTED, ASKED_AGAIN_AFTER, INVITED, application
from people import SILENT, Person, world
from simcord.actors import MemberActor
from test_servers import deny

from bot import __version__
from bot.intents import Ownership, print_intent
from bot.use_cases.clock_jobs import LASTS
from tests.bot.test_intents import intents

__all__ = ["application"]

NOT_OWNER = "Only my host can do that."
READ_ONLY = "You're a read-only member of my host's team. You can look, but change nothing."
UNDER_WAY = "My host is updating me, so nothing changes now. Clocks wait. Try again <t:{}:R>."
CHANGING = {
    "1:-:-:mute": [],
    "1:-:-:note": ["King first"],
    "0:-:-:contrast": [],
    "0:-:-:begin:03-leaders": [],
    "0:-:-:forget-me!": [],
}
"""A player's settings, as buttons show them, with the chosen or written values."""
OWNED = [intent for intent in intents() if intent.owner_only]


async def host(w, application):
    """The owner of the application."""
    owner = w.person("zoe")
    application.of(owner)
    await w.env.advance_time(ASKED_AGAIN_AFTER)
    return owner


def below(w):
    """The text below the message that was pressed last, which stays as it is."""
    assert w.last is not None
    (answer,) = w.last.followups
    return str(answer.content)


# --- access --------------------------------------------------------------------------------------


async def test_of_a_team_those_get_in_who_have_accepted_and_some_only_look(tmp_path, application):
    async with world(tmp_path) as w:
        zoe, ann, bob, cora, dan = map(w.person, ("zoe", "ann", "bob", "cora", "dan"))
        application.of_team(
            zoe,
            (ann, ACCEPTED, "admin"),
            (bob, ACCEPTED, "developer"),
            (cora, ACCEPTED, "read_only"),
            (dan, INVITED, "admin"),
        )
        await w.env.advance_time(ASKED_AGAIN_AFTER)
        for person in (zoe, ann, bob, cora):
            page = await person.slash("bot")
            assert page.content.startswith("**Two Rivers ")
        assert (await dan.slash("bot")).content == NOT_OWNER
        page = await cora.slash("bot")
        await cora.press(page, "Maintenance")
        assert below(w) == READ_ONLY
        assert await w.bot.services.maintenance.until() is None
        page = await bob.press(await bob.slash("bot"), "Maintenance")
        assert "**Maintenance:**" in page.content


async def test_no_forged_press_of_a_stranger_does_anything(tmp_path, application):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await host(w, application)
        before = await game.table()
        number = await w.bot.services.announcements.write("Soon")
        for intent in OWNED:
            text, values = print_intent(intent)
            refused = await forge(w.person("ann"), game.lobby, f"te:0:-:-:{text}", values)
            assert refused.content == NOT_OWNER, text
        assert len(OWNED) == 7
        assert {each.owner_only for each in OWNED} == {Ownership.LOOK, Ownership.ACT}
        assert await w.bot.services.maintenance.until() is None
        assert await w.bot.services.announcements.text(number) == "Soon"
        assert await game.table() == before


async def test_only_the_owner_gets_in_and_without_a_restart(tmp_path, application):
    """Not even admins of the server, and who is known still is if Discord does not answer."""
    async with world(tmp_path) as w:
        admin = w.guild.create_role("admin", permissions=discord.Permissions(administrator=True))
        zoe, bob = w.person("zoe"), w.person("bob", roles=[admin])
        assert (await zoe.slash("bot")).content == NOT_OWNER
        application.of(zoe)
        assert (await zoe.slash("bot")).content == NOT_OWNER  # Discord was asked just now
        await w.env.advance_time(ASKED_AGAIN_AFTER)
        page = await zoe.slash("bot")
        assert labels(page) == ["Announce …", "Maintenance", "Look again"]
        refused = await zoe.write(page, "Announce …", " \n ")
        assert refused.content == "That's empty. Write what to announce."
        refused = await bob.slash("bot", w.channel)
        assert refused.content == NOT_OWNER
        assert refused.flags.ephemeral
        await w.env.advance_time(ASKED_AGAIN_AFTER)
        w.env.inject_error("GET", "/oauth2/applications/@me", status=403, times=1)
        page = await zoe.slash("bot")
        assert page.content.startswith("**Two Rivers ")
        application.of(bob)
        await w.env.advance_time(ASKED_AGAIN_AFTER)
        await zoe.press(page, "Look again")
        assert below(w) == NOT_OWNER


# --- the bot's status ----------------------------------------------------------------------------


async def test_the_page_says_how_the_bot_is(tmp_path, application, caplog, monkeypatch):
    """A fault has a number for player, log and host."""
    async with world(tmp_path) as w:
        started = w.env.now()
        game = await w.open("ann", "bob")
        await w.open("ann", name="Uruk", seats=2)
        w.env.create_guild("Elam")
        zoe = await host(w, application)
        first, *rest = (await zoe.slash("bot")).content.splitlines()
        match = re.fullmatch(
            rf"\*\*Two Rivers {re.escape(__version__)}\*\*, started <t:(\d+):R>", first
        )
        assert match is not None
        assert abs(int(match[1]) - started.timestamp()) < 5
        assert rest == [
            "Servers: 2",
            "Running games: 1. Lobbies: 1.",
            "✅ All is well.",
            "No errors since the start.",
        ]
        with caplog.at_level(logging.CRITICAL, "discord"):
            logging.getLogger("bot.delivery").error("game %d: `rm`\nAk@F5", 7)
            logging.getLogger("asyncio").error("somebody's hand")
            *_, title, newest, oldest = (await zoe.slash("bot")).content.splitlines()
            assert title == "**Last errors:**"
            assert re.fullmatch(r"<t:\d+:t> `asyncio`", newest)
            assert re.fullmatch(r"<t:\d+:t> `game 7: 'rm'`", oldest)
            for number in range(9):
                logging.getLogger("bot").error("error %d", number)
            page = (await zoe.slash("bot")).content
            assert re.findall(r"`error (\d)`", page) == ["8", "7", "6", "5", "4"]

        with monkeypatch.context() as broken:
            broken.delattr("bot.features.help.help_page")
            logging.getLogger("bot").handlers[:] = []  # it is caused on purpose
            answer = await (await game.decider()).slash("help")
        match = re.match(r"Something went wrong on my side \(error (\d{5})\)\.", answer.content)
        assert match is not None
        (logged,) = (each for each in caplog.messages if match[1] in each)
        page = (await zoe.slash("bot")).content
        assert f"`{logged}`" in page
        assert "help_page" not in page


# --- announcements -------------------------------------------------------------------------------


def announced(*places):
    """The number of announcements in each place."""
    return [sum("From my host" in each.content for each in place) for place in places]


async def test_an_announcement_goes_once_to_each_game_that_is_not_over(tmp_path, application):
    """Places that cannot be reached are counted, and get it later."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        over = await w.open("ann", "bob", name="Lagash")
        await w.bot.services.play.resign(over.id, ann.id)
        running = await w.open("ann", "bob")
        hidden = w.guild.create_text_channel("hidden")
        unreached = await w.open("ann", "bob", name="Kish", channel=hidden)
        await w.open("cora", name="Uruk", seats=2)
        await ann.press(await ann.slash("solo"), "Play")
        await w.rest()
        zoe, known = await host(w, application), len(ann.dms)
        deny(w, hidden.id, send_messages_in_threads=True)
        preview = await zoe.write(
            await zoe.slash("bot"),
            "Announce …",
            "Back at **nine**, @everyone\x00: https://example.org",
        )
        assert preview.content.startswith(
            "This goes out once, without a ping, to 3 games and lobbies:"
        )
        assert announced(running.posts, w.channel.history()) == [0, 0]
        page = await zoe.press(preview, "Send")
        assert page.content.startswith("0 of 3 games have the announcement.\nStill being sent: 3.")
        await w.env.settle()
        assert not (await w.bot.program_status()).faults
        page = await zoe.press(page, "Look again")
        assert page.content.splitlines() == [
            "2 of 3 games have the announcement.",
            "Can't be reached now: 1. I'll keep trying for a day.",
        ]
        again = await forge(zoe, page, "te:0:-:-:announce!:1")
        assert again.content == page.content
        await w.restart()
        places = running.posts, over.posts, w.channel.history(), unreached.posts
        assert announced(*places) == [1, 0, 1, 0]
        deny(w, hidden.id)
        await w.env.advance_time(7200)
        places = running.posts, over.posts, w.channel.history(), unreached.posts
        assert announced(*places) == [1, 0, 1, 1]
        page = await zoe.press(page, "Look again")
        assert page.content == "3 of 3 games have the announcement."
        assert len(ann.dms) == known
        (post,) = (each for each in running.posts if "From my host" in each.content)
        assert "@everyone" not in post.content
        assert r"\*\*nine\*\*" in post.content
        assert "https://" not in post.content
        sent = [
            each.json
            for each in w.env.http_requests
            if each.method == "POST" and "From my host" in (each.json or {}).get("content", "")
        ]
        assert all(each["flags"] & SILENT for each in sent)
        assert all(not any(each["allowed_mentions"].values()) for each in sent)
        assert labels(post) == ["Your games"]


# --- maintenance ---------------------------------------------------------------------------------


async def test_during_maintenance_nothing_changes_and_all_can_be_seen(tmp_path, application):
    """A start ends it."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        lobby = await w.open("cora", name="Uruk", seats=3)
        zoe, person, dan = await host(w, application), await game.decider(), w.person("dan")
        page = await zoe.press(await zoe.slash("bot"), "Maintenance")
        assert page.content.endswith("Nothing is under way. You can restart now.")
        assert labels(page) == ["Announce …", "End maintenance", "Look again"]
        until = await w.bot.services.maintenance.until()
        assert until == w.env.now() + LASTS
        refusal = UNDER_WAY.format(int(until.timestamp()))
        before = await game.table()
        for refused in (
            await person.slash("tile", game.home, colour="k", cell="D6"),
            await dan.press(lobby.lobby, "Join"),
            await dan.slash("open", w.channel, name="Susa"),
        ):
            assert refusal in refused.content
        for text, values in CHANGING.items():
            refused = await forge(person, game.turn, f"te:{text}", values)
            assert refusal in refused.content, text
        owner = Person(w, MemberActor(w.env, w.guild, w.guild.owner))
        for text in ("rule-of-server:reminders", "power!:remove"):
            refused = await forge(owner, game.turn, f"te:{game.id}:-:-:{text}", ["off"])
            assert refusal in refused.content, text
        assert await game.table() == before
        for command, where in {"hand": game.home, "games": None, "learn": None}.items():
            shown = await person.slash(command, where)
            assert refusal not in shown.content, command
        page = await zoe.press(page, "End maintenance")
        assert "Maintenance:" not in page.content
        await person.slash("tile", game.home, colour="k", cell="D6")
        assert (await game.table()).version > before.version
        await zoe.press(page, "Maintenance")
        assert await w.bot.services.maintenance.until() is not None
        await w.restart()
        assert await w.bot.services.maintenance.until() is None


async def test_a_new_connection_does_not_end_maintenance(tmp_path, application):
    """A start alone does, even if a fault has ended what delivers."""
    async with world(tmp_path) as w:
        zoe = await host(w, application)
        await zoe.press(await zoe.slash("bot"), "Maintenance")
        w.bot._tasks["deliver"].cancel()
        await w.env.settle()
        await w.bot.on_ready()
        await w.env.settle()
        assert await w.bot.services.maintenance.until() is not None
