"""Somebody does too much at once: one sentence for that, and the others go on."""

from messages import labels
from people import world

from bot.client.state.rate_limits import PICTURES, PRESSES, RateLimits
from engine import parse_action


async def test_too_many_presses_are_not_looked_at(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        decider = await game.decider()
        (other,) = (w.person(name) for name in ("ann", "bob") if w.person(name) != decider)
        w.bot.rate_limits = RateLimits()
        for _ in range(PRESSES.of_user):
            assert "too much" not in (await other.slash("score", game.home)).content
        answer = await other.slash("score", game.home)
        assert answer.content == ("Too fast: nothing was done. Try again in 60 seconds.")
        hand = await other.press(game.turn, "Desk")
        assert hand.content.startswith("Too fast")
        await game.take(parse_action("k@D6"))  # nobody else has to wait for that
        await w.env.advance_time(61)
        assert "too much" not in (await other.slash("score", game.home)).content


async def test_so_many_pictures_are_drawn_and_then_words_alone_are_shown(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        w.bot.rate_limits = RateLimits()
        for _ in range(PICTURES.of_user):
            assert (await person.slash("hand", game.home)).attachments
        answer = await person.slash("hand", game.home)
        assert not answer.attachments
        assert answer.content.startswith("That's a lot of pictures at once.")
        assert "Your hand:" in answer.content
        assert "Swap" in labels(answer)
