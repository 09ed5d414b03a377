"""Playing from direct messages, and without them."""

import pytest
from messages import labels
from people import read, world

from engine import ActionDecision, AddDecision, EndTurn, parse_action
from tests.dice import LoadedDice


async def test_a_whole_turn_in_direct_messages(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        begun = game.desk_of(person)
        assert begun.content.startswith("**Ur**: your turn – 2 actions left.")
        assert begun.attachments[0].description
        await game.take(parse_action("k@D6"), "dm")
        await game.take(parse_action("r@E6"), "dm")
        await person.press(person.dms[-1], "Undo")
        table = await game.table()
        assert table.view.actions_left == 1
        await game.take(parse_action("x@C6"), "dm")
        assert labels(person.dms[-1])[0] == "End turn"
        await game.take(parse_action("end"), "dm")
        assert len(person.dms) == 1
        assert person.dms[-1].id == begun.id  # the same message all the time
        assert "End turn" not in labels(person.dms[-1])
        other = await game.decider()
        assert f"**{other.name}** to play – 2 actions left." in person.dms[-1].content
        (desk,) = other.dms
        assert desk.content.startswith("**Ur**: your turn – 2 actions left.")
        assert "E6" not in desk.content  # taken back
        assert f"> **{person.name}**: ⬛ settlement D6" in desk.content


async def test_a_question_is_asked_at_the_desk(tmp_path):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        for step in steps:
            before = await game.table()
            if isinstance(before.view.decision, AddDecision):
                break
            await game.take(step.action, "slash")
        attacker = await game.decider()
        question = game.desk_of(attacker)
        conflict = before.view.decision.conflict
        assert f"{conflict.attacker.strength} to {conflict.defender.strength}" in question.content
        held = (await game.whole()).hands[conflict.attacker.seat][conflict.tiles]
        most = conflict.attacker.strength + held
        assert f", {most} with all you hold." in question.content
        adding = [label.split(" · ")[0] for label in labels(question) if "Add" in label]
        assert sorted(adding) == ["Add 0", *(f"Add {count}" for count in range(1, held + 1))]
        # a picture or message for others says nothing of what is held
        assert all("you hold" not in post.content for post in game.posts)
        assert "Add tiles?" not in game.turn.content
        await attacker.press(question, "Add 1")
        answered = game.desk_of(attacker)
        assert answered.id == question.id
        assert not [label for label in labels(answered) if label.startswith("Add")]
        defender = await game.decider()
        assert f"{conflict.attacker.strength + 1} to {conflict.defender.strength}." in (
            game.desk_of(defender).content
        )
        assert f"**{attacker.name}** adds 1 🟥 temple." in game.turn.content


@pytest.mark.slow
async def test_closed_direct_messages_stop_nobody(tmp_path):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        for name in ("ann", "bob"):
            w.person(name).close_dms()
        game = await w.open("ann", "bob")
        calls = set()
        for step in steps[:20]:
            table = await game.table()
            person = await game.decider()
            asked = not isinstance(table.view.decision, ActionDecision)
            call = game.posts[-1]
            called = "· turn" not in call.content
            if called:
                assert call.id not in calls
                calls.add(call.id)
                wanted = "it's up to you in **Ur**" if asked else "it's your turn in **Ur**"
                assert call.content.startswith(f"<@{person.id}>, {wanted}")
                assert labels(call) == ["Desk", "Message me again"]
                desk = await person.press(call, "Desk")
                assert desk.content.startswith("**Ur**: ")
            await game.take(step.action, "hand" if len(calls) % 2 else "buttons")
            there = {post.id for post in game.posts}
            assert (call.id in there) != called  # it is answered
            await w.env.advance_time(200)
        calls |= {post.id for post in game.posts if "Message me again" in labels(post)}
        assert len(game.pings) == len(calls) > 5
        assert not w.person("ann").dms
        assert not w.person("bob").dms
        # not tried again and again: believed when a door was closed twice, and for an hour
        tried = [
            request
            for request in w.env.http_requests
            if request.method == "POST"
            and request.path == f"/channels/{person.member.user.dm_channel.id}/messages"
        ]
        assert len(tried) == 4


async def called_with_closed_doors(
    w,
):
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
        await w.env.advance_time(200)
        await game.take(steps.pop(0).action, "hand")
    call = game.posts[-1]
    assert labels(call) == ["Desk", "Message me again"]
    called = await game.decider()
    assert not called.dms
    return game, called, call, steps


@pytest.mark.slow
@pytest.mark.parametrize("opened", [True, False])
async def test_direct_messages_are_tried_again_when_somebody_says_so(tmp_path, opened):
    start, _, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game, called, call, _ = await called_with_closed_doors(w)
        if opened:
            w.env.backend.faults.clear()
        answer = await called.press(call, "Message me again")
        assert answer.content.startswith("I'm trying again.")
        await w.env.settle()
        assert bool(called.dms) == opened
        assert (call.id in {post.id for post in game.posts}) != opened
        if opened:
            assert (await game.table()).player_of(called.id).direct_refusals == 0
            await called.press(called.dms[-1], "Add 0")
        else:
            await called.press(await called.press(call, "Desk"), "Add 0")
        assert not [post for post in game.posts if "it's up to you in" in post.content]


async def test_whoever_presses_in_direct_messages_gets_them_again(tmp_path):
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
        assert "your turn – " in first.dms[-1].content
