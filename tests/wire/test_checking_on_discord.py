"""``python -m bot check`` asks Discord: is the token accepted, may every game be shown?"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from bot.domain import Person, Place
from bot.services import Services
from bot.store.queries import outbox
from tests.databases import meddle, new_database, opened_at
from tests.ports import free_port
from tests.stand_in.faults import refused
from tests.stand_in.process import TOKEN
from tests.stand_in.server import Discord
from tests.stand_in.world import Json

OLD = Path(__file__).parents[1] / "fixtures" / "version_0_1_0.sqlite3"
ADMINISTRATOR = 1 << 3
GIVEN = "An admin of the server can give them; `/check` there shows how."
MOVED = "If it is gone, a player can type `/move` in another channel."
PICTURES = "(without it, I can't send the board)"
THREADS = "Send Messages in Threads (without it, I can't show games in threads)"
LINK = (
    "To add the bot to a server: https://discord.com/oauth2/authorize?client_id=ID"
    "&scope=bot+applications.commands&permissions=309237746688"
)
ATTACH_FILES, SEND_IN_THREADS = 1 << 15, 1 << 38


@pytest.fixture
async def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", await new_database(tmp_path / "games.sqlite3"))
    async with Discord() as wire:
        monkeypatch.setenv("DISCORD_API", wire.api)
        # the setting is for the whole process, which here is that of other tests too
        monkeypatch.setattr(Route, "BASE", Route.BASE)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        yield wire
        assert wire.amiss == []


async def game_in(path: Path, channel: Json, *, thread: Json | None = None) -> None:
    """A game that runs there."""
    async with opened_at(await new_database(path)) as store:
        services = Services(store, Random(1), discord.utils.utcnow)
        place = Place(int(channel["guild_id"]), int(channel["id"]))
        table = await services.opening.open(Person(1, "Anna"), place, "Ur", seats=2)
        await services.lobbies.join(table.id, Person(2, "Ben"))
        if thread is not None:
            await store.write(outbox.set_home, table.id, int(thread["id"]), "thread")


async def check(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = await asyncio.to_thread(main, ["check"])
    lines = capsys.readouterr().out.splitlines()[1:]
    return status, [line for line in lines if not line.startswith("There is no backup yet")]


def deny(wire: Discord, channel: Json, permissions: int) -> None:
    (role,) = wire.world.guilds[channel["guild_id"]]["roles"]
    role["permissions"] = str(int(role["permissions"]) & ~ADMINISTRATOR)
    everyone = {"id": role["id"], "type": 0, "allow": "0", "deny": str(permissions)}
    channel["permission_overwrites"].append(everyone)


async def test_all_is_well(
    wire: Discord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    channel = await wire.new_channel(await wire.new_guild())
    await game_in(tmp_path / "games.sqlite3", channel)
    assert await check(capsys) == (
        0,
        [
            "Discord accepts the token, and the bot may show every game that is played.",
            LINK.replace("ID", wire.world.application),
            "Nothing is wrong.",
        ],
    )
    assert not wire.gateway.identified  # it did not connect


async def test_what_is_missing_is_named_for_each_game(
    wire: Discord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a channel, in a thread, in a channel that is gone, and in a server that it has left."""
    path = tmp_path / "games.sqlite3"
    guild = await wire.new_guild()
    channels = [await wire.new_channel(guild) for _ in range(3)]
    thread = wire.world.add_thread(channels[1], {"name": "Ur"})
    deny(wire, channels[0], ATTACH_FILES)
    deny(wire, channels[1], SEND_IN_THREADS)
    left = await wire.new_channel(await wire.new_guild())
    await game_in(path, channels[0])
    await game_in(path, channels[1], thread=thread)
    await game_in(path, channels[2])
    await game_in(path, left)
    del wire.world.channels[channels[2]["id"]]
    del wire.world.guilds[left["guild_id"]]
    status, lines = await check(capsys)
    assert status == 1
    assert lines == [
        f"The bot lacks permissions in the channel of game 1: Attach Files {PICTURES}. {GIVEN}",
        f"The bot lacks permissions in the channel of game 2: {THREADS}. {GIVEN}",
        f"The channel of game 3 is gone, or the bot can't see it. {MOVED}",
        f"Server {left['guild_id']} has removed the bot. Its games are deleted 30 days later: 4.",
        LINK.replace("ID", wire.world.application),
        "Faults: 3.",
    ]


async def test_a_server_that_has_removed_the_bot_is_not_a_fault(
    wire: Discord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = await wire.new_channel(await wire.new_guild())
    await game_in(tmp_path / "games.sqlite3", left)
    del wire.world.guilds[left["guild_id"]]
    status, lines = await check(capsys)
    assert (status, lines[-1]) == (0, "Nothing is wrong.")
    assert any("has removed the bot" in line for line in lines)


@pytest.mark.sqlite
@pytest.mark.parametrize("old", [False, True])
async def test_the_token_is_checked_before_the_first_start_and_before_an_update(
    wire: Discord,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    old: bool,
) -> None:
    file = tmp_path / "first.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    if old:
        shutil.copyfile(OLD, file)
    assert await asyncio.to_thread(main, ["check"]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert "the bot updates it" in first if old else first.startswith("There is no database yet")
    assert last == "Nothing is wrong."
    wire.faults.plan("GET /users/@me", refused(401))
    assert await asyncio.to_thread(main, ["check"]) == 1
    assert "DISCORD_TOKEN: Discord does not accept it." in capsys.readouterr().out


async def test_how_users_can_add_the_bot_is_said_where_only_servers_can(
    wire: Discord, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no fault: a host may want it so."""
    wire.world.users_can_install = False
    status, (accepted, said, _, last) = await check(capsys)
    assert (status, last) == (0, "Nothing is wrong.")
    assert accepted.startswith("Discord accepts the token")
    assert said.startswith("Only servers can add the bot. To let users add it")
    assert "Installation, tick User Install, save; then start the bot again." in said


async def test_a_token_that_is_not_accepted(
    wire: Discord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wire.faults.plan("GET /users/@me", refused(401))
    status, (line, _) = await check(capsys)
    assert status == 1
    assert line.startswith("DISCORD_TOKEN: Discord does not accept it.")
    assert TOKEN not in line


async def test_a_discord_that_cannot_be_asked_is_the_summary(
    wire: Discord,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And not that nothing is wrong, which nobody knows."""
    channel = await wire.new_channel(await wire.new_guild())
    await game_in(tmp_path / "games.sqlite3", channel)
    wire.faults.plan("GET /users/@me", refused(403))
    assert await check(capsys) == (
        1,
        [
            "Nothing is wrong with what is stored.",
            "Discord could not be asked: it answers with an error (403).",
        ],
    )
    monkeypatch.setenv("DISCORD_API", f"http://127.0.0.1:{free_port()}/api/v10")
    await meddle(tmp_path / "games.sqlite3", "UPDATE game SET version = 9999")
    status, (_, *summary) = await check(capsys)
    assert status == 1
    assert summary == [
        "Faults: 1.",
        "Discord could not be asked: it cannot be reached (ClientConnectorError).",
    ]
