"""The place and loudness of calls: set with a press, and effective from then on."""

import re

from messages import chosen, labels, options, says
from people import world

THREAD = "Pings in the game's thread"
DIRECT = "Pings by direct message"
PINGS_AS_USUAL = "Pings as in all my games"
AS_DISCORD = "Language: as in my Discord app"
AS_USUAL = "On others' turns: as in all my games"


def calls_of(game, person):
    """The current calls of a player in the thread."""
    return [post.content for post in game.posts if post.content.startswith(f"<@{person.id}>")]


async def test_the_page_tells_what_holds_and_leads_to_the_game_that_is_here(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        page = await ann.slash("settings", game.thread)
        assert chosen(page) == [DIRECT, "On others' turns: ask me", AS_DISCORD]
        assert "Auto end turn" not in page.content
        assert labels(page) == [
            "Auto end turn: off",
            "In words: off",
            "Advice: on",
            "My results: shown",
            "You're next: off",
            "Pictures",
            "Hours, reminders",
            "Only for Ur",
        ]
        page = await ann.press(page, "Auto end turn")
        assert "**Auto end turn:** after two actions, with 30 seconds to undo." in page.content
        page = await ann.choose(page, "On others' turns: add nothing")
        assert chosen(page) == [DIRECT, "On others' turns: add nothing", AS_DISCORD]
        page = await ann.press(page, "Only for Ur")
        assert page.content.startswith("Settings for **Ur**\n")
        assert chosen(page) == [PINGS_AS_USUAL, AS_USUAL]
        page = await ann.choose(page, "On others' turns: add all I have")
        assert chosen(page) == [PINGS_AS_USUAL, "On others' turns: add all I have"]
        page = await ann.choose(page, THREAD)
        assert chosen(page) == [THREAD, "On others' turns: add all I have"]
        page = await ann.press(page, "For all my games")
        assert chosen(page) == [
            DIRECT,
            "On others' turns: add nothing",
            AS_DISCORD,
        ]  # those stay as they were
        # the same from the desk, by way of the help
        page = await ann.press(await ann.slash("help", game.thread), "Settings")
        assert chosen(page) == [THREAD, "On others' turns: add all I have"]
        # and nothing of it is anybody else's
        bob = w.person("bob")
        page = await bob.slash("settings", game.thread)
        assert chosen(page) == [DIRECT, "On others' turns: ask me", AS_DISCORD]
        page = await bob.slash("settings", game.thread, game="Ur")
        assert chosen(page) == [PINGS_AS_USUAL, AS_USUAL]
        # a new player is advised until that is switched off, on the desk
        first = await game.decider()
        assert "💡 None of your leaders is on the board." in game.desk_of(first).content
        desk = await first.press_more(await first.slash("hand", game.thread), "No advice")
        assert desk.content.startswith("No more advice. `/settings` brings it back.\n")
        assert "💡" not in says(desk)
        await w.bot.delivery.rest()
        assert "💡" not in says(game.desk_of(first))
        page = await first.press(await first.slash("settings"), "Advice: off")
        assert "Advice: on" in labels(page)
        await w.bot.delivery.rest()
        assert "💡" in game.desk_of(first).content
        # who does not play sets nothing there
        zoe = w.person("zoe")
        page = await zoe.slash("settings", game.thread)
        assert labels(page)[-1] == "Hours, reminders"
        refused = await zoe.slash("settings", game.thread, game=str(game.id))
        assert refused.content.startswith("You don't play in **Ur**.")
        assert labels(refused) == ["Watch"]
        await w.bot.services.play.resign(game.id, ann.id)
        page = await ann.slash("settings", game.thread)  # it is over
        assert "Only for Ur" not in labels(page)
        refused = await ann.slash("settings", game.thread, game=str(game.id))
        assert "**Ur** is over." in refused.content
        assert not options(refused)


async def test_what_holds_for_all_games_changes_the_messages_of_all(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        games = [await w.open("ann", "bob", name=name) for name in ("Ur", "Uruk")]
        assert len(ann.dms) == 2
        before = [desk.attachments[0].id for desk in ann.dms]
        page = await ann.press(await ann.slash("settings", w.channel), "Pictures")
        assert chosen(page) == ["As in the server"]
        before_it = page.attachments[0].id
        page = await ann.choose(page, "High contrast")
        assert chosen(page) == ["High contrast"]
        assert page.attachments[0].id != before_it  # the legend, in this look
        assert not set(before) & {desk.attachments[0].id for desk in ann.dms}  # drawn anew
        await ann.choose(await ann.press(page, "Back"), THREAD)
        assert not ann.dms
        for game in games:
            assert len(calls_of(game, ann)) == (await game.decider() is ann)
        assert len(w.person("bob").dms) == 2


async def test_whoever_chooses_direct_messages_has_them_tried_at_once(tmp_path):
    """And to the thread at once, and back."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        ann.close_dms()
        game = await w.open("ann", "bob")
        if await game.decider() is not ann:
            await game.play("end")
        assert len(calls_of(game, ann)) == 1
        page = await ann.slash("settings", game.thread, game="Ur")
        assert "I can't send you direct messages" in page.content
        w.env.backend.faults.clear()
        ann.closed_since = None
        page = await ann.choose(page, DIRECT)
        assert len(ann.dms) == 1
        assert not calls_of(game, ann)
        page = await ann.choose(page, THREAD)
        assert not ann.dms
        assert len(calls_of(game, ann)) == 1
        await ann.choose(page, PINGS_AS_USUAL)
        assert game.desk_of(ann).content.startswith("**Ur**: your turn")
        assert not calls_of(game, ann)


async def test_a_turn_ends_by_itself(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        await person.press(await person.slash("settings"), "Auto end turn")
        await game.play("x@C6", "x@D6")
        assert re.search(r"Your turn ends by itself <t:\d+:R>\.", game.desk_of(person).content)
        await w.env.advance_time(25)
        await person.press(game.desk_of(person), "Undo")
        assert "by itself" not in game.desk_of(person).content
        await w.env.advance_time(60)
        assert await game.decider() is person
        await game.play("x@D7")
        before = w.rings(other)
        await w.env.advance_time(29)
        assert await game.decider() is person
        await w.env.advance_time(2)
        assert await game.decider() is other
        assert w.rings(other) == before + 1
        assert "by itself" not in game.desk_of(person).content
        assert "End turn" not in labels(game.desk_of(person))
        assert "**Ur**: your turn" in game.desk_of(other).content


async def test_the_desk_silently_says_that_a_player_is_next(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        table = await game.table()
        first, second, third = (w.people[player.name] for player in table.players)
        await third.press(await third.slash("settings"), "You're next")
        await w.rest()
        rings = [w.rings(person) for person in (first, second, third)]
        assert "You're next" not in game.desk_of(third).content
        await game.play("end")
        line = f"⏭️ You're next, after **{second.name}**."
        assert line in game.desk_of(third).content
        assert [w.rings(person) for person in (first, third)] == [rings[0], rings[2]]
        assert "You're next" not in game.desk_of(first).content
        await game.play("end")
        assert "You're next" not in game.desk_of(third).content
        # of two, each is always next: that is no news
        await w.bot.services.play.resign(game.id, first.id)
        await game.play("end")
        assert "You're next" not in game.desk_of(third).content
