"""The queue of a server: people wait, and each is pinged once when there is a table."""

from datetime import timedelta

from messages import BUTTON, components, labels
from people import SILENT, world

from bot.domain.queue import PRESENT

APART = 20
"""The seconds between two edits of the queue's message, at least."""


def queue_in(room):
    """The queue's messages in a channel."""
    return [each for each in room.history() if labels(each) == ["Play"]]


async def test_the_third_player_starts_the_game_and_all_are_pinged_once(tmp_path):
    async with world(tmp_path) as w:
        ann, bob, cora, dan = map(w.person, ("ann", "bob", "cora", "dan"))
        page = await ann.slash("play", w.channel)
        assert page.content.startswith("**Play with others in this server**\n")
        page = await ann.choose(page, "3 players", of="Players")
        page = await ann.press(page, "Wait for a table")
        assert page.content.startswith("**You're waiting for a table**\n")
        (post,) = queue_in(w.channel)
        assert post.flags.value & SILENT
        assert post.content.split("\n")[:2] == [
            "**1 player is waiting for a table**",
            "• 3 players",
        ]
        page = await bob.press(post, "Play")  # any table
        assert "• any table\n" in page.content
        page = await bob.choose(page, "Daily: a day per decision", of="Pace")
        assert "• daily\n" in page.content
        await w.env.advance_time(APART)
        (post,) = queue_in(w.channel)
        assert post.content.startswith(
            "**2 players are waiting for a table**\n• 3 players\n• daily"
        )
        assert "ann" not in post.content
        assert w.rings(ann) == w.rings(bob) == 0

        page = await cora.press(post, "Play")
        table = await w.bot.services.games.get(1)
        assert page.content.startswith(f"You have a table: **{table.name}**, with ")
        (link,) = (each for each in components(page) if each["type"] == BUTTON)
        assert link["url"].endswith(f"/{table.home.channel_id}")
        await w.rest()
        await w.env.advance_time(APART)
        assert queue_in(w.channel) == []  # nobody waits
        first = table.decider.user_id
        for person in (ann, bob, cora):
            told = person.id == first or person is not cora
            assert w.rings(person) == told, person.name
            said = [each.content for each in person.dms]
            text = f"**{table.name}**: you have a table, and the game has started."
            assert any(each.startswith(text) for each in said) is (told and person.id != first)
        page = await dan.slash("play", w.channel)
        assert page.content.startswith("**Play with others in this server**\n")
        assert w.rings(dan) == 0


async def test_users_who_leave_or_wait_too_long_are_not_seated(tmp_path):
    async def wait(person):
        """Wait for a live table, which is for an hour."""
        page = await person.slash("play", w.channel)
        page = await person.choose(page, "Live: minutes per decision", of="Pace")
        return await person.press(page, "Wait for a table")

    async with world(tmp_path) as w:
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        page = await ann.press(await ann.slash("play", w.channel), "Wait for a table")
        page = await ann.press(page, "Stop waiting")
        assert page.content.startswith("**Play with others in this server**\n")
        await w.env.advance_time(APART)
        assert queue_in(w.channel) == []
        await wait(bob)
        assert queue_in(w.channel)
        await w.env.advance_time((PRESENT + timedelta(seconds=1)).total_seconds())
        assert queue_in(w.channel) == []
        assert w.rings(bob) == 0  # the wait expired silently
        assert (await wait(cora)).content.startswith("**You're waiting")
        page = await bob.slash("play", w.channel)
        assert page.content.startswith("No table came up in time. You can wait again.\n")
        page = await bob.slash("play", w.channel)
        assert page.content.startswith("**Play with others in this server**\n")
        assert "1 player is waiting" in page.content
        assert (await wait(bob)).content.startswith("You have a table: ")


async def test_only_the_user_knows_whom_they_avoid(tmp_path):
    async with world(tmp_path) as w:
        ann, bob = map(w.person, ("ann", "bob"))
        page = await ann.slash("play", w.channel)
        page = await ann.choose_users(page, bob.member, of="Avoid … (only you know)")
        await ann.press(page, "Wait for a table")
        (post,) = queue_in(w.channel)
        page = await bob.press(post, "Play")
        assert "• 2 × any table\n" in page.content
        for person, other, knows in ((ann, bob, True), (bob, ann, False)):
            (file,) = (await person.slash("data")).attachments
            text = (await file.read()).decode()
            assert (f"== Players you avoid ==\n{other.id}\n" in text) is knows
            assert (str(other.id) in text) is knows


async def test_outside_a_server_there_is_no_queue(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.press(await ann.slash("games"), "Find a table")
        assert page.content.startswith("Open games with others in a server channel I'm in.")
