"""Computers on Discord: the opener puts them on seats and takes them out, and nobody else."""

from pathlib import Path

import pytest
from messages import components, labels, options, says
from people import STAYS, GameOnDiscord, Person, world

from bot.domain import Status, Table
from engine import EndTurn

EASY, MEDIUM, STRONG = (f"Add a computer: {level}" for level in ("easy", "medium", "strong"))


async def test_the_opener_fills_the_seats_and_starts(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=4)
        ann = w.person("ann")
        said = await ann.choose(game.lobby, STRONG)
        assert said.content == "**Computer (strong)** has joined **Ur**."
        assert "**ann** and **Computer (strong)** (2 of 4)" in game.lobby.content
        await ann.choose(game.lobby, STRONG)
        said = await ann.choose(game.lobby, EASY)
        assert "(4 of 4)" in game.lobby.content
        computers = "**Computer (strong)**, **Computer (strong) 2** and **Computer (easy)**"
        assert computers in game.lobby.content
        assert "Full: **ann** can press Start." in game.lobby.content
        late = await w.person("bob").press(game.lobby, "Join")
        assert late.content == "**Ur** is full. `/games` lists open lobbies."
        # nothing can be added, but taken out
        assert set(options(game.lobby)) == {
            "Remove Computer (strong)",
            "Remove Computer (strong) 2",
            "Remove Computer (easy)",
        }
        # three taps besides those for the choices: the answer itself starts the game
        started = await ann.press(said, "Start")
        assert started.content == "The game is starting. I'll ping you on your turn."
        table = await game.their_turns()
        assert table.status is Status.RUNNING
        assert (await game.decider()) is ann


async def test_a_computer_is_taken_out_again(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=3)
        ann, bob = w.person("ann"), w.person("bob")
        await ann.choose(game.lobby, MEDIUM)
        said = await ann.choose(game.lobby, "Remove Computer (medium)")
        assert said.content == "**Computer (medium)** is out of **Ur**."
        assert "**ann** and **bob** (2 of 3)" in game.lobby.content
        # on the page about who plays, too
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        page = await ann.choose(page, EASY, of="Computers")
        assert "Remove Computer (easy)" in options(page)
        assert "(3 of 3)" in game.lobby.content
        page = await ann.choose(page, "Remove Computer (easy)", of="Computers")
        assert "(2 of 3)" in game.lobby.content
        # a computer is nobody who could be invited to a kept seat, or taken out as a user
        assert {"bob"} == {label for label in options(page) if not label.startswith("Add")}
        # somebody who comes takes the last seat, and it starts
        await bob.press(game.lobby, "Leave")
        await ann.choose(game.lobby, EASY)
        await w.person("cora").press(game.lobby, "Join")
        assert (await game.table()).status is Status.RUNNING


async def test_nobody_else_puts_a_computer_there(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=4)
        ann, bob, eve = map(w.person, ("ann", "bob", "eve"))
        refused = "Only **ann** can set up **Ur**."
        for person in (bob, eve):
            assert (await person.choose(game.lobby, STRONG)).content == refused
            typed = await person.slash("computer", game.channel, level="strong", game=str(game.id))
            assert typed.content == refused
        await ann.slash("computer", game.channel, level="strong")
        assert (await bob.choose(game.lobby, "Remove Computer (strong)")).content == refused
        assert "(3 of 4)" in game.lobby.content
        # whoever becomes the opener can; nobody is left but computers: it is cancelled
        await ann.press(game.lobby, "Leave")
        await bob.choose(game.lobby, EASY)
        sitting = "**bob**, **Computer (strong)** and **Computer (easy)** (3 of 4)"
        assert sitting in game.lobby.content
        gone = await bob.press(game.lobby, "Leave")
        assert gone.content == "You've left **Ur**.\nNo one is left, so the game is cancelled."


@pytest.mark.parametrize(
    ("level", "why"),
    [
        ("godlike", "The game has moved on since then"),
        ("@everyone", "The game has moved on since then"),
        ("1", "That player is no longer in **Ur**."),
        (f"{10**40}", "That player is no longer in **Ur**."),
    ],
)
async def test_there_is_no_such_computer(tmp_path: Path, level: str, why: str) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=4)
        ann = w.person("ann")
        custom_id = next(
            each["custom_id"]
            for each in components(game.lobby)
            if each.get("placeholder") == "Computers …"
        )
        backend = w.env.backend.get_message(game.channel.id, game.lobby_id)
        (select,) = (
            each
            for row in backend.components
            for each in row["components"]
            if each.get("custom_id") == custom_id
        )
        select["options"] = [{"label": "x", "value": level}]
        answer = await ann.member.select(game.lobby, [level], custom_id=custom_id)
        assert answer.response is not None
        assert answer.response.content.startswith(why)
        assert "(1 of 4)" in game.lobby.content


async def test_a_select_of_before_still_does_what_can_be_done(tmp_path: Path) -> None:
    """A phone that shows how it was: what is taken out is gone, what is full is full."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=2)
        ann = w.person("ann")
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        await w.env.advance_time(STAYS)
        stale = await ann.press(await ann.press(game.lobby, "Options"), "People")
        await ann.choose(page, STRONG, of="Computers")
        full = await ann.choose(stale, STRONG, of="Computers")
        assert full.content.startswith("**Ur** is full. `/games` lists open lobbies.")
        await w.env.advance_time(STAYS)
        other = await ann.press(await ann.press(game.lobby, "Options"), "People")
        await ann.choose(full, "Remove Computer (strong)", of="Computers")
        gone = await ann.choose(other, "Remove Computer (strong)", of="Computers")
        assert gone.content.startswith("That player is no longer in **Ur**.")


@pytest.mark.slow
async def test_nobody_is_told_or_named_as_a_user_for_a_computer(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=3)
        ann, bob = w.person("ann"), w.person("bob")
        await ann.choose(game.lobby, STRONG)
        await ann.press(game.lobby, "Start")
        for _ in range(12):
            table = await game.their_turns()
            if table.status is not Status.RUNNING:
                break
            await game.take(EndTurn())
        people = {ann.id, bob.id, None}
        for request in w.env.http_requests:
            if request.method != "POST" or not isinstance(request.json, dict):
                continue
            users = request.json.get("allowed_mentions", {}).get("users", [])
            assert {int(user) for user in users} <= people
            assert "<@None>" not in str(request.json.get("content", ""))
        assert any("> **Computer (strong)**: " in turn.content for turn in game.turns)
        listed = await ann.slash("games")
        assert "**Ur**" in listed.content
        assert all("<@None>" not in says(post) for post in game.posts)
        assert set(game.pings) <= people


async def given_up(game: GameOnDiscord, person: Person) -> None:
    """Let somebody resign."""
    question = await person.slash("resign", game.home)
    await person.press(question, "Resign")


async def test_a_table_lets_a_computer_play_on(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        ann, bob, cora, eve = map(w.person, ("ann", "bob", "cora", "eve"))
        await given_up(game, cora)
        (offer,) = (post for post in game.posts if ") in **Ur** is empty." in post.content)
        assert labels(offer) == ["Take the seat", "Let a computer play"]
        stranger = await eve.press(offer, "Let a computer play")
        assert stranger.content.startswith("You don't play in **Ur**.")
        page = await ann.press(offer, "Let a computer play")
        assert "I only end its turns" in page.content
        proposed = await ann.choose(page, "strong")
        assert proposed.content.startswith("Proposed. I've asked the others.")
        (question,) = (post for post in game.posts if "proposes a computer" in post.content)
        assert f"Asked: {bob.member.mention}" in question.content
        assert cora.member.mention not in question.content
        own = await ann.press(question, "Yes")
        assert own.content == "That question is for the other players in **Ur**."
        await bob.press(question, "Yes")
        assert (await game.table()).player(_seat(await game.table(), "Computer (strong)"))
        (offer,) = (post for post in game.posts if "until a player takes the seat" in post.content)
        assert labels(offer) == ["Take the seat"]
        assert "Computer (strong) takes over" in (
            (await ann.slash("log", game.home)).content.replace("**", "")
        )
        # and somebody takes it from the computer
        table = await game.their_turns()
        await eve.press(offer, "Take the seat")
        table = await game.table()
        assert table.player_of(eve.id) is not None
        assert not any(player.is_computer for player in table.players)
        page = await ann.slash("table", game.home)
        assert "Empty seats" not in page.content


def _seat(table: Table, name: str) -> int:
    """Where somebody of that name sits."""
    (player,) = (each for each in table.players if each.name == name)
    assert player.seat is not None
    return player.seat


async def test_who_resigns_from_computers_ends_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann = w.person("ann")
        for level in (EASY, EASY):
            await ann.choose(game.lobby, level)
        await ann.press(game.lobby, "Start")
        await game.their_turns()
        question = await ann.slash("resign", game.home)
        assert "Only computers are left, so it ends now" in question.content
        await ann.press(question, "Resign")
        assert (await game.table()).status is Status.OVER
        assert "**Computer (easy)" in game.posts[-1].content
