"""``python -m bot check`` asks Discord: is the token accepted, may every game be shown?"""

import asyncio
import shutil
from pathlib import Path
from random import Random

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from bot.domain.player import Person
from bot.domain.table import Place
from bot.store.queries import games
from bot.use_cases import Services
from tests.databases import change_database, new_database, opened_at
from tests.ports import free_port
from tests.stand_in.faults import refused
from tests.stand_in.process import TOKEN
from tests.stand_in.server import Discord

OLD = Path(__file__).parents[1] / "fixtures" / "version_0_1_0.sqlite3"
ADMINISTRATOR, ATTACH_FILES, SEND_IN_THREADS = 1 << 3, 1 << 15, 1 << 38
GIVEN = "An admin of the server can give them; `/check` there shows how."
LINK = (
    "To add the bot to a server: https://discord.com/oauth2/authorize?client_id=ID"
    "&scope=bot+applications.commands&permissions=309237746688"
)


class Host:
    """A host who checks a bot, and the Discord that is asked."""

    def __init__(self, wire, path, capsys):
        self.wire, self.path, self._capsys = wire, path, capsys

    async def check(self):
        status = await asyncio.to_thread(main, ["check"])
        lines = self._capsys.readouterr().out.splitlines()[1:]
        return status, [line for line in lines if not line.startswith("There is no backup yet")]

    async def game_in(self, channel, thread=None):
        """A running game in a server."""
        async with opened_at(await new_database(self.path)) as store:
            services = Services(store, Random(1), discord.utils.utcnow)
            place = Place(int(channel["guild_id"]), int(channel["id"]))
            table = await services.opening.open(Person(1, "Anna"), place, "Ur", seats=2)
            await services.lobbies.join(table.id, Person(2, "Ben"))
            if thread is not None:
                home = {"home_id": int(thread["id"]), "home_kind": "thread"}
                await store.write(games.change_game, table.id, **home)

    def deny(self, channel, permissions):
        (role,) = self.wire.world.guilds[channel["guild_id"]]["roles"]
        role["permissions"] = str(int(role["permissions"]) & ~ADMINISTRATOR)
        everyone = {"id": role["id"], "type": 0, "allow": "0", "deny": str(permissions)}
        channel["permission_overwrites"].append(everyone)


@pytest.fixture
async def host(tmp_path, monkeypatch, capsys):
    path = tmp_path / "games.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", await new_database(path))
    async with Discord() as wire:
        monkeypatch.setenv("DISCORD_API", wire.api)
        # the setting is for the whole process, which here is that of other tests too
        monkeypatch.setattr(Route, "BASE", Route.BASE)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        yield Host(wire, path, capsys)
        assert wire.amiss == []


async def test_all_is_well_or_a_server_has_removed_the_bot_or_only_servers_can_add_it(host):
    """Neither is a fault."""
    wire = host.wire
    await host.game_in(await wire.new_channel(await wire.new_guild()))
    accepted = "Discord accepts the token, and the bot may show every game that is played."
    link = LINK.replace("ID", wire.world.application)
    assert await host.check() == (0, [accepted, link, "Nothing is wrong."])
    assert not wire.gateway.identified  # it did not connect
    wire.world.users_can_install = False
    status, (_, warning, *_) = await host.check()
    assert status == 0
    assert warning.startswith("Only servers can add the bot. To let users add it")
    assert "Installation, tick User Install, save; then start the bot again." in warning
    wire.world.guilds.clear()
    status, lines = await host.check()
    assert (status, lines[-1]) == (0, "Nothing is wrong.")
    assert any("has removed the bot" in line for line in lines)


async def test_what_is_missing_is_named_for_each_game(host):
    """A channel, a thread, a deleted channel, and a server that the bot has left."""
    wire = host.wire
    guild = await wire.new_guild()
    channels = [await wire.new_channel(guild) for _ in range(3)]
    thread = wire.world.add_thread(channels[1], {"name": "Ur"})
    host.deny(channels[0], ATTACH_FILES)
    host.deny(channels[1], SEND_IN_THREADS)
    left = await wire.new_channel(await wire.new_guild())
    await host.game_in(channels[0])
    await host.game_in(channels[1], thread)
    await host.game_in(channels[2])
    await host.game_in(left)
    del wire.world.channels[channels[2]["id"]]
    del wire.world.guilds[left["guild_id"]]
    status, lines = await host.check()
    lacks = "The bot lacks permissions in the channel of game"
    threads = "Send Messages in Threads (without it, I can't show games in threads)"
    moved = "If it is gone, a player can type `/move` in another channel."
    gone = f"Server {left['guild_id']} has removed the bot. Its games are deleted 30 days later: 4."
    assert status == 1
    assert lines == [
        f"{lacks} 1: Attach Files (without it, I can't send the board). {GIVEN}",
        f"{lacks} 2: {threads}. {GIVEN}",
        f"The channel of game 3 is gone, or the bot can't see it. {moved}",
        gone,
        LINK.replace("ID", wire.world.application),
        "Faults: 3.",
    ]


@pytest.mark.sqlite
@pytest.mark.parametrize("old", [False, True])
async def test_the_token_is_checked_before_the_first_start_and_before_an_update(
    host, tmp_path, capsys, monkeypatch, old
):
    file = tmp_path / "first.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    if old:
        shutil.copyfile(OLD, file)
    assert await asyncio.to_thread(main, ["check"]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert "the bot updates it" in first if old else first.startswith("There is no database yet")
    assert last == "Nothing is wrong."
    host.wire.faults.plan("GET /users/@me", refused(401))
    assert await asyncio.to_thread(main, ["check"]) == 1
    out = capsys.readouterr().out
    assert "DISCORD_TOKEN: Discord does not accept it." in out
    assert TOKEN not in out


async def test_a_discord_that_cannot_be_asked_is_the_summary(host, monkeypatch):
    """And not that nothing is wrong, which nobody knows."""
    await host.game_in(await host.wire.new_channel(await host.wire.new_guild()))
    host.wire.faults.plan("GET /users/@me", refused(403))
    assert await host.check() == (
        1,
        [
            "Nothing is wrong with what is stored.",
            "Discord could not be asked: it answers with an error (403).",
        ],
    )
    monkeypatch.setenv("DISCORD_API", f"http://127.0.0.1:{free_port()}/api/v10")
    await change_database(host.path, "UPDATE game SET version = 9999")
    status, (_, *summary) = await host.check()
    assert status == 1
    assert summary == [
        "Faults: 1.",
        "Discord could not be asked: it cannot be reached (ClientConnectorError).",
    ]
