"""Messages that Discord accepts: limits, and recognising messages again."""

import asyncio
import re
from types import SimpleNamespace

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.client.messages.conversion import (
    OPTION_TEXT,
    PLACEHOLDER,
    edit_arguments,
    has_sign,
    mentions,
    send_arguments,
    view_of,
)
from bot.client.messages.permissions import lacking, threads_permitted
from bot.content.message import (
    MOST_ALT,
    MOST_LABEL,
    MOST_TEXT,
    Button,
    Content,
    File,
    Link,
    Option,
    Picture,
    Select,
)
from bot.content.names import safe, without_links
from bot.content.needs import COMMANDS, IN_CHANNEL, NEEDS, SEND_IN_THREADS
from bot.content.shortening import shorten
from bot.intents import Address, parse_custom_id
from bot.intents.board import SeeDesk
from bot.intents.rules import SeeRule

DESK = Address(1).to(SeeDesk())

LONG = "x" * 9000


def picture(data=b"png", alt="what it shows"):
    return Picture("board.png", alt, lambda: data)


def message(*rows, files=(), text=""):
    """The parts of a Discord message by which it is recognised."""
    view = view_of(Content("", rows=rows))
    components = [] if view is None else view.to_components()
    made = [discord.components._component_factory(row, None) for row in components]
    attachments = [SimpleNamespace(filename=name) for name in files]
    return SimpleNamespace(components=made, attachments=attachments, content=text)


# --- limits --------------------------------------------------------------------------------------


async def test_texts_are_cut_to_what_discord_takes():
    rows = (
        (Button(LONG, DESK), Link(LONG, "https://discord.com")),
        Select(LONG, DESK, (Option(LONG, "v", LONG),)),
    )
    for arguments in (
        await send_arguments(Content(LONG, picture(alt=LONG), rows=rows)),
        await edit_arguments(Content(LONG, picture(alt=LONG), rows=rows)),
    ):
        assert len(arguments["content"]) == MOST_TEXT
        (file,) = arguments.get("files") or arguments["attachments"]
        assert len(file.description) == MOST_ALT
        assert file.description.endswith("…")
        button, link, select = arguments["view"].children
        assert len(button.label) == len(link.label) == MOST_LABEL
        assert len(select.placeholder) == PLACEHOLDER
        assert len(select.options[0].label) == len(select.options[0].description) == OPTION_TEXT


# Whatever UTF-8 can say, as `st.text()` alone makes it after seconds of finding that out.
sayable = st.characters(codec=None, exclude_categories=["Cs"])


@settings(max_examples=20)
@given(st.text(sayable, max_size=50), st.integers(min_value=1, max_value=60))
def test_shortened_text_fits_and_begins_the_same(text, most):
    shortened = shorten(text, most)
    assert len(shortened) <= most
    assert text.startswith(shortened.removesuffix("…")) or shortened == text


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("two           words", "two…"),
        ("King on L11 N2,8,11 and more", "King on L11…"),
        ("ask <@123456789012345678> now", "ask…"),
        ("it ends <t:1234567890:R> today", "it ends…"),
        ("read [the long rules](https://rules.example/a)", "read…"),
        ("read https://rules.example/chapter", "read…"),
        ("a ||hidden word|| and", "a…"),
        ("the `code of it` and", "the…"),
        ("my \\* star is long", "my \\* star is…"),
        ("by \u2068two words here\u2069 there", "by…"),
        (
            "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀",
            "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀…",
        ),
        ("Donaudampfschifffahrt", "Donaudampfsch…"),
        ("abcdefghijklm\u0301nopq", "abcdefghijkl…"),
    ],
)
def test_a_text_is_cut_between_words_and_never_inside_a_mention_or_link(text, short):
    assert shorten(text, 14) == short


@pytest.mark.parametrize("count", [0, 26])
def test_a_select_of_no_or_too_many_options_is_refused(count):
    def view(number):
        options = tuple(Option(str(each), str(each)) for each in range(number))
        return view_of(Content("", rows=(Select("?", DESK, options),)))

    assert view(25) is not None
    with pytest.raises(ValueError, match="1 to 25 options"):
        view(count)


def test_a_custom_id_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="at most 100"):
        view_of(Content("", rows=((Button("a", Address(1).to(SeeRule(LONG))),),)))


async def test_a_file_that_is_too_big_is_refused():
    big = bytes(10 * 1024 * 1024 + 1)

    async def read():
        return big

    for content in (Content("", picture(big)), Content("", files=(File("log.txt", read),))):
        with pytest.raises(ValueError, match="more than Discord takes"):
            await send_arguments(content)


async def test_a_message_goes_without_what_can_be_spared():
    async def fail():
        raise ValueError("cannot be made")

    async def read():
        return b"text"

    files = (File("game.gif", fail, spare=True), File("game.te", read))
    sent = await send_arguments(Content("over", files=files))
    assert [file.filename for file in sent["files"]] == ["game.te"]
    with pytest.raises(ValueError, match="cannot be made"):
        await send_arguments(Content("over", files=(File("game.te", fail),)))


async def test_pictures_are_drawn_away_from_the_event_loop():
    def draw():
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return b"png"

    await send_arguments(Content("", Picture("board.png", "", draw)))


async def test_an_edit_replaces_everything():
    arguments = await edit_arguments(Content("text"))
    assert arguments["view"] is None
    assert arguments["attachments"] == arguments["embeds"] == []


async def test_text_below_a_picture_is_an_embed():
    """Discord shows the text of a message above its picture, and embeds below it."""
    content = Content("Legend", picture(), below="Blue is river.")
    for arguments in (await send_arguments(content), await edit_arguments(content)):
        assert arguments["content"] == "Legend"
        assert [embed.description for embed in arguments["embeds"]] == ["Blue is river."]


def test_only_those_meant_are_called():
    assert mentions(()).to_dict() == {"parse": [], "users": []}
    assert mentions((5, 6)).to_dict() == {"parse": [], "users": [5, 6]}


# --- known again ---------------------------------------------------------------------------------


def test_posts_are_known_again_by_a_file_or_a_component_and_others_are_not_taken_for_it():
    call = message((Button("Decide", parse_custom_id("te:7:1:42:decide")),))
    choice = message(Select("?", parse_custom_id("te:7:1:42:do", ["end"]), (Option("a", "b"),)))
    turn = message(
        (Button("Tile", parse_custom_id("te:7:1:42:tile")),), files=("game-7-turn-3.png",)
    )
    assert has_sign(call, "te:7:1:42:decide")
    assert has_sign(choice, "te:7:1:42:do")
    assert has_sign(turn, "game-7-turn-3.png")
    for other in ("te:7:1:41:decide", "te:8:1:42:decide", "te:7:-:-:join", ""):
        assert not has_sign(call, other)
    for other in ("game-7-turn-31.png", "game-7-turn-3", "game-17-turn-3.png", "te:7:1:42:tile:"):
        assert not has_sign(turn, other)
    assert not has_sign(message(), "")
    seal = message(text="🔒 `41c7`\nThe seal of **Ur**")
    assert has_sign(seal, "🔒 `41c7`")
    for other in ("🔑 `41c7`", "🔒 `41c8`", "The seal", ""):
        assert not has_sign(seal, other)


# --- permissions ---------------------------------------------------------------------------------


def test_all_permissions_have_discords_names():
    for need in (*NEEDS, COMMANDS):
        assert need.permission in discord.Permissions.VALID_FLAGS
        called = re.sub(r"[^a-z]", "_", need.title.lower())
        assert called == need.permission or need.permission == "mention_everyone"


def test_what_is_missing_is_named():
    needed = dict.fromkeys((need.permission for need in IN_CHANNEL), True)
    everything = discord.Permissions(**needed, send_messages_in_threads=True)
    assert lacking(everything, thread=False) == lacking(everything, thread=True) == ()
    none = discord.Permissions.none()
    assert [need.title for need in lacking(none, thread=False)] == [
        "View Channel",
        "Send Messages",
        "Attach Files",
        "Read Message History",
    ]
    assert SEND_IN_THREADS in lacking(none, thread=True)
    assert not threads_permitted(everything)
    assert threads_permitted(discord.Permissions.all())


@pytest.mark.parametrize(
    "name",
    [
        *("李小龙 🦊", "محمد 12", "👩\u200d🚀", "x" + "\u0301" * 31),
        *("J. R. R. Tolkien", "v1.25", "10:30", "(╯°□°）╯︵ ┻━┻"),
    ],
)
def test_a_message_has_the_whole_name_whatever_a_picture_shows_of_it(name):
    """A dot or a colon is no address."""
    assert safe(name).strip("\u2068\u2069") == name


def test_a_name_turns_nothing_around():
    """Text from right to left is isolated, and no control character affects the text after it."""
    assert safe("مروة 5") == "\u2068مروة 5\u2069"
    assert safe("Ann\u202e\u2066\u200f") == "Ann"


LEADS_ELSEWHERE = re.compile(
    r"(?<!\\)<|(?<!\\)\[|://|[\w][.。．｡](?:gg|com|example)|@(?:everyone|here|&?\d)", re.IGNORECASE
)
"""Text that Discord would turn into a mention, a time, an emoji, a link or an invitation."""


@pytest.mark.parametrize(
    "name",
    [
        *("<t:1>", "</open:1>", "<@1>", "@everyone", "@Here", "[a](https://a.example)"),
        *("https://a.example/a", "www.a.example", "DISCORD.GG/abc", "discord.com/invite/abc"),
        *("discord。gg/abc", "steam://run/1"),
    ],
)
def test_a_name_is_only_a_name_in_a_message(name):
    """A user's name never becomes a time, command, emoji, mention, link or invitation.

    Nor does a game's name, which everyone reads on its thread.
    """
    assert LEADS_ELSEWHERE.search(name)
    shown = safe(name)
    assert not LEADS_ELSEWHERE.search(shown)
    assert re.sub(r"[\\\u200b]", "", shown) == name
    assert not re.search(r"://|\.(gg|com|example)", without_links(name))


async def test_no_blank_follows_a_full_width_stop():
    """Sentences are joined by blanks, and Japanese has none between them."""
    picture = Picture("board.png", "王です。 神官です。", bytes)
    sent = await send_arguments(Content("はい。 Ann plays. はい！ それから", picture))
    assert sent["content"] == "はい。Ann plays. はい！それから"
    assert sent["files"][0].description == "王です。神官です。"


async def test_only_addresses_of_discords_channels_are_links():
    """Even if a page forgets to make a user's text harmless; in code it can be copied."""
    own = "https://discord.com/channels/1/2"
    text = f"{own} `discord.gg/a` https://a.example discord.gg/a"
    for arguments in (await send_arguments(Content(text)), await edit_arguments(Content(text))):
        first, code, *others = arguments["content"].split(" ")
        assert [first, code] == [own, "`discord.gg/a`"]
        assert others == ["https:\u200b//a.example", "discord.\u200bgg/a"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1. **A**\n  resigned\n2. **B**\nHints", "1. **A**\n  resigned\n2. **B**\n\nHints"),
        ("A\n- b\n- c\n🆕 new", "A\n- b\n- c\n\n🆕 new"),
        ("> q\n\nr\n- s\n-# small", "> q\n\nr\n- s\n\n-# small"),
        ("2 left.\nEnd", "2 left.\nEnd"),
    ],
)
async def test_text_after_a_list_or_a_quote_is_not_part_of_it(text, shown):
    assert (await send_arguments(Content(text)))["content"] == shown
    assert (await edit_arguments(Content(text)))["content"] == shown
