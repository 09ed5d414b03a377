"""A game against computers anywhere, by a user who has installed the bot."""

import pytest

from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.world import EPHEMERAL, components, labels

OPENED = "POST /users/@me/channels"
SENT = "POST /channels/{channel}/messages"
BEGUN = "has begun. Your desk is in your direct messages."

pytestmark = pytest.mark.slow


def installed(discord, name):
    """A user who shares no server with the bot, and has added it."""
    (person,) = people(discord, name)
    discord.world.installs.add(person.id)
    return person


def links(message):
    return [each["url"] for each in components(message) if "url" in each]


async def begin(person, place):
    """Play against one computer, as it is proposed: a command and a press. What is answered."""
    page = only_for(await person.slash(place, "solo"))
    assert page["content"].startswith("**Play alone** against computers")
    return only_for(await person.press(page, "Play"))


async def desk(discord, person):
    """The desk in direct messages, once it is that user's turn."""

    def called():
        shown = person.directs[-1:]
        return shown[0] if shown and "End turn" in labels(shown[0]) else None

    return await discord.until(called)


def only_for(answer):
    """The answer, if it is ephemeral."""
    assert answer.message["flags"] & EPHEMERAL
    return answer.message


async def test_without_any_server(tmp_path):
    """In a group's messages and in a server without the bot, answers are ephemeral.

    The game itself is in direct messages, and can be looked at from everywhere. What is about a
    server is not offered, nor anything to somebody who has not added it.
    """
    async with Discord() as discord, Bot(discord, tmp_path):
        ann = installed(discord, "ann")
        (ben,) = people(discord, "ben")
        group, foreign = discord.world.add_group(ann.user, ben.user), discord.foreign_channel()
        directs = discord.world.direct(ann.id)
        for place in (group, foreign, directs):
            for command in ("open", "check", "move"):
                with pytest.raises(AssertionError, match=f"no /{command} there"):
                    await ann.slash(place, command)
        for place in (group, foreign):
            with pytest.raises(AssertionError, match="no /solo there"):
                await ben.slash(place, "solo")
        assert only_for(await ann.slash(directs, "solo"))

        begun = await begin(ann, group)
        assert BEGUN in begun["content"]
        home = f"https://discord.com/channels/@me/{directs['id']}"
        assert links(begun) == [home]
        assert not links(await desk(discord, ann))
        for elsewhere in (group, foreign):
            hand = only_for(await ann.slash(elsewhere, "hand"))
            assert "your turn – " in hand["content"]
            assert links(hand) == [home]
            refused = only_for(await ann.slash(elsewhere, "end", game="7"))
            assert refused["content"].startswith("I can't find that game.")
        ended = await ann.press(only_for(await ann.slash(foreign, "end")), "End turn")
        assert "**Computer (easy)** to play – 2 actions left." in ended.content
        # nothing was written anywhere but to her
        sent = {call.path for call in discord.calls if call.route == SENT}
        assert sent == {f"/channels/{directs['id']}/messages"}
        assert not discord.world.messages[group["id"]]
        assert not discord.world.messages[foreign["id"]]

        await opened_again_once(discord, installed(discord, "cora"), foreign)
        await closed(discord, installed(discord, "dan"), foreign)


async def opened_again_once(discord, person, channel):
    """Direct messages that seem to be out of reach."""
    await begin(person, channel)
    first = await desk(discord, person)
    discord.world.stale.add(person.id)
    before = len(discord.calls)
    assert BEGUN in (await begin(person, channel))["content"]
    await discord.until(lambda: int(person.directs[-1]["id"]) > int(first["id"]))
    assert discord.count(before)[OPENED] == 1
    assert sent_to(discord, person, before)[:2] == [403, 200]


async def closed(discord, person, channel):
    """Direct messages that stay out of reach: it is played where it was begun, for one's eyes."""
    discord.world.closed[person.id] = 50001
    before = len(discord.calls)
    here = await begin(person, channel)
    await discord.until(lambda: here["content"].startswith("I can't message you, so play here."))
    assert "Message me again" in labels(here)
    assert not person.directs
    assert sent_to(discord, person, before) == [403, 403]
    assert discord.count(before)[OPENED] == 2
    hand = only_for(await person.slash(channel, "hand"))
    assert hand["content"].startswith("**Solo (easy)**: ")
    assert len(sent_to(discord, person, before)) == 2  # believed, and not tried with each press
    del discord.world.closed[person.id]
    await person.press(hand, "Message me again")
    await desk(discord, person)


def sent_to(discord, person, since):
    """The statuses of direct messages, from that call on."""
    path = f"/channels/{discord.world.direct(person.id)['id']}/messages"
    return [
        call.status for call in discord.calls[since:] if (call.route, call.path) == (SENT, path)
    ]


async def test_an_application_for_servers_only(tmp_path):
    """Discord would refuse commands for users; in a server and in direct messages all is there."""
    async with Discord() as discord:
        discord.world.users_can_install = False
        async with Bot(discord, tmp_path):
            channel = await discord.new_channel(await discord.new_guild())
            (ann,) = people(discord, "ann")
            assert all(each["integration_types"] == [0] for each in discord.world.commands)
            assert "in your direct messages" in (await begin(ann, channel))["content"]
            await desk(discord, ann)
