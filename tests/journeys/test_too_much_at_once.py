"""Too many presses of one user at once: one sentence answers them, and the others play on."""

from types import SimpleNamespace

from messages import labels
from people import world

from bot.client.state.rate_limits import PICTURES, PRESSES, RateLimits


async def test_too_many_presses_are_not_looked_at_and_too_many_pictures_not_drawn(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        limits = w.bot.rate_limits = RateLimits()

        def before(who):
            user = SimpleNamespace(id=who.id)
            return SimpleNamespace(user=user, guild_id=w.guild.id, created_at=w.env.now())

        for _ in range(PRESSES.of_user - 1):
            limits.press(before(other))
        assert "Too fast" not in (await other.slash("score", game.home)).content
        answer = await other.slash("score", game.home)
        assert answer.content == ("Too fast: nothing was done. Try again in 60 seconds.")
        hand = await other.press(game.turn, "Desk")
        assert hand.content.startswith("Too fast")

        # nobody else has to wait for that
        for _ in range(PICTURES.of_user - 1):
            limits.picture(before(person))
        assert (await person.slash("hand", game.home)).attachments
        answer = await person.slash("hand", game.home)
        assert not answer.attachments
        assert answer.content.startswith("That's a lot of pictures at once.")
        assert "Your hand:" in answer.content
        assert "Swap" in labels(answer)
        await w.env.advance_time(61)
        assert "Too fast" not in (await other.slash("score", game.home)).content
