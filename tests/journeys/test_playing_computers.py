"""Computers on Discord: the opener puts them on seats and takes them out, and nobody else."""

import re

from messages import labels, options
from people import world

from bot.domain.table import Status

EASY, STRONG = (f"Add a computer: {level}" for level in ("easy", "strong"))


async def test_the_opener_fills_the_seats_and_starts(tmp_path):
    """A computer's turn is one message with a line."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann, bob = w.person("ann"), w.person("bob")
        answer = await ann.choose(game.lobby, STRONG)
        assert answer.content == "**Computer (strong)** has joined **Ur**."
        assert "**ann** and **Computer (strong)** (2 of 3)" in game.lobby.content
        refused = "Only **ann** can set up **Ur**."
        assert (await bob.choose(game.lobby, EASY)).content == refused
        typed = await bob.slash("computer", game.channel, level="strong", game=str(game.id))
        assert typed.content == refused
        assert (await bob.choose(game.lobby, "Remove Computer (strong)")).content == refused
        await ann.slash("computer", game.channel, level="strong")
        assert "**Computer (strong)** and **Computer (strong) 2**" in game.lobby.content
        assert "Full: **ann** can press Start." in game.lobby.content
        late = await bob.press(game.lobby, "Join")
        assert late.content == "**Ur** is full. `/games` lists open lobbies."
        # nothing can be added, but taken out
        both = ["Remove Computer (strong)", "Remove Computer (strong) 2"]
        assert sorted(options(game.lobby)) == both
        for one in reversed(both):
            await ann.choose(game.lobby, one)
            answer = await ann.choose(game.lobby, EASY)
        # three taps besides those for the choices: the answer itself starts the game
        started = await ann.press(answer, "Start")
        assert started.content == "The game is starting. I'll ping you on your turn."
        table = await game.wait_for_person()
        assert table.status is Status.RUNNING
        assert (await game.decider()) is ann

        before, asked = table.turn, len(w.env.http_requests)
        await game.play("end")
        while (await game.table()).turn < before + 3:
            await game.wait_for_person()
        entries = await w.bot.services.games.history(game.id)
        assert sum(each.kind == "acted" for each in entries if each.turn > before) > 4
        for turn in (before + 1, before + 2):
            (shown,) = (each for each in game.turns if f"· turn {turn}:" in each.content)
            heading, line = shown.content.split("\n")
            assert re.fullmatch(r"> \*\*Computer \(easy\)( 2)?\*\*: .+\..*", line), line
            assert len(shown.attachments) == 1
            assert "Computer" in heading
            sent = [
                call.method
                for call in w.env.http_requests[asked:]
                if f"· turn {turn}:" in (call.json or {}).get("content", "")
            ]
            # it is edited only if ann was asked in the middle of it
            between = any(each.turn == turn and each.seat != (turn - 1) % 3 for each in entries)
            assert sent == ["POST"] or between


async def test_a_table_lets_a_computer_play_on(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        ann, bob, cora, eve = map(w.person, ("ann", "bob", "cora", "eve"))
        await game.resign(cora)
        (offer,) = (post for post in game.posts if ") in **Ur** is empty." in post.content)
        assert labels(offer) == ["Take the seat", "Fill the seat"]
        stranger = await eve.press(offer, "Fill the seat")
        assert stranger.content.startswith("You don't play in **Ur**.")
        page = await ann.press(offer, "Fill the seat")
        assert "I only end its turns" in page.content
        proposed = await ann.choose(page, "strong")
        assert proposed.content.startswith("Proposed. I've asked the others.")
        (question,) = (post for post in game.posts if "proposes a computer" in post.content)
        assert f"Asked: {bob.member.mention}" in question.content
        assert cora.member.mention not in question.content
        own = await ann.press(question, "Yes")
        assert own.content == "That question is for the other players in **Ur**."
        await bob.press(question, "Yes")
        assert "Computer (strong)" in {each.name for each in (await game.table()).players}
        (offer,) = (post for post in game.posts if "until a player takes the seat" in post.content)
        assert labels(offer) == ["Take the seat"]
        assert "Computer (strong) takes over" in (
            (await ann.slash("log", game.home)).content.replace("**", "")
        )
        # and somebody takes it from the computer
        table = await game.wait_for_person()
        await eve.press(offer, "Take the seat")
        table = await game.table()
        assert table.player_of(eve.id) is not None
        assert not any(player.is_computer for player in table.players)
        page = await ann.slash("table", game.home)
        assert "seat is empty" not in page.content
