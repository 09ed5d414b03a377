"""Computers on Discord: the opener puts them on seats and takes them out, and nobody else."""

from messages import labels, options
from people import world

from bot.domain import Status

EASY, MEDIUM, STRONG = (f"Add a computer: {level}" for level in ("easy", "medium", "strong"))


async def test_the_opener_fills_the_seats_and_starts(tmp_path):
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


async def test_nobody_else_puts_a_computer_there(tmp_path):
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


async def given_up(game, person):
    """Let somebody resign."""
    question = await person.slash("resign", game.home)
    await person.press(question, "Resign")


async def test_a_table_lets_a_computer_play_on(tmp_path):
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


def _seat(table, name):
    """Where somebody of that name sits."""
    (player,) = (each for each in table.players if each.name == name)
    assert player.seat is not None
    return player.seat
