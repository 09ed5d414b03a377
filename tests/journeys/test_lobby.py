"""Opening a game, sitting down, getting up, starting."""

from pathlib import Path
from random import Random

import pytest
from people import Person, labels, says, world

from bot.table import Status


async def test_players_gather_and_the_opener_starts(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=4)
        assert "Players: **ann** (1 of 4)" in game.lobby.content
        assert labels(game.lobby) == ["Join", "Leave", "Start", "Options", "Help"]
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        too_few = await ann.press(game.lobby, "Start")
        assert too_few.content == "At least two players are needed to start **Ur**."
        joined = await bob.press(game.lobby, "Join")
        assert joined.content == "You sit at **Ur**: 2 of 4 seats are taken."
        again = await bob.press(game.lobby, "Join")
        assert again.content == "You sit at **Ur** already."
        refused = await bob.press(game.lobby, "Start")
        assert refused.content == "Only **ann** can start **Ur**."
        stranger = await cora.press(game.lobby, "Leave")
        assert stranger.content == "You do not play in **Ur**."
        started = await ann.press(game.lobby, "Start")
        assert started.content.startswith("**Ur** starts")
        # the lobby leads to the thread, and nobody sits down any more
        assert game.thread.mention in game.lobby.content
        assert labels(game.lobby) == ["Watch"]
        # everybody is told where the game is; only who begins is called
        first = game.turn
        assert all(f"<@{person.id}>" in first.content for person in (ann, bob))
        assert game.pings == [(await game.decider()).id]
        for person in (ann, bob):
            (hand,) = person.dms
            assert hand.content.startswith("**Ur**: your hand")
            assert hand.attachments[0].description.startswith("Tiles: ")
            assert f"/{game.thread.id}" in str(hand.components)
        assert not cora.dms


async def test_a_full_table_starts_by_itself(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=3)
        lobby = game.lobby
        cora = w.person("cora")
        joined = await cora.press(lobby, "Join")
        assert "3 of 3 seats are taken. It starts now" in joined.content
        assert (await game.table()).status is Status.RUNNING
        late = await w.person("dan").slash("start", game.channel)
        assert late.content == "There is no game here that waits to be started."


async def test_the_opener_leaves_and_hands_over(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora", seats=4)
        left = await w.person("ann").press(game.lobby, "Leave")
        assert left.content == "You have left **Ur**."
        assert "**bob** and **cora** (2 of 4)" in game.lobby.content
        refused = await w.person("cora").slash("start", game.channel)
        assert refused.content == "Only **bob** can start **Ur**."
        await w.person("bob").slash("start", game.channel)
        assert (await game.table()).status is Status.RUNNING


async def test_the_last_one_leaves_and_it_is_cancelled(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        lobby = game.lobby
        left = await w.person("ann").press(lobby, "Leave")
        assert left.content == "You have left **Ur**. Nobody is left: it is cancelled."
        assert "Cancelled: everybody has left." in game.lobby.content
        assert not labels(game.lobby)
        assert not game.channel.threads
        games = await w.person("ann").slash("games")
        assert games.content.startswith("You play in no game.")


async def test_seats_are_drawn(tmp_path: Path) -> None:
    firsts = set()
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with world(folder, Random(seed)) as w:
            game = await w.open("ann", "bob")
            firsts.add((await game.decider()).name)
    assert firsts == {"ann", "bob"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 61, "The name is too long: 60 characters are the most."),
        ("x" * 6000, "The name is too long: 60 characters are the most."),
        ("   ", "A game needs a name."),
        ("\u3164\u200b", "The name may hold neither line breaks nor control characters."),
        ("hi @everyone", "The name may not mention anybody, or a channel."),
        ("<@123456789012345678>", "The name may not mention anybody, or a channel."),
        ("<#123456789012345678>", "The name may not mention anybody, or a channel."),
        ("two\nlines", "The name may hold neither line breaks nor control characters."),
    ],
)
async def test_a_bad_name_is_refused(tmp_path: Path, name: str, why: str) -> None:
    async with world(tmp_path) as w:
        refused = await w.person("ann").slash("open", w.channel, name=name, seats=2)
        assert refused.content == why
        assert w.channel.last_message is None or w.channel.last_message.flags.ephemeral


async def test_a_name_formats_nothing_and_mentions_nobody(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        wild = "**x** `y` ||z|| here @ev*eryone [a](https://b.example) 🏺"
        ann: Person = w.person("ann", nick="*_~|`@everyone")
        await ann.slash("open", w.channel, name=wild[:60], seats=2)
        (lobby,) = (each for each in w.channel.history() if not each.flags.ephemeral)
        await w.person("bob").press(lobby, "Join")
        for channel in (w.channel, *w.channel.threads):
            for message in channel.history():
                if message.is_system():
                    continue  # that a thread was opened: Discord formats nothing there
                assert not message.mention_everyone
                assert not message.role_mentions
                assert "@everyone" not in message.content
                assert "||z||" not in message.content
        assert "\\*\\*x\\*\\*" in says(w.channel.threads[0].last_message)
