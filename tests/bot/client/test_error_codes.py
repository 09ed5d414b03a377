"""Error codes of each meaning, and an unknown one, for each call that delivery makes."""

from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
import simcord

from bot.app import TwoRivers
from bot.client import ClientOptions
from bot.client.connection.error_codes import (
    MEANINGS,
    MISSING_ACCESS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    Meaning,
)
from bot.client.courier import DiscordCourier
from bot.client.messages.simpler import simpler_versions
from bot.content.message import Button, Content, Link, Picture, PublicContent
from bot.delivery import (
    CourierError,
    DirectMessagesClosed,
    Gone,
    InChannel,
    MessageSearch,
    MissingPermission,
    NoThread,
    NotTaken,
    PlaceClosed,
    PublicPost,
    ToHome,
    TooEarly,
    ToUser,
    TryLater,
)
from bot.domain.table import HomeKind
from bot.i18n import public
from bot.intents import Address
from bot.intents.board import SeeDesk
from tests.databases import new_database
from tests.patience import LONG

DESK = Address(1).to(SeeDesk())

UNKNOWN = 987654
SPECIAL = {MISSING_ACCESS, THREAD_ARCHIVED, THREAD_LOCKED, TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL}
OF_EACH_MEANING = {meaning: code for code, meaning in MEANINGS.items()}
CODES = {code: MEANINGS[code] for code in SPECIAL.union(OF_EACH_MEANING.values())}
CODES[UNKNOWN] = Meaning.FAULT
"""Codes with a treatment of their own, and one of each meaning."""
FAULT = {Meaning.FAULT: NotTaken, Meaning.LATE: NotTaken, Meaning.EARLY: TooEarly}
IN_PLACE = FAULT | {
    Meaning.MESSAGE_GONE: Gone,
    Meaning.CHANNEL_GONE: Gone,
    Meaning.PERMISSION: MissingPermission,
    Meaning.FULL: NoThread,
    Meaning.PLACE: PlaceClosed,
    Meaning.CLOSED: PlaceClosed,
    Meaning.PERSON: PlaceClosed,
    Meaning.CONTENT: PlaceClosed,
}
"""The errors in a channel or thread when even the last resort of a message is refused."""
DIRECTLY = FAULT | dict.fromkeys(set(IN_PLACE) - set(FAULT), DirectMessagesClosed)
DIRECTLY[Meaning.MESSAGE_GONE] = Gone
EDITED_DIRECTLY = DIRECTLY | dict.fromkeys(
    (meaning for meaning, error in DIRECTLY.items() if error is DirectMessagesClosed), Gone
)
STAYS = FAULT | {
    Meaning.MESSAGE_GONE: Gone,
    Meaning.CHANNEL_GONE: Gone,
    Meaning.PERMISSION: MissingPermission,
}
"""Errors after which an outdated message stays, unless the refusal can be fixed."""


class World:
    """A channel, a thread, and a user, with a message in each."""

    def __init__(self, env, bot):
        self.env = env
        guild = env.create_guild("Mesopotamia")
        self.user = guild.add_member(env.create_user("ann")).user
        self.channel = guild.create_text_channel("games")
        self.courier = DiscordCourier(bot)

    async def sent(self, where):
        return await self.courier.send(post(where), where, 1 + len(self.env.http_requests))

    async def meets(self, method, path, code, call):
        """The error after a call that is refused with a code."""
        self.env.inject_error(method, path, status=400, code=code, times=None)
        try:
            await call()
        except CourierError as error:
            return type(error)
        finally:
            self.env.backend.faults.clear()
        return None


def post(where):
    text = public("**It** is due.\n🟥")
    content = PublicContent(text, least=lambda: PublicContent(public("Something is due.")))
    target = where if isinstance(where, ToUser) else ToHome()
    return PublicPost("key", target, "shows", content=content)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr("bot.client.courier._RETRIED_AFTER", 0.0)


@asynccontextmanager
async def world(tmp_path):
    bot = TwoRivers(ClientOptions(await new_database(tmp_path / "games.sqlite3"), pulsing=False))
    async with simcord.run(bot, settle_timeout=LONG) as env:
        yield World(env, bot)
    await bot.close()


async def test_every_code_of_every_call_of_delivery_has_its_meaning(tmp_path):
    """Opening, sending, editing, removing, looking: in a channel, and in direct messages."""
    async with world(tmp_path) as w:
        courier, here = w.courier, InChannel(w.channel.id)
        user = ToUser(w.user.id)
        wrong = []
        for code, meaning in CODES.items():
            if meaning in {Meaning.DONE, Meaning.MESSAGE_GONE}:
                continue
            met = await w.meets("POST", "/users/@me/channels", code, lambda: w.sent(user))
            if not issubclass(met or type(None), DIRECTLY[meaning]):
                wrong.append(("open", code, met))
        in_channel, direct = await w.sent(here), await w.sent(user)
        sought = MessageSearch("none", w.env.now())
        calls = {
            "send": ("POST", "/channels/*/messages", IN_PLACE, lambda: w.sent(here)),
            "send directly": ("POST", "/channels/*/messages", DIRECTLY, lambda: w.sent(user)),
            "edit": ("PATCH", "*", IN_PLACE, lambda: courier.edit(post(here), in_channel)),
            "edit directly": (
                "PATCH",
                "*",
                EDITED_DIRECTLY,
                lambda: courier.edit(post(user), direct),
            ),
            "remove": ("DELETE", "*", STAYS, lambda: courier.remove(in_channel)),
            "retire": ("PATCH", "*", STAYS, lambda: courier.retire(in_channel)),
            "find": ("GET", "*", IN_PLACE, lambda: courier.find(sought, here)),
            "find directly": ("GET", "*", DIRECTLY, lambda: courier.find(sought, user)),
            "look": ("GET", "*", IN_PLACE, lambda: courier.check_is_there(in_channel)),
        }
        for name, (method, path, expected, call) in calls.items():
            for code, meaning in CODES.items():
                if meaning is Meaning.DONE:
                    continue  # only for threads and answers
                met = await w.meets(method, path, code, call)
                if code in {THREAD_ARCHIVED, TOO_MANY_OLD_EDITS} and name in {"remove", "retire"}:
                    met = expected[meaning] if met is None else met  # the message is left there
                if not issubclass(met or type(None), expected.get(meaning, type(None))):
                    wrong.append((name, code, met))
        assert wrong == []


def test_a_listed_code_is_no_fault_of_ours():
    assert Meaning.FAULT not in MEANINGS.values()


async def test_a_thread_that_is_refused_leaves_the_game_in_its_channel(tmp_path):
    """Except if the message is gone, it is too early, or the fault is ours."""
    others = {Meaning.MESSAGE_GONE, Meaning.CHANNEL_GONE, *FAULT}
    async with world(tmp_path) as w:
        sent = await w.sent(InChannel(w.channel.id))
        table = SimpleNamespace(id=1, name="Ur", place=SimpleNamespace(channel_id=w.channel.id))
        for code, meaning in CODES.items():
            homes = []

            async def open_home(homes=homes):
                homes.append((await w.courier.open_home(table, sent)).kind)

            met = await w.meets("POST", "/channels/*/threads", code, open_home)
            if meaning in others:
                assert met is IN_PLACE[meaning], code
            else:
                kind = HomeKind.THREAD if meaning is Meaning.DONE else HomeKind.CHANNEL
                assert homes == [kind], code


async def test_a_thread_that_was_archived_is_opened_to_edit_a_message_in_it(tmp_path):
    async with world(tmp_path) as w:
        sent = await w.sent(InChannel(w.channel.id))
        table = SimpleNamespace(id=1, name="Ur", place=SimpleNamespace(channel_id=w.channel.id))
        thread = InChannel((await w.courier.open_home(table, sent)).channel_id)
        sent = await w.sent(thread)
        path = f"/channels/{thread.channel_id}"
        w.env.inject_error("PATCH", f"{path}/messages/*", status=400, code=THREAD_ARCHIVED, times=1)
        assert await w.courier.edit(post(thread), sent) == sent
        *_, opened, _ = w.env.http_requests
        assert (opened.method, opened.path, opened.json["archived"]) == ("PATCH", path, False)


async def test_calls_pause_when_discord_refuses_too_many(tmp_path, monkeypatch):
    """Discord blocks an address after 10,000 refusals (401, 403, 429) in ten minutes."""
    monkeypatch.setattr("bot.client.courier._MOST_INVALID", 3)
    async with world(tmp_path) as w:
        here = InChannel(w.channel.id)
        w.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=3)
        for _ in range(3):
            with pytest.raises(MissingPermission):
                await w.sent(here)
        seen = len(w.env.http_requests)
        with pytest.raises(TryLater):
            await w.sent(here)
        assert len(w.env.http_requests) == seen


def test_simpler_versions_of_a_message_are_tried():
    """Without picture and files, in plain text, and only that something is due."""
    picture = Picture("board.png", "The board", lambda: b"")
    button, link = Button("Desk", DESK, emoji="🖐️"), Link("There", "https://example.org")
    least = PublicContent(public("Something is due."))
    content = Content(
        "**Ur**: <@7> \\<@8>, [here](https://example.org) https://example.org\n"
        "> _quoted_ by a\\*b\\* <t:1:R>",
        picture=picture,
        rows=((button, link),),
        without_picture="Your hand: 1 temple",
        least=lambda: least,
    )
    bare, plain, last = simpler_versions(content)
    assert bare.picture is None
    assert bare.text.startswith("Your hand: 1 temple\n\n**Ur**")
    assert plain.text == "Your hand: 1 temple\n\nUr: <@7> \\<@8>, here \nquoted by a\\*b\\* <t:1:R>"
    assert plain.rows == ((Button("Desk", DESK),),)
    assert last == least
