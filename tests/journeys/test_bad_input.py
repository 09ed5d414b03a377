"""Whatever is pressed or typed wrongly: one clear sentence to the player, and nothing changes."""

import copy
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from forging import forge
from messages import labels, says, tile_on
from people import STAYS, GameOnDiscord, World, world

from engine import Colour, Dynasty, Leader, parse_action, spaces_in_order
from tests.dice import LoadedDice, bag_beginning

# ann begins, as the archer; she holds one settlement, two temples, two farms and a market
OPENING = "krrbbg" + "kkrrbg"


def dice() -> LoadedDice:
    return LoadedDice([Dynasty.ARCHER, Dynasty.BULL], bag_beginning(OPENING))


@asynccontextmanager
async def started(tmp_path: Path) -> AsyncIterator[tuple[World, GameOnDiscord]]:
    # no delivery fails here, so that nothing is ever waited for but the bot, however slow it is
    async with world(tmp_path, dice()) as w:
        yield w, await w.open("ann", "bob")


async def unchanged(game: GameOnDiscord) -> object:
    """What must be the same afterwards."""
    table = await game.table()
    return table, [says(message) for message in (game.lobby, *game.posts)]


async def test_somebody_else_presses(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        before = await unchanged(game)
        bob, eve = w.person("bob"), w.person("eve")
        version = (await game.table()).state_version
        for request in ("tile", "leader", "catastrophe", "swap", "end", "decide"):
            refused = await forge(bob, game.turn, f"te:1:0:{version}:{request}")
            assert refused.content.startswith(
                "Not your decision. Waiting for **ann**. (R3.1)\n**Ur**:"
            )
            assert "End turn" not in labels(refused)
            refused = await forge(eve, game.turn, f"te:1:0:{version}:{request}")
            assert refused.content == "You don't play in **Ur**."
        for label in ("Desk", "Undo"):
            refused = await eve.press(game.turn, label)
            assert refused.content == "You don't play in **Ur**."
            assert labels(refused) == ["Watch"]
        looked = await eve.press(refused, "Watch")
        assert looked.attachments[0].filename.startswith("board-")
        assert labels(looked) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
        assert await unchanged(game) == before


async def test_a_stale_button(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        old = game.turn
        face = await ann.press(old, "Desk")
        keypad = await ann.press(face, tile_on(face, Colour.BLACK))
        await game.take(parse_action("k@D6"), "dm")
        before = await unchanged(game)
        refused = await ann.press(keypad, "A")
        assert refused.content.startswith("The game has moved on since then. Look at the board")
        assert tile_on(refused, Colour.RED) == "2 temples"
        # and from there it goes on
        keypad = await ann.press(refused, "2 temples")
        assert keypad.content == "Choose a column: 🟥 temple"
        assert await unchanged(game) == before


async def test_pressed_twice(tmp_path: Path) -> None:
    """The second of two presses on the same question changes nothing."""
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        first = await ann.press(await ann.press(game.turn, "Desk"), "End turn")
        await w.env.advance_time(STAYS)
        second = await ann.press(await ann.press(game.turn, "Desk"), "End turn")
        await ann.press(first, "End turn")
        before = await unchanged(game)
        refused = await ann.press(second, "End turn")
        assert refused.content.startswith("The game has moved on")
        assert await unchanged(game) == before


async def test_the_wrong_phase(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann, bob = w.person("ann"), w.person("bob")
        nothing = await ann.slash("undo", game.home)
        assert nothing.content.startswith("There's nothing to undo yet.")
        answered = await ann.slash("decide", game.home, answer="+1")
        assert "There's nothing else to decide." in answered.content
        await game.take(parse_action("k@D6"))
        await game.take(parse_action("r@E6"))
        third = await ann.slash("tile", game.home, colour="r", cell="F6")
        assert "You've used both actions." in third.content
        assert labels(third) == [
            "End turn",
            "Undo",
            "More",
            "R3.1 Two actions a turn",
        ]
        swap = await ann.slash("swap", game.home, tiles="r")
        assert "You've used both actions." in swap.content
        await game.take(parse_action("end"), "slash")
        late = await ann.slash("undo", game.home)
        assert late.content.startswith("You can't undo that: it revealed hidden information.\n")
        await game.take(parse_action("k@G6"))
        other = await ann.slash("undo", game.home)
        assert other.content.split("\n")[0] == "**bob** decided last. Only they can undo that."
        mine = await bob.slash("undo", game.home)
        assert mine.content.startswith("Undone.")


RUBBISH: list[tuple[str, dict[str, str], str]] = [
    ("tile", {"colour": "b", "cell": "D6"}, "D6 is land. Farms go on rivers."),
    ("tile", {"colour": "temple", "cell": " e1 "}, "Only farms go there"),
    ("tile", {"colour": "red", "cell": "B2"}, "Tiles go on empty spaces."),
    (
        "tile",
        {"colour": "x", "cell": "D6"},
        "There's no tile called “x”. Choose one: settlement, temple",
    ),
    ("tile", {"colour": "end", "cell": "D6"}, "There's no tile called “end”"),
    ("tile", {"colour": "A r@E5", "cell": "D6"}, "There's no tile called “A r"),
    ("tile", {"colour": "Ak", "cell": "D6"}, "There's no tile called “Ak”"),
    ("tile", {"colour": "r", "cell": "Q99"}, "There's no space called “Q99”. Spaces go from A1"),
    ("tile", {"colour": "r", "cell": "-"}, "There's no space called “\\-”"),
    ("tile", {"colour": "r", "cell": "E5\nA end"}, "There's no space called “E5 A end”"),
    ("tile", {"colour": "🏺" * 3000, "cell": "D6"}, "There's no tile called “🏺"),
    ("tile", {"colour": "r", "cell": "9" * 6000}, "There's no space called “9999"),
    ("leader", {"leader": "King", "cell": "A1"}, "No face-up temple beside A1"),
    ("leader", {"leader": "Bk", "cell": "B1"}, "Not your leader: King (**"),
    ("leader", {"leader": "r@E5", "cell": "B1"}, "There's no leader called “r"),
    ("leader", {"leader": "swap:k", "cell": "B1"}, "There's no leader"),
    (
        "leader",
        {"leader": "", "cell": "B1"},
        "There's no leader called “?”. Choose one: King, Priest",
    ),
    ("leader", {"leader": "k", "cell": "-"}, "There's no space"),
    ("withdraw", {"leader": "k"}, "That leader isn't on the board."),
    ("withdraw", {"leader": "Bk"}, "Not your leader"),
    ("withdraw", {"leader": "end"}, "There's no leader called “end”"),
    ("catastrophe", {"cell": "B2"}, "A treasure is on B2"),
    ("catastrophe", {"cell": "@everyone"}, "There's no space called “@\u200beveryone”"),
    ("swap", {"tiles": "zzz"}, "I can't read “zzz”. Name one to six tiles"),
    ("swap", {"tiles": "krr:end"}, "Name one to six tiles"),
    ("swap", {"tiles": "kk"}, "You can swap only tiles in your hand."),
    ("swap", {"tiles": "krbg" * 1000}, "Name one to six tiles"),
    ("swap", {"tiles": "-1"}, "Name one to six tiles"),
    ("decide", {"answer": "end"}, "“end” isn't an answer"),
    ("decide", {"answer": "r@E5"}, "isn't an answer"),
    ("decide", {"answer": "+99999999999999999999"}, "isn't an answer"),
    ("decide", {"answer": "take:B2"}, "There's nothing else to decide."),
    ("decide", {"answer": "site:E5"}, "There's nothing else to decide."),
    ("decide", {"answer": "build:z@F6"}, "There's nothing else to decide."),
    ("decide", {"answer": "cube:g"}, "There's nothing else to decide."),
    ("decide", {"answer": "cube:-"}, "isn't an answer"),
    ("decide", {"answer": "draw:?"}, "There's nothing else to decide."),
    ("decide", {"answer": "draw:kr"}, "isn't an answer"),
    ("decide", {"answer": "rest"}, "There's nothing else to decide."),
    ("decide", {"answer": " Always "}, "There's nothing else to decide."),
    ("decide", {"answer": "ask"}, "isn't an answer"),
]
"""A command, what is typed into it, and why not."""


@pytest.mark.parametrize("command", dict.fromkeys(command for command, _, _ in RUBBISH))
async def test_rubbish_typed(tmp_path: Path, command: str) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        before = await unchanged(game)
        for name, typed, why in RUBBISH:
            if name != command:
                continue
            refused = await ann.slash(command, game.home, **typed)
            assert why in refused.content
            assert "wrong on my side" not in refused.content
            answer, _, _advised = refused.content.partition("\n🆕")  # what the desk explains
            assert len(answer) < 300
            # typed in a direct message, or about another game, it fares no better
            assert why in (await ann.slash(command, **typed)).content
            assert await unchanged(game) == before
            await w.env.advance_time(10)  # nobody types as fast as this


@pytest.mark.parametrize(
    "number", ["0", "99", "-1", "1.5", "９", "9" * 400, "no such game", "'; DROP TABLE game", "²"]
)
async def test_an_unknown_game(tmp_path: Path, number: str) -> None:
    async with started(tmp_path) as (w, game):
        before = await unchanged(game)
        ann = w.person("ann")
        for command in ("hand", "board", "score", "log", "end", "undo", "resign", "start"):
            refused = await ann.slash(command, game=number)
            assert refused.content == "I can't find that game. `/games` lists yours."
        assert not await ann.suggested("tile", "colour", game=number)
        assert await unchanged(game) == before


async def test_a_game_elsewhere_is_nobody_elses_business(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        eve = w.person("eve")
        for command in ("board", "log", "hand"):
            refused = await eve.slash(command, game=str(game.id))
            assert refused.content == "I can't find that game. `/games` lists yours."
        seen = await eve.slash("board", game.home, game=str(game.id))
        assert seen.attachments


async def test_names_typed_do_as_well_as_suggestions(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        done = await ann.slash("leader", game.home, leader="priest", cell="b1")
        assert done.content.startswith("**Ur**: your turn – 1 action left.")
        done = await ann.slash("tile", colour="Settlement", cell=" a1", game="ur")
        assert done.content.startswith("**Ur**: both actions used.")
        await ann.slash("undo")
        done = await ann.slash("withdraw", leader="Red")
        assert done.content.startswith("**Ur**: both actions used.")
        assert (await game.whole()).board.cell_of(Leader(Dynasty.ARCHER, Colour.RED)) is None


async def test_suggestions_are_legal_and_the_players_own(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann, bob = w.person("ann"), w.person("bob")
        home = game.home
        legal = {str(action) for action in (await game.whole()).legal_actions()}
        assert await ann.suggested("tile", "colour", where=home) == {
            "settlement × 1": "k",
            "temple × 2": "r",
            "farm × 2": "b",
            "market × 1": "g",
        }
        assert list(await ann.suggested("tile", "colour", "far", home)) == ["farm × 2"]
        for colour in "krbg":
            for letter in "ABCDEFGHIJKLMNOP":
                cells = await ann.suggested("tile", "cell", letter, home, colour=colour)
                expected = {action for action in legal if action.startswith(f"{colour}@{letter}")}
                assert {f"{colour}@{cell}" for cell in cells.values()} == expected
        leaders = await ann.suggested("leader", "leader", where=home)
        assert leaders == {"King": "Ak", "Priest": "Ar", "Farmer": "Ab", "Trader": "Ag"}
        cells = await ann.suggested("leader", "cell", "A", home, leader="King")
        assert set(cells.values()) == {"A2", "A8"}
        view = (await game.whole()).view(0)
        best = spaces_in_order(view, view.leaders(0)[0])
        cells = await ann.suggested("leader", "cell", "", home, leader="King")
        assert list(cells.values()) == [str(each.action.cell) for each in best[:25]]
        assert not await ann.suggested("withdraw", "leader", where=home)
        assert not await ann.suggested("decide", "answer", where=home)
        swaps = await ann.suggested("swap", "tiles", "bb", home)
        assert "bb" in swaps.values()
        assert all(value.count("b") == 2 for value in swaps.values())
        for same in ("blue, farm", "2 blue", "🟦🟦"):
            assert await ann.suggested("swap", "tiles", same, home) == swaps
        # nonsense in another option, and somebody whose turn it is not
        for nonsense in ("", "?", "A", "x" * 6000):
            assert not await ann.suggested("tile", "cell", "", home, colour=nonsense)
            assert not await ann.suggested("leader", "cell", "", home, leader=nonsense)
        assert not await ann.suggested("tile", "cell", "", home)
        for command, option in (("tile", "colour"), ("swap", "tiles"), ("leader", "leader")):
            assert not await bob.suggested(command, option, where=home)


async def test_a_button_of_another_version(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        before = await unchanged(game)
        for custom_id in ("old:1:2", "te:1:9:0:tile", "te:1:0:3:at:zz", "te:1:0:3:juggle"):
            refused = await forge(ann, game.turn, custom_id)
            assert "The game has moved on since then" in refused.content
        assert await unchanged(game) == before


async def test_the_catastrophe_finds_its_space_in_two_steps(tmp_path: Path) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        columns = await ann.press_more(await ann.press(game.turn, "Desk"), "Catastrophe")
        assert columns.content == "Choose a column: 💥 catastrophe"
        spaces = await ann.press(columns, "C")
        assert spaces.content == "Choose a space: 💥 catastrophe"
        assert labels(spaces)[-5:] == ["Other column", "Why not?", "Zoom", "Legend", "Back"]
        columns = await ann.press(spaces, "Other column")
        hand = await ann.press(columns, "Back")
        assert hand.attachments[0].filename.startswith("desk-")
        assert "More" in labels(hand)


def registered(w: World) -> dict[str, dict[str, Any]]:
    """The commands that Discord shows, by name; they can be changed."""
    return {each["name"]: each for each in w.env.backend.commands[None].values()}


def option_renamed(w: World) -> None:
    registered(w)["tile"]["options"][1]["name"] = "space"


def option_of_another_kind(w: World) -> None:
    registered(w)["tile"]["options"][1]["type"] = discord.AppCommandOptionType.integer.value


def option_that_is_not_required(w: World) -> None:
    del registered(w)["tile"]["options"][1]


def option_too_many(w: World) -> None:
    more = {"name": "twice", "type": discord.AppCommandOptionType.boolean.value}
    registered(w)["tile"]["options"].append(more)


def command_that_is_none(w: World) -> None:
    commands = w.env.backend.commands[None]
    key = next(key for key, each in commands.items() if each["name"] == "tile")
    commands[tuple("place" if part == "tile" else part for part in key)] = commands.pop(key)
    registered(w)["tile"]["name"] = "place"


def option_of_another_range(w: World) -> None:
    registered(w)["open"]["options"][1]["max_value"] = 9


OTHER_VERSIONS: list[tuple[Callable[[World], None], str, dict[str, Any]]] = [
    (option_renamed, "tile", {"colour": "r", "space": "D6"}),
    (option_of_another_kind, "tile", {"colour": "r", "cell": 46}),
    (option_that_is_not_required, "tile", {"colour": "r"}),
    (option_too_many, "tile", {"colour": "r", "cell": "D6", "twice": True}),
    (option_of_another_range, "open", {"name": "Uruk", "seats": 7}),
    (command_that_is_none, "place", {"colour": "r", "cell": "D6"}),
]
"""How another version's commands differ, and a use of one."""


@pytest.mark.parametrize(
    ("differ", "command", "typed"),
    OTHER_VERSIONS,
    ids=[each.__name__ for each, *_ in OTHER_VERSIONS],
)
async def test_a_command_of_another_version(
    tmp_path: Path,
    differ: Callable[[World], None],
    command: str,
    typed: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing is done, one sentence says why, and the commands are sent to Discord again."""
    async with started(tmp_path) as (w, game):
        ann, before = w.person("ann"), await unchanged(game)
        ours = copy.deepcopy(registered(w))
        differ(w)
        refused = await ann.slash(command, game.home, **typed)
        assert refused.content == (
            "Nothing was done. Discord is updating my commands. Try again in a minute."
        )
        assert await unchanged(game) == before
        assert same(registered(w), ours)
        differ(w)  # once more, as if forged: they are not sent again and again
        await ann.slash(command, game.home, **typed)
        assert not same(registered(w), ours)
        await w.env.advance_time(3601)
        await ann.slash(command, game.home, **typed)
        assert same(registered(w), ours)
        assert not [record for record in caplog.records if record.exc_info]


async def test_suggestions_for_a_command_of_another_version(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        option_renamed(w)
        assert not await ann.suggested("tile", "space", "", game.home, colour="r")
        assert not await ann.suggested("tile", "colour", "", game.home, space="D6")
        command_that_is_none(w)
        assert not await ann.suggested("place", "colour", "", game.home)
        assert not [record for record in caplog.records if record.exc_info]


def same(these: dict[str, dict[str, Any]], those: dict[str, dict[str, Any]]) -> bool:
    """Whether the commands are the same, whatever their ids."""

    def described(commands: dict[str, dict[str, Any]]) -> dict[str, Any]:
        return {name: (each["description"], each.get("options")) for name, each in commands.items()}

    return described(these) == described(those)
