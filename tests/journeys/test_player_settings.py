"""Where somebody is called, and how loudly: set with a press, and true from then on."""

import re
from pathlib import Path

import pytest
from messages import chosen, labels, options, says
from people import GameOnDiscord, Person, now, read, world

from engine import parse_action
from tests.databases import meddle
from tests.dice import LoadedDice

THREAD = "Pings in the game's thread"
DIRECT = "Pings by direct message"
PINGS_AS_USUAL = "Pings as in all my games"
AS_USUAL = "On others' turns: as in all my games"


async def called_in_the_thread(person: Person) -> None:
    await person.choose(await person.slash("settings"), THREAD)


def calls_of(game: GameOnDiscord, person: Person) -> list[str]:
    """The messages in the thread that call somebody now."""
    return [post.content for post in game.posts if post.content.startswith(f"<@{person.id}>")]


async def test_the_page_tells_what_holds_and_leads_to_the_game_that_is_here(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        page = await ann.slash("settings", game.thread)
        assert chosen(page) == [DIRECT, "On others' turns: ask me"]
        assert "Auto end turn" not in page.content
        assert labels(page) == [
            "Auto end turn: off",
            "High contrast: off",
            "In words: off",
            "Advice: on",
            "Your hours",
            "Only for Ur",
        ]
        page = await ann.press(page, "Auto end turn")
        assert "**Auto end turn:** after two actions, with 30 seconds to undo." in page.content
        page = await ann.choose(page, "On others' turns: add nothing")
        assert chosen(page) == [DIRECT, "On others' turns: add nothing"]
        page = await ann.press(page, "Only for Ur")
        assert page.content.startswith("Settings for **Ur**\n")
        assert chosen(page) == [PINGS_AS_USUAL, AS_USUAL]
        page = await ann.choose(page, "On others' turns: add all I have")
        assert chosen(page) == [PINGS_AS_USUAL, "On others' turns: add all I have"]
        page = await ann.choose(page, THREAD)
        assert chosen(page) == [THREAD, "On others' turns: add all I have"]
        page = await ann.press(page, "For all my games")
        assert chosen(page) == [DIRECT, "On others' turns: add nothing"]  # those stay as they were
        # the same from the desk, by way of the help, and in direct messages
        page = await ann.press(await ann.slash("help", game.thread), "Settings")
        assert chosen(page) == [THREAD, "On others' turns: add all I have"]
        page = await ann.slash("settings")
        assert chosen(page) == [DIRECT, "On others' turns: add nothing"]
        assert chosen(await ann.press(page, "Only for Ur")) == [
            THREAD,
            "On others' turns: add all I have",
        ]
        # and nothing of it is anybody else's
        bob = w.person("bob")
        assert chosen(await bob.slash("settings", game.thread)) == [
            DIRECT,
            "On others' turns: ask me",
        ]
        assert chosen(await bob.slash("settings", game.thread, game="Ur")) == [
            PINGS_AS_USUAL,
            AS_USUAL,
        ]


async def test_of_several_games_one_is_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await w.open("ann", "bob")
        other = await w.open("ann", "bob", name="Uruk")
        ann = w.person("ann")
        page = await ann.slash("settings")
        assert options(page)["Uruk"] == str(other.id)
        page = await ann.choose(page, "Uruk", of="Only for one game")
        assert "**Uruk**" in page.content
        page = await ann.press(page, "Mute this game")
        page = await ann.press(page, "Unmute this game")
        assert "Mute this game" in labels(page)


async def test_who_does_not_play_sets_nothing_there(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        zoe, ann = w.person("zoe"), w.person("ann")
        page = await zoe.slash("settings", game.thread)
        assert labels(page) == [
            "Auto end turn: off",
            "High contrast: off",
            "In words: off",
            "Advice: on",
            "Your hours",
        ]
        refused = await zoe.slash("settings", game.thread, game=str(game.id))
        assert refused.content.startswith("You don't play in **Ur**.")
        assert labels(refused) == ["Watch"]
        assert labels(await zoe.slash("help", w.channel)) == ["Rules", "Learn to play"]
        await ann.press(await ann.slash("resign", game.thread), "Resign")
        page = await ann.slash("settings", game.thread)  # it is over
        assert "Only for Ur" not in labels(page)
        refused = await ann.slash("settings", game.thread, game=str(game.id))
        assert "**Ur** is over." in refused.content
        assert not options(refused)


async def test_from_the_desk_through_the_settings_and_back(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        for desk in (game.desk_of(person), await person.press(game.turn, "Desk")):
            page = await person.press_more(desk, "Settings")
            assert "Your turn" not in page.content
            assert "your turn – 2 actions left" in (await person.press(page, "Back")).content
            page = await person.press_more(desk, "Settings")
            for label in ("For all my games", "Your hours", "Time zone", "Back", "Back"):
                page = await person.press(page, label)
            page = await person.press(page, "Back")
            assert page.id == desk.id
            assert "your turn – 2 actions left" in page.content


@pytest.mark.slow
async def test_a_whole_game_in_the_thread_is_without_direct_messages(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        ann, bob = w.person("ann"), w.person("bob")
        await called_in_the_thread(ann)
        game = await w.open("ann", "bob")
        called = 0
        turns = set()
        for step in steps[:40]:
            person = await game.decider()
            calls = calls_of(game, ann)
            turns.add((await game.table()).turn)
            if person is ann and calls:
                (call,) = calls
                called += 1
                assert re.match(rf"<@{ann.id}>, it's (your turn|up to you) in \*\*Ur\*\*", call)
                message = next(post for post in game.posts if post.content == call)
                assert labels(message) == ["Desk"]
                desk = await ann.press(message, "Desk")
                assert desk.content.startswith("**Ur**: ")
            await game.take(step.action, "hand" if person is ann else "dm")
            assert not (calls and calls == calls_of(game, ann))  # it is answered
            await w.env.advance_time(200)
            assert not ann.dms
        called += len(calls_of(game, ann))
        assert w.rings(ann) == called > len(turns) // 2
        assert not calls_of(game, bob)
        await bob.press(await bob.slash("resign", game.thread), "Resign")
        assert not ann.dms
        assert w.rings(ann) == called + 1
        (result,) = (post for post in game.posts if "**Ur** is over." in post.content)
        assert result.content.endswith(f"\n<@{ann.id}>")
        assert f"<@{bob.id}>" not in result.content
        assert len(bob.dms) == 1


async def test_a_press_on_the_desk_in_the_thread_changes_that_desk(tmp_path: Path) -> None:
    start, _, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        ann = w.person("ann")
        await called_in_the_thread(ann)
        game = await w.open("ann", "bob")
        assert await game.decider() is ann
        (call,) = (post for post in game.posts if post.content in calls_of(game, ann))
        desk = await ann.press(call, "Desk")
        assert desk.ephemeral
        column = await ann.press_more(desk, "Catastrophe")
        assert column.id == desk.id
        done = await ann.press(await ann.press(column, "Back"), "End turn")
        done = await ann.press(done, "End turn")
        assert done.id == desk.id
        assert done.content.startswith("**Ur**: **bob** to play – 2 actions left.")
        assert not calls_of(game, ann)


async def test_back_to_direct_messages_and_to_the_thread_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        assert len(person.dms) == 1
        page = await person.slash("settings", game.thread, game="Ur")
        page = await person.choose(page, THREAD)
        assert not person.dms
        assert len(calls_of(game, person)) == 1
        page = await person.choose(page, DIRECT)
        assert not calls_of(game, person)
        assert game.desk_of(person).content.startswith("**Ur**: your turn")
        await person.choose(page, PINGS_AS_USUAL)
        assert len(person.dms) == 1


async def test_what_holds_for_all_games_changes_the_messages_of_all(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        games = [await w.open("ann", "bob", name=name) for name in ("Ur", "Uruk")]
        assert len(ann.dms) == 2
        before = [desk.attachments[0].id for desk in ann.dms]
        page = await ann.press(await ann.slash("settings", w.channel), "High contrast")
        await w.env.settle()
        assert "**High contrast:**" in page.content
        assert not set(before) & {desk.attachments[0].id for desk in ann.dms}  # drawn anew
        await ann.choose(page, THREAD)
        await w.env.settle()
        assert not ann.dms
        for game in games:
            assert len(calls_of(game, ann)) == (await game.decider() is ann)
        assert len(w.person("bob").dms) == 2


async def test_a_damaged_game_leaves_the_settings_of_all_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        page = await ann.slash("settings", game.thread, game="Ur")
        await meddle(tmp_path / "games.sqlite3", "UPDATE game SET options = '7'")
        await ann.press(page, "Mute this game")
        assert w.last is not None
        assert "is damaged, so I can't read it" in w.last.followups[-1].content
        page = await ann.slash("settings", game.thread)
        assert labels(page) == [
            "Auto end turn: off",
            "High contrast: off",
            "In words: off",
            "Advice: on",
            "Your hours",
        ]
        page = await ann.press(page, "Auto end turn")
        assert "**Auto end turn:** after two actions" in page.content
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


async def test_whoever_chooses_direct_messages_has_them_tried_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        ann.close_dms()
        game = await w.open("ann", "bob")
        if await game.decider() is not ann:
            await game.take(parse_action("end"))
        assert len(calls_of(game, ann)) == 1
        page = await ann.slash("settings", game.thread, game="Ur")
        assert "I can't send you direct messages" in page.content
        w.env.backend.faults.clear()
        ann.closed_since = None
        await ann.choose(page, DIRECT)
        assert len(ann.dms) == 1
        assert not calls_of(game, ann)


async def test_who_has_closed_direct_messages_since_is_told_of_the_end_in_the_thread(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        ann.close_dms()
        before = w.rings(ann)
        await bob.press(await bob.slash("resign", game.thread), "Resign")
        await w.env.settle()
        (result,) = (post for post in game.posts if "**Ur** is over." in post.content)
        assert result.content.endswith(f"\n<@{ann.id}>")
        assert w.rings(ann) == before + 1


@pytest.mark.slow
async def test_a_muted_game_is_silent_everywhere(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        ann, bob = w.person("ann"), w.person("bob")
        game = await w.open("ann", "bob")
        await called_in_the_thread(bob)
        for person in (ann, bob):
            page = await person.slash("settings", game.thread, game="Ur")
            await person.press(page, "Mute this game")
        before = w.rings(ann), w.rings(bob)
        called = set()
        for step in steps[:20]:
            person = await game.decider()
            called |= {post.id for post in game.posts if post.content in calls_of(game, bob)}
            await game.take(step.action, "dm" if person is ann else "hand")
            await w.env.advance_time(200)
        assert called  # with a button, but no sound
        assert len(ann.dms) == 1
        await ann.press(await ann.slash("resign", game.thread), "Resign")
        assert (w.rings(ann), w.rings(bob)) == before


async def test_a_turn_ends_by_itself(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        await person.press(await person.slash("settings"), "Auto end turn")
        await game.take(parse_action("x@C6"), "dm")
        await game.take(parse_action("x@D6"), "dm")
        assert re.search(r"Your turn ends by itself <t:\d+:R>\.", game.desk_of(person).content)
        await w.env.advance_time(25)
        await person.press(game.desk_of(person), "Undo")
        assert "by itself" not in game.desk_of(person).content
        await w.env.advance_time(60)
        assert await game.decider() is person
        await game.take(parse_action("x@D7"), "dm")
        before = w.rings(other)
        await w.env.advance_time(29)
        assert await game.decider() is person
        await w.env.advance_time(2)
        assert await game.decider() is other
        assert w.rings(other) == before + 1
        assert "by itself" not in game.desk_of(person).content
        assert "End turn" not in labels(game.desk_of(person))
        assert "**Ur**: your turn" in game.desk_of(other).content


async def test_a_turn_that_waits_for_its_end_does_so_no_more_once_that_is_set(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        await game.take(parse_action("x@C6"), "dm")
        await game.take(parse_action("x@D6"), "dm")
        await w.env.advance_time(60)
        page = await person.press(await person.slash("settings"), "Auto end turn")
        await w.env.settle()
        assert "**Auto end turn:** after two actions" in page.content
        assert await game.decider() is other
        assert "**Ur**: your turn" in game.desk_of(other).content


async def test_a_turn_in_the_thread_ends_by_itself_on_the_open_desk(tmp_path: Path) -> None:
    """The copy for one's own eyes is edited like the desk in direct messages."""
    start, _, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        ann = w.person("ann")
        await ann.press(await ann.choose(await ann.slash("settings"), THREAD), "Auto end turn")
        game = await w.open("ann", "bob")
        (call,) = (post for post in game.posts if post.content in calls_of(game, ann))
        desk = await ann.press(call, "Desk")
        for cell in ("C6", "D6"):
            desk = await ann.press_more(desk, "Catastrophe")
            desk = await ann.press(desk, cell[0]) if cell not in labels(desk) else desk
            desk = await ann.press(desk, cell)
            desk = await ann.press(desk, labels(desk)[0])
        assert "Your turn ends by itself" in desk.content
        await w.env.advance_time(31)
        assert await game.decider() is w.person("bob")
        shown = now(game, desk)
        assert " to play – " in shown.content
        assert "End turn" not in labels(shown)
        assert not ann.dms
        assert not calls_of(game, ann)


async def test_a_turn_ends_by_itself_after_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        await person.press(await person.slash("settings"), "Auto end turn")
        await game.take(parse_action("x@C6"), "dm")
        await game.take(parse_action("x@D6"), "dm")
        await w.restart()
        await w.env.advance_time(31)
        assert await game.decider() is other
        assert "your turn – " in says(game.desk_of(other))
