"""How many taps a turn takes, and how often a phone rings, counted at the simulated Discord.

A press on a component is a tap, and so is a command. A ring is a new message that makes a sound,
in direct messages, or elsewhere if it mentions somebody.
"""

from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import discord
import pytest
from following import decisions, play
from messages import BUTTON, LINK, Message, components, tile_on
from people import GameOnDiscord, Person, read
from people import world as new_world

from bot.store import CalledIn
from engine import AddDecision, Colour, parse_action
from tests.dice import LoadedDice

RED = Colour.RED
AWAY = 200
"""Seconds after which nobody is taken to be at it any more."""


@dataclass
class Thumb:
    """Somebody at the desk in direct messages, and what it takes there."""

    game: GameOnDiscord
    person: Person
    taps: int = 0

    @property
    def desk(self) -> discord.Message:
        return self.game.desk_of(self.person)

    async def press(self, *begins: str | Colour) -> None:
        """Press buttons, each on what the desk shows then; for a tile its colour."""
        for wanted in begins:
            label = tile_on(self.desk, wanted) if isinstance(wanted, Colour) else wanted
            await self.person.press(self.desk, label)
            self.taps += 1

    @property
    def suggested(self) -> list[str]:
        """The labels of the moves that the bot suggests."""
        return [
            each["label"]
            for each in components(self.desk)
            if each["type"] == BUTTON and each["style"] != LINK and ":move:" in each["custom_id"]
        ]


async def thumb(game: GameOnDiscord) -> Thumb:
    """Whoever is called, with the desk before the eyes."""
    return Thumb(game, await game.decider())


# --- taps ----------------------------------------------------------------------------------------


async def test_two_tiles_and_the_end_take_seven_taps(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        it = await thumb(game)
        await it.press(RED, "E", "E4", RED, "E", "E5", "End turn")
        assert it.taps == 7
        assert await game.decider() is not it.person
        assert len(it.person.dms) == 1


async def test_a_leader_a_tile_and_the_end_take_seven_taps(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        it = await thumb(game)
        await it.press("King", "I", "I6", RED, "E", "E4", "End turn")
        assert it.taps == 7
        assert await game.decider() is not it.person


async def test_two_suggested_moves_and_the_end_take_three_taps(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        it = await thumb(game)
        await it.press(it.suggested[0])
        await it.press(it.suggested[0], "End turn")
        assert it.taps == 3
        assert await game.decider() is not it.person


async def test_a_swap_of_two_a_tile_and_the_end_take_eight_taps(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        it = await thumb(game)
        await it.press("Swap", RED, Colour.BLACK, "Swap these")
        assert "You drew: " in it.desk.content
        hand = (await game.whole()).hands[(await game.table()).decider.seat]
        held = next(colour for colour in Colour if hand[colour])
        await it.press(held, "E", "E8" if held is Colour.BLUE else "E5", "End turn")
        assert it.taps == 8
        assert await game.decider() is not it.person


async def test_a_whole_turn_in_one_line_is_a_command_and_a_press(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        preview = await person.slash("turn", line="king@I6 r@e4; END")
        await person.press(preview, "Play this turn")
        assert await game.decider() is not person
        assert "places a 🟥 temple on E4" in game.turns[0].content


async def to_a_conflict(game: GameOnDiscord) -> list[object]:
    """Up to the first conflict of the record; the steps that come after."""
    _, steps, _ = read("two_people.te")
    while not isinstance((await game.table()).view.decision, AddDecision):
        await game.take(steps.pop(0).action, "slash")
    return list(steps)


async def test_a_conflict_is_answered_by_one_tap_on_either_side(tmp_path: Path) -> None:
    start, _, bag = read("two_people.te")
    async with new_world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await to_a_conflict(game)
        for _ in range(2):
            it = await thumb(game)
            await it.press("Add 0")
            assert it.taps == 1
        assert not isinstance((await game.table()).view.decision, AddDecision)


async def test_from_the_thread_it_is_one_tap_more(tmp_path: Path) -> None:
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        shown: Message = await person.press(game.turn, "Desk")
        for wanted in (RED, "E", "E4", RED, "E", "E5", "End turn"):
            label = tile_on(shown, wanted) if isinstance(wanted, Colour) else wanted
            shown = await person.press(shown, label)
        assert await game.decider() is not person


# --- rings ---------------------------------------------------------------------------------------


async def test_a_decision_that_the_table_waits_for_rings_once(tmp_path: Path) -> None:
    """In the place that the player has chosen: nobody else's phone makes a sound."""
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        for number in range(6):
            person = await game.decider()
            rings = {each.name: w.rings(each) for each in w.people.values()}
            assert sum(rings.values()) == number + 1
            await w.env.advance_time(AWAY)
            await game.take(parse_action("end"), "dm")
            assert w.rings(person) == rings[person.name]
        table = await game.table()
        assert {w.rings(each) for each in w.people.values()} == {2, 3}
        assert all(player.called_in is CalledIn.DIRECT for player in table.players)
        assert not game.pings
        # whoever has set "all messages" hears nothing of the thread
        assert all(post.flags.suppress_notifications for post in game.posts)


async def test_a_turn_with_a_conflict_in_it_rings_once_for_who_is_at_it(tmp_path: Path) -> None:
    start, _, bag = read("two_people.te")
    async with new_world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await to_a_conflict(game)
        attacker, rings = await game.decider(), w.rings(await game.decider())
        await w.env.advance_time(AWAY)  # the question is open still: it rings
        assert w.rings(attacker) == rings + 1
        await game.take(parse_action("+0"), "dm")
        await game.take(parse_action("+0"), "dm")
        assert await game.decider() is attacker
        assert w.rings(attacker) == rings + 1  # at it a moment ago
        (desk,) = attacker.dms
        assert desk.content.startswith("**Ur**: your turn")
        await w.env.advance_time(AWAY)
        assert w.rings(attacker) == rings + 2  # away once more
        await w.env.advance_time(3600)
        assert w.rings(attacker) == rings + 2


async def test_the_end_of_the_game_rings_once_for_each(tmp_path: Path) -> None:
    """Where each is called: cora in the thread, as she takes no direct messages."""
    async with new_world(tmp_path) as w:
        w.person("cora").close_dms()
        game = await w.open("ann", "bob", "cora")
        await w.env.advance_time(5)
        people = [w.person(name) for name in ("ann", "bob", "cora")]
        decider = await game.decider()
        leaving = next(each for each in people if each is not decider)
        await leaving.press(await leaving.slash("resign", game.home), "Resign")
        before = [w.rings(person) for person in people]
        decider = await game.decider()
        last = next(each for each in people if each not in (leaving, decider))
        await last.press(await last.slash("resign", game.home), "Resign")
        assert [w.rings(person) for person in people] == [rings + 1 for rings in before]
        for person in people[:2]:
            (desk,) = person.dms
            assert desk.content.startswith("**Ur** is over.")
        assert not people[2].dms
        assert game.pings[-1] == people[2].id
        assert game.thread.name.startswith("🏆")


@pytest.mark.slow
async def test_a_recorded_game_of_24_turns(tmp_path: Path) -> None:
    """Everybody goes away after each turn; questions find them away as well."""
    start, steps, bag = read("two_people.te")
    async with new_world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        at = 0

        async def interlude(_w: object, _game: GameOnDiscord, _action: object) -> None:
            nonlocal at
            states = [start, *(step.game for step in steps)]
            if at and states[at].decision.seat != states[at - 1].decision.seat:
                await w.env.advance_time(AWAY)
            at += 1

        await play(w, game, start, steps, cycle(("dm", "slash", "buttons")), interlude)
        began = [seat for seat, _, began, _ in decisions(start, steps) if began]
        waited = [seat for seat, _, began, same in decisions(start, steps) if began or not same]
        rings = [w.rings(person) for person in w.people.values()]
        print(f"\n{len(began)} turns, {len(waited)} times somebody was waited for: {rings} rings")
        assert sum(rings) == len(waited) + 2
        for person in w.people.values():
            assert len(person.dms) == 1
