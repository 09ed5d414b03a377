"""After the game: anybody sees where it was won, steps through it, and tries another move."""

import pytest
from messages import labels
from people import read, world

from tests.dice import LoadedDice


async def see(person, game):
    return await person.press_more(game.posts[-1], "Where it was won")


@pytest.mark.slow
@pytest.mark.sqlite
async def test_anybody_sees_where_it_was_won_steps_through_and_tries_another_move(tmp_path):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await game.play(*(str(step.action) for step in steps[:24]))
        await game.resign(w.person("bob"))
        eve = w.person("eve")  # she plays in no game
        page = await see(eve, game)
        assert page.content.startswith("**Ur**: where it was won\n**ann** wins.")
        chart = page.attachments[0]
        assert chart.filename == f"course-{game.id}.png"
        assert chart.description.startswith("Expected places after turns 0, 1, 2,")
        assert (await chart.read()).startswith(b"\x89PNG")
        mattered = [label for label in labels(page) if ": turn " in label]
        assert mattered
        for label in mattered:
            turn = await eve.press(page, label)
            assert f"· turn {label.split()[-1]} of 8" in turn.content
            assert turn.attachments[0].filename == f"step-{game.id}.png"
        page = await eve.press(turn, "Where it was won")
        assert page.content.startswith("**Ur**: where it was won\n")
        await w.restart()  # what was worked out is kept
        again = await see(w.person("ann"), game)
        assert again.content == page.content
        # the players come to it from their desks, too
        bob = w.person("bob")
        (desk,) = bob.dms
        beside = await bob.press_more(desk, "Where it was won")
        assert beside.content == page.content
        # and nobody else has seen anything of it
        assert labels(game.posts[-1]) == ["Play again", "Story", "More"]
        posts = [post.content for post in game.posts]
        page = await bob.press(beside, "Step through")
        assert "· the start" in page.content
        for label in ("Step forward", "Next turn", "Next turn", "Previous turn"):
            page = await bob.press(page, label)
        assert "decision 3 of 24" in page.content
        page = await bob.press(page, "What if …")
        assert "You play for **bob**." in page.content
        page = await bob.press(page, "2 temples")
        column = next(label for label in labels(page) if len(label) <= 3)
        page = await bob.press(page, column)
        if "> **bob** places a 🟥 temple" not in page.content:
            page = await bob.press(page, next(each for each in labels(page) if len(each) <= 3))
        assert "> **bob** places a 🟥 temple" in page.content
        assert "Only you see this. Nothing counts." in page.content
        assert page.content.count(" → ") == 2  # what both could expect, before and after
        page = await bob.press(page, "Step back")
        page = await bob.press(page, "Back to the game")
        page = await bob.press(page, "Last")
        assert "decision 24 of 24" in page.content
        assert [post.content for post in game.posts] == posts


async def test_anybody_reads_the_story_and_turns_its_pages(tmp_path):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await game.play(*(str(step.action) for step in steps[:6]))
        await game.resign(w.person("bob"))
        eve = w.person("eve")
        page = await eve.press(game.posts[-1], "Story")
        assert page.content.startswith("**Ur**: its story\n**ann** wins. Everyone else left.")
        assert labels(page)[:3] == ["Story", "ann", "bob"]
        turned = await eve.press(page, "bob")
        assert turned.id == page.id
        assert turned.content.startswith("**Ur**: the story of bob\n**Points: ")
        again = await eve.press(turned, "Story")
        assert again.content == page.content
        bob = w.person("bob")
        (desk,) = bob.dms
        assert (await bob.press(desk, "Story")).content == page.content
