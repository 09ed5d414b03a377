"""Players who can't see a game's channel are asked by direct message, or the inviter is told."""

import discord
import pytest
from messages import labels
from people import world

HIDDEN = discord.PermissionOverwrite(view_channel=False)


def closed_to(w, person):
    """A channel that this person can't see."""
    return w.guild.create_text_channel("closed", overwrites={person.member: HIDDEN})


async def test_a_player_who_cannot_see_the_channel_is_invited_directly(tmp_path):
    async with world(tmp_path) as w:
        cora, ann = w.person("cora"), w.person("ann")
        game = await w.open("ann", channel=closed_to(w, cora), seats=2)
        answer = await ann.slash("invite", game.channel, player=cora.member)
        await w.env.settle()
        assert answer.content.startswith("Invited. I'll keep a seat")
        assert f"so I message them directly: <@{cora.id}>" in answer.content
        assert not any("invites you" in each.content for each in game.channel.history())
        (invited,) = cora.dms
        assert "**ann** invites you to **Ur**. I'm keeping you a seat." in invited.content
        assert "You can't see the game's channel, but you can play here." in invited.content
        await cora.press(invited, "Accept")
        await w.env.settle()
        assert (await game.table()).view is not None
        assert "invites you" not in cora.dms[0].content
        assert game.desk_of(cora)


async def test_no_seat_is_kept_if_the_invitation_does_not_arrive(tmp_path):
    async with world(tmp_path) as w:
        cora, ann = w.person("cora"), w.person("ann")
        game = await w.open("ann", channel=closed_to(w, cora), seats=2)
        cora.close_dms()
        await ann.slash("invite", game.channel, player=cora.member)
        await w.env.settle()
        assert w.last is not None
        told = w.last.response.content
        assert told.startswith(f"<@{cora.id}> can't see this channel, and I can't message them")
        assert f"Can't be reached: <@{cora.id}>" in game.lobby.content
        assert not (await game.table()).open_invitations
        await ann.slash("computer", game.channel, level="easy")  # the seat is empty
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        assert f"Can't be reached: <@{cora.id}>" in page.content


async def test_an_invitation_without_a_seat_says_who_cannot_see_it(tmp_path):
    async with world(tmp_path) as w:
        cora, dan, ann = w.person("cora"), w.person("dan"), w.person("ann")
        game = await w.open("ann", channel=closed_to(w, cora), seats=3)
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        page = await ann.choose_users(
            page, cora.member, dan.member, of="Invite without keeping a seat …"
        )
        assert f"Can't see the game's channel: <@{cora.id}>\n" in page.content


@pytest.mark.parametrize("reached", [True, False])
async def test_an_offered_seat(tmp_path, reached):
    async with world(tmp_path) as w:
        cora, ann = w.person("cora"), w.person("ann")
        game = await w.open("ann", "bob", channel=closed_to(w, cora))
        if not reached:
            cora.close_dms()
        page = await ann.press(await ann.slash("resign", game.home), "Offer my seat")
        page = await ann.choose_users(page, cora.member, of="Offer the seat to a player …")
        await w.env.settle()
        assert not any("Take the seat" in labels(each) for each in game.posts)
        if reached:
            (offer,) = cora.dms
            assert "this offer is for you. **ann**" in offer.content
            await cora.press(offer, "Take the seat")
            await w.env.settle()
            assert (await game.table()).player_of(cora.id)
        else:
            assert w.last is not None
            assert "I can't message them" in w.last.response.content
            assert (await game.table()).player_of(ann.id).offered_seq is None
            log = await ann.slash("log", game.home)
            assert "The offer of ann's seat has reached no one." in log.content
