"""Players who can't see a game's channel are asked by direct message, or the inviter reads it."""

import discord
from messages import labels
from people import world

HIDDEN = discord.PermissionOverwrite(view_channel=False)


def closed_to(w, *people):
    """A channel that these people can't see."""
    hidden = dict.fromkeys((each.member for each in people), HIDDEN)
    return w.guild.create_text_channel("closed", overwrites=hidden)


async def test_who_cannot_see_the_channel_is_invited_or_offered_a_seat_directly_or_not(
    tmp_path,
):
    async with world(tmp_path) as w:
        ann, cora, dan, eve, fay = map(w.person, ("ann", "cora", "dan", "eve", "fay"))
        game = await w.open("ann", channel=closed_to(w, cora, dan, fay), seats=3)
        dan.close_dms()
        tried = []
        for _ in range(2):
            await ann.slash("invite", game.channel, player=dan.member)
            assert w.last is not None
            text = w.last.response.content
            assert text.startswith(f"<@{dan.id}> can't see this channel, and I can't message them")
            directs = f"/channels/{dan.member.user.dm_channel.id}/messages"
            tried.append([each.path for each in w.env.http_requests].count(directs))
        assert tried[1] > tried[0] > 0  # invited again, it is tried again
        assert f"Can't be reached: <@{dan.id}>" in game.lobby.content
        assert not (await game.table()).open_invitations
        # without keeping a seat
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        assert f"Can't be reached: <@{dan.id}>" in page.content
        invites = "Invite without keeping a seat …"
        page = await ann.choose_users(page, cora.member, eve.member, of=invites)
        assert f"Can't see the game's channel: <@{cora.id}>\n" in page.content
        await ann.choose_users(page, of=invites)

        answer = await ann.slash("invite", game.channel, player=cora.member)
        assert answer.content.startswith("Invited. I'll keep a seat")
        assert f"so I message them directly: <@{cora.id}>" in answer.content
        assert not any("invites you" in each.content for each in game.channel.history())
        assert f"Can't be reached: <@{dan.id}>" in game.lobby.content  # he is not invited again
        (invited,) = cora.dms
        assert "**ann** invites you to **Ur**. I'm keeping you a seat." in invited.content
        assert "You can't see the game's channel, but you can play here." in invited.content
        await eve.press(game.lobby, "Join")  # the other seat is empty
        await cora.press(invited, "Join")
        assert len((await game.table()).players) == 3
        assert "invites you" not in cora.dms[0].content

        # a seat is offered directly, or to no one
        page = await ann.press(await ann.slash("resign", game.home), "Offer my seat")
        await ann.choose_users(page, dan.member, of="Offer the seat to a player …")
        assert w.last is not None
        assert "I can't message them" in w.last.response.content
        assert (await game.table()).player_of(ann.id).offered_seq is None
        log = await ann.slash("log", game.home)
        assert "The offer of ann's seat has reached no one." in log.content

        page = await ann.press(await ann.slash("resign", game.home), "Offer my seat")
        await ann.choose_users(page, fay.member, of="Offer the seat to a player …")
        assert not any("Take the seat" in labels(each) for each in game.posts)
        (offer,) = fay.dms
        assert "this offer is for you. **ann**" in offer.content
        await fay.press(offer, "Take the seat")
        assert (await game.table()).player_of(fay.id)
