"""Playing from direct messages, and without them."""

from pathlib import Path

import pytest
from people import GameOnDiscord, LoadedDice, Message, Person, World, labels, read, world

from engine import ActionDecision, AddDecision, EndTurn, Step, parse_action


async def test_a_whole_turn_in_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        board = await person.press(person.dms[-1], "Watch")
        assert board.attachments[0].filename.startswith("board-")
        assert board.attachments[0].description
        await game.take(parse_action("k@D6"), "dm")
        await game.take(parse_action("r@E6"), "dm")
        await person.press(person.dms[-1], "Undo")
        table = await game.table()
        assert table.view.actions_left == 1
        await game.take(parse_action("x@C6"), "dm")
        assert labels(person.dms[-1])[0] == "End turn"
        await game.take(parse_action("end"), "dm")
        assert len(person.dms) == 1
        assert not labels(person.dms[-1])
        assert "it is your turn" not in person.dms[-1].content
        assert "it is your turn" in (await game.decider()).dms[-1].content


async def test_a_question_in_a_direct_message_closes_once_answered(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        for step in steps:
            before = await game.table()
            if isinstance(before.view.decision, AddDecision):
                break
            await game.take(step.action, "slash")
        attacker = await game.decider()
        question = attacker.dms[-1]
        conflict = before.view.decision.conflict
        assert f"On the board you have {conflict.attacker.strength}" in question.content
        held = (await game.whole()).hands[conflict.attacker.seat][conflict.tiles]
        assert f"You can add {held} × 🟥 temple." in question.content
        assert labels(question) == [f"Add {count}" for count in range(held + 1)]
        # a picture or message for others says nothing of what is held
        assert all("You can add" not in post.content for post in game.posts)
        assert "adds how many" not in game.turn.content
        await attacker.press(question, "Add 1")
        (closed,) = (each for each in attacker.dms if each.id == question.id)
        assert not labels(closed)
        defender = await game.decider()
        assert f"**{attacker.name}** has added 1 and stands at" in defender.dms[-1].content
        assert f"**{attacker.name}** adds 1 × 🟥 temple." in game.turn.content


async def test_closed_direct_messages_stop_nobody(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        for name in ("ann", "bob"):
            w.person(name).close_dms()
        game = await w.open("ann", "bob")
        calls, before = 0, None
        for step in steps[:20]:
            table = await game.table()
            person = await game.decider()
            asked = not isinstance(table.view.decision, ActionDecision)
            called = asked and person is not before
            if called:
                calls += 1
                call = game.posts[-1]
                assert f"<@{person.id}>, a question for you in **Ur**" in call.content
                assert labels(call) == ["Decide", "Try my DMs again"]
            await game.take(step.action, "hand" if calls % 2 else "buttons")
            if called:
                (answered,) = (post for post in game.posts if post.id == call.id)
                assert not labels(answered)
            before = person
        assert calls
        assert not w.person("ann").dms
        assert not w.person("bob").dms
        # no hand was tried again and again: it was believed when a door was closed twice
        tried = [
            request
            for request in w.env.http_requests
            if request.method == "POST"
            and request.path == f"/channels/{person.member.user.dm_channel.id}/messages"
        ]
        assert len(tried) == 2


async def test_after_others_have_decided_the_player_is_called_again(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    for closed in (False, True):
        folder = tmp_path / str(closed)
        folder.mkdir()
        async with world(folder, LoadedDice(start.seats, bag)) as w:
            if closed:
                w.person("bob").close_dms()
            game = await w.open("ann", "bob")
            for step in steps:
                table = await game.table()
                if isinstance(table.view.decision, AddDecision) and table.view.active == 1:
                    break
                await game.take(step.action, "slash")
            bob = w.person("bob")
            before = len(bob.dms)
            await game.take(parse_action("+0"), "hand")
            assert await game.decider() is w.person("ann")
            await game.take(parse_action("+0"), "dm")
            assert await game.decider() is bob
            if closed:
                call = game.posts[-1]
                assert call.content == f"<@{bob.id}>, it is your turn again in **Ur**."
                hand = await bob.press(call, "Play")
                assert hand.attachments[0].filename.startswith("hand-")
                assert "Tile" in labels(hand)
                assert game.pings[-1] == bob.id
            else:
                assert "it is your turn again" in bob.dms[-1].content
                assert "Tile" in labels(bob.dms[-1])
                assert not bob.dms[-1].flags.suppress_notifications
                assert len(bob.dms) == before + 1
                assert all(not labels(message) for message in bob.dms[:-1])
            await game.take(parse_action("r@E6"), "buttons")


async def called_with_closed_doors(
    w: World,
) -> tuple[GameOnDiscord, Person, Message, list[Step]]:
    """A game in which somebody is called by a message in the thread: all doors are closed.

    And how it goes on.
    """
    _, steps, _ = read("two_people.te")
    for name in ("ann", "bob"):
        w.person(name).close_dms()
    game = await w.open("ann", "bob")
    steps = list(steps)
    while True:
        table = await game.table()
        attacked = isinstance(table.view.decision, AddDecision)
        if attacked and table.view.active != table.view.decision.seat:
            break
        await game.take(steps.pop(0).action, "hand")
    call = game.posts[-1]
    assert labels(call) == ["Decide", "Try my DMs again"]
    called = await game.decider()
    assert not called.dms
    return game, called, call, steps


@pytest.mark.parametrize("opened", [True, False])
async def test_direct_messages_are_tried_again_when_somebody_says_so(
    tmp_path: Path, opened: bool
) -> None:
    start, _, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game, called, call, _ = await called_with_closed_doors(w)
        if opened:
            w.env.backend.faults.clear()
        answer = await called.press(call, "Try my DMs again")
        assert answer.content.startswith("I try it")
        await w.env.settle()
        assert bool(called.dms) == opened
        (call,) = (post for post in game.posts if post.id == call.id)
        assert bool(labels(call)) != opened
        if opened:
            assert (await game.table()).player_of(called.id).direct_refusals == 0
            await called.press(called.dms[-1], "Add 0")
        else:
            await called.press(call, "Decide")
        assert len([post for post in game.posts if "a question for you" in post.content]) == 1


async def test_direct_messages_are_tried_again_with_a_call_after_an_hour(tmp_path: Path) -> None:
    start, _, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game, called, _, (answer, *steps) = await called_with_closed_doors(w)
        w.env.backend.faults.clear()
        await game.take(answer.action, "hand")
        await w.env.advance_time(2 * 3600)
        for step in steps:
            assert not called.dms
            await game.take(step.action, "hand")
            if await game.decider() is called:
                break
        assert called.dms


async def test_whoever_presses_in_direct_messages_gets_them_again(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first = await game.decider()
        old = first.dms[-1]
        first.close_dms()
        await game.take(EndTurn(), "slash")
        await game.take(EndTurn(), "slash")
        assert (await game.table()).player_of(first.id).direct_closed_at
        w.env.backend.faults.clear()
        await first.member.user.slash("hand")
        await w.env.settle()
        assert first.dms[-1].id != old.id
        assert "it is your turn" in first.dms[-1].content


async def test_a_name_is_the_one_of_the_games_server(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        for name in ("ann", "bob"):
            w.person(name, nick=f"{name} of Ur")
        game = await w.open("ann", "bob")
        person = await game.decider()
        await game.take(parse_action("k@D6"), "dm")
        assert f"**{person.name} of Ur** places" in game.turn.content
        assert person.name in game.lobby.content
        changed = w.env.backend.get_guild(w.guild.id).members[person.id]
        changed.nick = "Enkidu"
        await game.take(parse_action("r@E6"), "slash")
        assert "**Enkidu** places a 🟥 temple" in game.turn.content
        assert "**Enkidu**" in game.lobby.content
