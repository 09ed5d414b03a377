"""Wrong presses and inputs: one clear sentence to the player, and nothing changes."""

import copy
from contextlib import asynccontextmanager

import discord
from forging import forge
from messages import labels, says, tile_on
from people import world

from engine import Colour, Dynasty, spaces_in_order
from tests.dice import LoadedDice, bag_beginning

# ann begins, as the archer; she holds one settlement, two temples, two farms and a market
OPENING = "krrbbg" + "kkrrbg"


def dice():
    return LoadedDice([Dynasty.ARCHER, Dynasty.BULL], bag_beginning(OPENING))


@asynccontextmanager
async def started(tmp_path):
    # no delivery fails here, so that nothing is ever waited for but the bot, however slow it is
    async with world(tmp_path, dice()) as w:
        yield w, await w.open("ann", "bob")


async def unchanged(game):
    """Everything that must be the same afterwards."""
    table = await game.table()
    return table, [says(message) for message in (game.lobby, *game.posts)]


async def test_somebody_else_presses(tmp_path):
    async with started(tmp_path) as (w, game):
        before = await unchanged(game)
        bob, eve = w.person("bob"), w.person("eve")
        version = (await game.table()).state_version
        for request in ("tile", "end", "decide"):
            refused = await forge(bob, game.turn, f"te:1:0:{version}:{request}")
            assert refused.content.startswith(
                "Not your decision. Waiting for **ann**. (R3.1)\n**Ur**:"
            )
            assert "End turn" not in labels(refused)
        refused = await forge(eve, game.turn, f"te:1:0:{version}:end")
        assert refused.content == "You don't play in **Ur**."
        for label in ("Desk", "Undo"):
            refused = await eve.press(game.turn, label)
            assert refused.content == "You don't play in **Ur**."
            assert labels(refused) == ["Watch"]
        looked = await eve.press(refused, "Watch")
        assert looked.attachments[0].filename.startswith("board-")
        assert labels(looked) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
        for custom_id in ("old:1:2", "te:1:9:0:tile", "te:1:0:3:at:zz", "te:1:0:3:juggle"):
            refused = await forge(w.person("ann"), game.turn, custom_id)
            assert "The game has moved on since then" in refused.content
        assert await unchanged(game) == before


async def test_a_stale_button(tmp_path):
    """A keypad from before a decision, and a question that was answered elsewhere."""
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        face = await ann.press(game.turn, "Desk")
        keypad = await ann.press(face, tile_on(face, Colour.BLACK))
        await game.play("k@D6")
        before = await unchanged(game)
        refused = await ann.press(keypad, "A")
        assert refused.content.startswith("The game has moved on since then. Look at the board")
        assert tile_on(refused, Colour.RED) == "2 temples"
        keypad = await ann.press(refused, "2 temples")
        assert keypad.content == "Choose a column: 🟥 temple"
        assert await unchanged(game) == before
        second = await ann.press(await ann.press(keypad, "Back"), "End turn")
        await game.play("end")
        before = await unchanged(game)
        refused = await ann.press(second, "End turn")
        assert refused.content.startswith("The game has moved on")
        assert await unchanged(game) == before


RUBBISH = [
    ("tile", {"colour": "b", "cell": "D6"}, "D6 is land. Farms go on rivers."),
    ("tile", {"colour": "A r@E5", "cell": "D6"}, "There's no tile called “A r"),
    ("tile", {"colour": "r", "cell": "E5\nA end"}, "There's no space called “E5 A end”"),
    ("tile", {"colour": "🏺" * 3000, "cell": "D6"}, "There's no tile called “🏺"),
    ("leader", {"leader": "Bk", "cell": "B1"}, "Not your leader: King (**"),
    ("leader", {"leader": "", "cell": "B1"}, "There's no leader called “?”. Choose one: King"),
    ("withdraw", {"leader": "k"}, "That leader isn't on the board."),
    ("catastrophe", {"cell": "@everyone"}, "There's no space called “@\u200beveryone”"),
    ("swap", {"tiles": "krbg" * 1000}, "Name one to six tiles"),
    ("decide", {"answer": "end"}, "“end” isn't an answer"),
    ("decide", {"answer": "+99999999999999999999"}, "isn't an answer"),
    ("decide", {"answer": "take:B2"}, "There's nothing else to decide."),
]
"""A command, what is typed into it, and why not."""


async def test_rubbish_typed(tmp_path):
    async with started(tmp_path) as (w, game):
        ann = w.person("ann")
        before = await unchanged(game)
        for command, typed, why in RUBBISH:
            refused = await ann.slash(command, game.home, **typed)
            assert why in refused.content
            assert "wrong on my side" not in refused.content
            answer, _, _advised = refused.content.partition("\n🆕")  # what the desk explains
            assert len(answer) < 300
        assert RUBBISH[-1][-1] in (await ann.slash("decide", answer="take:B2")).content  # directly
        for number in ("0", "-1", "９", "9" * 400, "'; DROP TABLE game"):
            refused = await ann.slash("hand", game=number)
            assert refused.content == "I can't find that game. `/games` lists yours."
        assert not await ann.suggested("tile", "colour", game="99")
        assert await unchanged(game) == before
        done = await ann.slash("leader", game.home, leader="priest", cell="b1")
        assert done.content.startswith("**Ur**: your turn – 1 action left.")


async def test_suggestions_are_legal_and_the_players_own(tmp_path):
    async with started(tmp_path) as (w, game):
        ann, bob = w.person("ann"), w.person("bob")
        home = game.home
        legal = {str(action) for action in (await game.full_game()).legal_actions()}
        assert await ann.suggested("tile", "colour", where=home) == {
            "settlement × 1": "k",
            "temple × 2": "r",
            "farm × 2": "b",
            "market × 1": "g",
        }
        assert list(await ann.suggested("tile", "colour", "far", home)) == ["farm × 2"]
        for colour, letter in ("rE", "bE", "bP"):
            cells = await ann.suggested("tile", "cell", letter, home, colour=colour)
            expected = {action for action in legal if action.startswith(f"{colour}@{letter}")}
            assert {f"{colour}@{cell}" for cell in cells.values()} == expected
        leaders = await ann.suggested("leader", "leader", where=home)
        assert leaders == {"King": "Ak", "Priest": "Ar", "Farmer": "Ab", "Trader": "Ag"}
        cells = await ann.suggested("leader", "cell", "A", home, leader="King")
        assert set(cells.values()) == {"A2", "A8"}
        view = (await game.full_game()).view(0)
        best = spaces_in_order(view, view.leaders(0)[0])
        cells = await ann.suggested("leader", "cell", "", home, leader="King")
        assert list(cells.values()) == [str(each.action.cell) for each in best[:25]]
        assert not await ann.suggested("withdraw", "leader", where=home)
        assert not await ann.suggested("decide", "answer", where=home)
        swaps = await ann.suggested("swap", "tiles", "bb", home)
        assert "bb" in swaps.values()
        assert all(value.count("b") == 2 for value in swaps.values())
        assert await ann.suggested("swap", "tiles", "blue, farm", home) == swaps
        # nonsense in another option, and somebody whose turn it is not
        for nonsense in ("", "A", "x" * 6000):
            assert not await ann.suggested("tile", "cell", "", home, colour=nonsense)
            assert not await ann.suggested("leader", "cell", "", home, leader=nonsense)
        for command, option in (("tile", "colour"), ("leader", "leader")):
            assert not await bob.suggested(command, option, where=home)


def registered(w):
    """The commands that Discord shows, by name; they can be changed."""
    return {each["name"]: each for each in w.env.backend.commands[None].values()}


def described(w):
    """The commands without their ids."""
    return {
        name: (each["description"], copy.deepcopy(each.get("options")))
        for name, each in registered(w).items()
    }


def option_renamed(w):
    registered(w)["tile"]["options"][1]["name"] = "space"


def option_of_another_kind(w):
    registered(w)["tile"]["options"][1]["type"] = discord.AppCommandOptionType.integer.value


def option_that_is_not_required(w):
    del registered(w)["tile"]["options"][1]


def option_too_many(w):
    more = {"name": "twice", "type": discord.AppCommandOptionType.boolean.value}
    registered(w)["tile"]["options"].append(more)


def option_of_another_range(w):
    registered(w)["open"]["options"][1]["max_value"] = 9


def command_that_is_none(w):
    commands = w.env.backend.commands[None]
    key = next(key for key, each in commands.items() if each["name"] == "tile")
    commands[tuple("place" if part == "tile" else part for part in key)] = commands.pop(key)
    registered(w)["tile"]["name"] = "place"


OTHER_VERSIONS = [
    (option_renamed, "tile", {"colour": "r", "space": "D6"}),
    (option_of_another_kind, "tile", {"colour": "r", "cell": 46}),
    (option_that_is_not_required, "tile", {"colour": "r"}),
    (option_too_many, "tile", {"colour": "r", "cell": "D6", "twice": True}),
    (option_of_another_range, "open", {"name": "Uruk", "seats": 7}),
    (command_that_is_none, "place", {"colour": "r", "cell": "D6"}),
]
"""Differences of another version's commands, and a use of one."""


async def test_a_command_of_another_version(tmp_path, caplog):
    """Nothing is done, one sentence says why, and the commands are registered again."""
    async with started(tmp_path) as (w, game):
        ann, before, ours = w.person("ann"), await unchanged(game), described(w)
        for differ, command, typed in OTHER_VERSIONS:
            differ(w)
            refused = await ann.slash(command, game.home, **typed)
            assert refused.content == (
                "Nothing was done. Discord is updating my commands. Try again in a minute."
            )
            assert described(w) == ours
            await w.env.advance_time(3601)
        await ann.slash("tile", game.home, colour="r", cell="zz")
        option_renamed(w)
        await ann.slash("tile", game.home, colour="r", space="D6")
        option_renamed(w)  # once more, as if forged: they are not sent again and again
        await ann.slash("tile", game.home, colour="r", space="D6")
        assert described(w) != ours
        assert not await ann.suggested("tile", "space", "", game.home, colour="r")
        assert not await ann.suggested("tile", "colour", "", game.home, space="D6")
        command_that_is_none(w)
        assert not await ann.suggested("place", "colour", "", game.home)
        assert await unchanged(game) == before
        assert not [record for record in caplog.records if record.exc_info]
