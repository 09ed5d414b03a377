"""Two people choose a rated game, play it to its end, and look at the leaderboard."""

import re

from messages import labels
from people import world
from test_playing_again import invitations, opened


async def test_a_rated_game_changes_ratings(tmp_path):
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        game = await w.open("ann", seats=2)
        page = await ann.press(game.lobby, "Options")
        assert "Rated: off" in labels(page)
        page = await ann.press(page, "Rated: off")
        assert "Rated: on" in labels(page)
        assert "Hints" not in labels(page)
        assert "**Rated:**" in game.lobby.content
        nothing = await bob.slash("leaderboard", w.channel)
        assert nothing.content.splitlines()[1] == "No one is listed yet."
        assert "You have no rating here yet." in nothing.content
        await bob.press(game.lobby, "Join")
        table = await bob.slash("table", game.thread)
        assert "**Rated:**" in table.content
        assert "Hints" not in labels(table)
        await game.resign(bob)
        await w.env.advance_time(60)
        await w.rest()
        for person, change in ((ann, "+16"), (bob, "−16")):
            shown = await person.slash("leaderboard", w.channel)
            assert f", provisional, last game {change}" in shown.content
            profile = await person.slash("profile", w.channel, player=ann.member)
            last = r"\n- Rating: 15\d\d ± \d+, provisional, last game \+16\n"
            assert re.search(last, profile.content)
            assert not (*shown.attachments, *profile.attachments), "one game has no course"
        await ann.press(game.posts[-1], "Play again")
        game = opened(w)
        await bob.press(next(iter(invitations(w).values())), "Join")
        await game.resign(bob)
        await w.env.advance_time(60)
        await w.rest()
        for person in (ann, bob):
            (picture,) = (await person.slash("leaderboard", w.channel)).attachments
            assert picture.description.startswith(f"{person.name}: 1")
            profile = await person.slash("profile", w.channel, player=ann.member)
            (curves,) = profile.attachments
            assert [each in curves.description for each in ("ann", "bob")] == [True, person is bob]
        board = await w.bot.services.ratings.leaderboard(w.guild.id, ann.id)
        assert board.own.mu > 25
        page = await ann.press(await ann.slash("settings", w.channel), "My results")
        assert "I leave you out of `/leaderboard`." in page.content
        hidden = await ann.slash("leaderboard", w.channel)
        assert "Only you see it." in hidden.content
