"""A game against computers, by somebody who has added the bot to the own account, anywhere."""

from pathlib import Path

import pytest

from tests.stand_in.by_hand import people
from tests.stand_in.interactions import Interaction
from tests.stand_in.people import Person
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.world import EPHEMERAL, Json, components, labels

OPENED = "POST /users/@me/channels"
SENT = "POST /channels/{channel}/messages"

pytestmark = pytest.mark.slow


def installed(discord: Discord, name: str) -> Person:
    """Somebody who shares no server with the bot, and has added it."""
    (person,) = people(discord, name)
    discord.world.installs.add(person.id)
    return person


def links(message: Json) -> list[str]:
    return [each["url"] for each in components(message) if "url" in each]


async def begin(person: Person, place: Json) -> Interaction:
    """Play against one computer, as it is proposed: a command and a press."""
    page = await person.slash(place, "solo")
    assert page.content.startswith("**Play alone** against computers")
    assert page.message is not None
    return await person.press(page.message, "Play")


async def desk(discord: Discord, person: Person) -> Json:
    """The desk in direct messages, once it is the turn of whoever sits there."""

    def called() -> Json | None:
        shown = person.directs[-1:]
        return shown[0] if shown and "End turn" in labels(shown[0]) else None

    return await discord.until(called)


def only_for(answer: Interaction) -> Json:
    """What is answered, if it is for the eyes of one person alone."""
    assert answer.message is not None
    assert answer.message["flags"] & EPHEMERAL
    return answer.message


async def test_without_any_server(tmp_path: Path) -> None:
    """In a group's messages and in a server that the bot is not in, it is answered to one alone.

    The game itself is in direct messages, and can be looked at from everywhere.
    """
    async with Discord() as discord, Bot(discord, tmp_path):
        ann = installed(discord, "ann")
        (ben,) = people(discord, "ben")
        group = discord.world.add_group(ann.user, ben.user)
        foreign = discord.foreign_channel()
        begun = only_for(await begin(ann, group))
        assert "has begun. Your desk is in your direct messages." in begun["content"]
        directs = discord.world.direct(ann.id)
        home = f"https://discord.com/channels/@me/{directs['id']}"
        assert links(begun) == [home]
        shown = await desk(discord, ann)
        assert not links(shown)
        for elsewhere in (group, foreign):
            hand = only_for(await ann.slash(elsewhere, "hand"))
            assert "your turn – " in hand["content"]
            assert links(hand) == [home]
            refused = only_for(await ann.slash(elsewhere, "end", game="7"))
            assert refused["content"].startswith("I can't find that game.")
        ended = await ann.press(only_for(await ann.slash(foreign, "end")), "End turn")
        assert "**Computer (easy)** to play – 2 actions left." in ended.content
        # nothing was written anywhere but to her
        assert {call.path for call in discord.calls if call.route == SENT} == {
            f"/channels/{directs['id']}/messages"
        }
        assert not discord.world.messages[group["id"]]
        assert not discord.world.messages[foreign["id"]]


async def test_what_is_about_a_server_is_not_offered_elsewhere(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        ann = installed(discord, "ann")
        (ben,) = people(discord, "ben")
        places = (
            discord.world.add_group(ann.user, ben.user),
            discord.foreign_channel(),
            discord.world.direct(ann.id),
        )
        for place in places:
            for command in ("open", "check", "move"):
                with pytest.raises(AssertionError, match=f"no /{command} there"):
                    await ann.slash(place, command)
        for place in places[:2]:  # he has not added it
            with pytest.raises(AssertionError, match="no /solo there"):
                await ben.slash(place, "solo")
        for place in places:
            assert only_for(await ann.slash(place, "solo"))


async def test_an_application_for_servers_only(tmp_path: Path) -> None:
    """Discord would refuse commands for users; in a server and in direct messages all is there."""
    async with Discord() as discord:
        discord.world.users_can_install = False
        async with Bot(discord, tmp_path):
            channel = await discord.new_channel(await discord.new_guild())
            (ann,) = people(discord, "ann")
            assert all(each["integration_types"] == [0] for each in discord.world.commands)
            begun = only_for(await begin(ann, channel))
            assert "in your direct messages" in begun["content"]
            await desk(discord, ann)


async def test_direct_messages_that_seem_to_be_out_of_reach_are_opened_again_once(
    tmp_path: Path,
) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        ann = installed(discord, "ann")
        channel = discord.foreign_channel()
        await begin(ann, channel)
        first = await desk(discord, ann)
        discord.world.stale.add(ann.id)
        before = len(discord.calls)
        begun = await begin(ann, channel)
        assert "has begun. Your desk is in your direct messages." in begun.content
        await discord.until(lambda: int(ann.directs[-1]["id"]) > int(first["id"]))
        assert discord.count(before)[OPENED] == 1
        statuses = [call.status for call in discord.calls[before:] if call.route == SENT]
        assert statuses[:2] == [403, 200]


async def test_direct_messages_that_stay_out_of_reach_count_as_closed(tmp_path: Path) -> None:
    """The whole game can be played where it was begun, for one's own eyes."""
    async with Discord() as discord, Bot(discord, tmp_path):
        ann = installed(discord, "ann")
        channel = discord.foreign_channel()
        discord.world.closed[ann.id] = 50001
        here = only_for(await begin(ann, channel))
        await discord.until(
            lambda: here["content"].startswith("I can't message you, so play here.")
        )
        assert "Message me again" in labels(here)
        assert not ann.directs
        refused = [call for call in discord.calls if call.route == SENT]
        assert [call.status for call in refused] == [403, 403]
        assert discord.count()[OPENED] == 2
        hand = only_for(await ann.slash(channel, "hand"))
        assert hand["content"].startswith("**Solo (easy)**: ")
        assert discord.count()[SENT] == 2  # believed, and not tried with each press
        del discord.world.closed[ann.id]
        await ann.press(hand, "Message me again")
        await desk(discord, ann)
