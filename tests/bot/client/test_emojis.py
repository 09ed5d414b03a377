"""Emojis of pieces, in the place of their signs: where they are put, and when they are refused."""

from types import SimpleNamespace

import discord
import pytest

from bot.client.connection.error_codes import INVALID_FORM, MISSING_ACCESS, UNKNOWN_EMOJI
from bot.client.messages.conversion import send_arguments, view_of
from bot.client.messages.emojis import Emojis, numbers_in
from bot.content.message import (
    MOST_TEXT,
    Button,
    Content,
    Link,
    Option,
    Picture,
    Select,
    UserSelect,
)
from bot.content.names import safe
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, building_sign, leader_sign
from bot.intents import Address
from bot.intents.board import SeeDesk
from engine import Colour, Dynasty, Leader

DESK = Address(1).to(SeeDesk())

WORDS = Words()
FIRST = 1_400_000_000_000_000_001
NAMES = ("tr_temple_1", "tr_lion_king_2", "tr_lion_priest_3", "tr_temple_building_4")
TEMPLE, KING, PRIEST, LIBRARY = (
    f"<:{name}:{number}>" for number, name in enumerate(NAMES, start=FIRST)
)
LION = Dynasty.LION
THERE = {
    SQUARES[Colour.RED]: TEMPLE,
    leader_sign(Leader(LION, Colour.BLACK)): KING,
    leader_sign(Leader(LION, Colour.RED)): PRIEST,
    building_sign(Colour.RED): LIBRARY,
}


@pytest.fixture
def refused():
    return []


@pytest.fixture
def emojis(refused):
    emojis = Emojis(lambda: refused.append("refused"))
    emojis.use(THERE)
    return emojis


def error(code):
    response = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": code, "message": "Invalid Form Body"})


class Discord:
    """Refuses a number of messages with emojis."""

    def __init__(self, *refusals):
        self.refusals = list(refusals)
        self.asked = []

    async def __call__(self, content):
        self.asked.append(content.text)
        if self.refusals:
            raise self.refusals.pop(0)
        return "there"


# --- in texts ------------------------------------------------------------------------------------


def test_in_lines_the_picture_stands_where_the_sign_was(emojis):
    lines = (
        "**Ur**: your turn.",
        f"Anna places a {WORDS.tile_with_square(Colour.RED)} on D6.",
        f"Anna places the {WORDS.role_with_sign(Leader(LION, Colour.BLACK))} on E5.",
        f"Anna places the {WORDS.building_with_sign(Colour.RED)} on E6.",
        f"{WORDS.dynasty_with_sign(LION)}, {WORDS.tiles((1, 2, 0, 0))}",  # of these one is there
    )
    assert emojis.add_to(Content("\n".join(lines))).text.split("\n") == [
        "**Ur**: your turn.",
        f"Anna places a {TEMPLE} temple on D6.",
        f"Anna places the {KING} King on E5.",
        f"Anna places the {LIBRARY} library on E6.",
        f"🦁 lion, ⬛ 1 × settlement and {TEMPLE} 2 × temple",
    ]


def test_the_first_line_stays_as_it_is(emojis):
    """A locked phone shows it, and would show ``:tr_temple_1:``."""
    content = Content("🟥 temple\n🟥 temple", at_first="🟥\n🟥", brings=(1,))
    dressed = emojis.add_to(content)
    assert dressed.text == f"🟥 temple\n{TEMPLE} temple"
    assert dressed.at_first == f"🟥\n{TEMPLE}"
    assert numbers_in(dressed) == {FIRST}


def test_neither_a_name_nor_what_is_shown_as_it_is_typed_shows_a_piece(emojis):
    for name in ("🟥", "🦁⬛", "🏛️🟥 of Ur"):
        text = f"\n**{safe(name)}** scores."
        assert emojis.add_to(Content(text)).text == text
    assert emojis.add_to(Content("\n`🟥 2` is 🟥")).text == f"\n`🟥 2` is {TEMPLE}"


@pytest.mark.parametrize("length", [1000, 1900, MOST_TEXT, 3000])
def test_a_long_text_has_as_many_as_there_is_room_for_from_the_bottom(emojis, length):
    line = "🟥 temple\n"
    text = line * (length // len(line))
    dressed = emojis.add_to(Content(text)).text
    assert len(dressed) <= max(MOST_TEXT, length)
    assert dressed.replace(TEMPLE, "🟥") == text
    with_them = [TEMPLE in each for each in dressed.split("\n")[:-1]]
    assert with_them == sorted(with_them)  # those at the bottom
    assert any(with_them) == (length < MOST_TEXT)


# --- on buttons and in selects -------------------------------------------------------------------


async def test_on_buttons_and_in_selects_but_nowhere_else(emojis):
    king = leader_sign(Leader(LION, Colour.BLACK))
    rows = (
        (
            Button("King 🟥", DESK, emoji=king),
            Button("Catastrophe", DESK, emoji=CATASTROPHE),
            Button("Back", DESK),
            Link("🟥", "https://discord.com"),
        ),
        Select("🟥 …", DESK, (Option("🟥", "v", "🟥", "🟥"), Option("Nothing", "w"))),
        UserSelect("🟥 …", DESK, 2),
    )
    picture = Picture("🟥.png", "🟥 temple\n🟥 temple", lambda: b"png")
    content = Content("", picture, rows=rows)
    dressed = emojis.add_to(content)
    assert dressed.picture == picture
    assert numbers_in(dressed) == {FIRST, FIRST + 1}
    for shown, wanted in (
        (dressed, ["tr_lion_king_2", "💥", "tr_temple_1"]),
        (content, ["⬛", "💥", "🟥"]),
    ):
        arguments = await send_arguments(shown)
        children = arguments["view"].children
        named = [each.emoji.name for each in children[:3] if each.emoji]
        (select,) = (each for each in children if isinstance(each, discord.ui.Select))
        named += [option.emoji.name for option in select.options if option.emoji]
        assert named == wanted
        assert select.placeholder == "🟥 …"
        assert select.options[0].label == select.options[0].description == "🟥"
        assert children[0].label == "King 🟥"
        assert arguments["files"][0].description == "🟥 temple\n🟥 temple"


def test_without_emojis_the_signs_are_what_is_seen():
    none = Emojis(lambda: None)
    content = Content("a\n🟥", rows=((Button("King", DESK, emoji="🦁⬛"),),))
    assert none.add_to(content) is content
    assert none.numbers == frozenset()
    assert view_of(content).to_components()[0]["components"][0]["emoji"]["name"] == "⬛"


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [INVALID_FORM, UNKNOWN_EMOJI])
async def test_what_is_refused_with_them_is_sent_at_once_without(emojis, refused, code):
    discord_ = Discord(error(code))
    content = Content("a\n🟥")
    assert await emojis.shown(content, discord_) == ("there", frozenset())
    assert discord_.asked == [f"a\n{TEMPLE}", "a\n🟥"]
    assert refused == ["refused"]
    assert await emojis.shown(content, discord_) == ("there", {FIRST})  # and the next one has them


@pytest.mark.parametrize(
    ("content", "errors"),
    [
        (Content("a\n🟥"), lambda: [error(INVALID_FORM), error(INVALID_FORM)]),  # without, too
        (Content("a\n🟥"), lambda: [error(MISSING_ACCESS)]),
        (Content("a\nb"), lambda: [error(INVALID_FORM)]),
    ],
)
async def test_what_has_another_reason_is_not_sent_again(emojis, content, errors):
    discord_ = Discord(*errors())
    with pytest.raises(discord.HTTPException):
        await emojis.shown(content, discord_)
    assert not discord_.refusals
