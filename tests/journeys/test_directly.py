"""Playing from direct messages, and without them."""

from messages import labels
from people import world

from engine import EndTurn, parse_action


async def test_a_whole_turn_in_direct_messages(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        begun = game.desk_of(person)
        assert begun.content.startswith("**Ur**: your turn – 2 actions left.")
        assert begun.attachments[0].description
        await game.play("k@D6")
        await game.take(parse_action("r@E6"), "dm")
        await person.press(person.dms[-1], "Undo")
        assert (await game.table()).view.actions_left == 1
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


async def test_closed_direct_messages_stop_nobody_and_are_tried_again_if_somebody_says_so(tmp_path):
    async with world(tmp_path) as w:
        for name in ("ann", "bob"):
            w.person(name).close_dms()
        game = await w.open("ann", "bob")
        for _ in range(5):
            person, call = await game.decider(), game.posts[-1]
            assert call.content == f"<@{person.id}>, it's your turn in **Ur**."
            assert labels(call) == ["Desk", "Message me again"]
            await game.play("end")
            assert call.id not in {post.id for post in game.posts}  # it is answered
            await w.env.advance_time(200)
        # believed when a door was closed twice, and for an hour
        path = f"/channels/{person.member.user.dm_channel.id}/messages"
        tried = [each for each in w.env.http_requests if (each.method, each.path) == ("POST", path)]
        assert len(tried) == 2
        called, call = await game.decider(), game.posts[-1]
        desk = await called.press(call, "Desk")
        assert desk.content.startswith("**Ur**: your turn")
        answer = await called.press(call, "Message me again")
        assert answer.content.startswith("I'm trying again.")
        assert not called.dms
        assert call.id in {post.id for post in game.posts}
        w.env.backend.faults.clear()
        await called.press(call, "Message me again")
        assert called.dms
        assert call.id not in {post.id for post in game.posts}
        assert (await game.table()).player_of(called.id).direct_refusals == 0
        await game.take(EndTurn(), "dm")
        # whoever presses in direct messages gets them again
        other = await game.decider()
        assert (await game.table()).player_of(other.id).direct_closed_at
        assert not other.dms
        await other.member.user.slash("hand")
        assert "your turn – " in other.dms[-1].content
