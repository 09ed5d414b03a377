"""How many taps a turn takes, and how often a phone rings, counted at the simulated Discord.

A press on a component is a tap, and so is a command. A ring is a new message that makes a sound,
in direct messages, or elsewhere if it mentions somebody.
"""

from dataclasses import dataclass

from messages import BUTTON, LINK, components, tile_on
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
    def desk(self):
        return self.game.desk_of(self.person)

    async def press(self, *begins):
        """Press buttons, each on what the desk shows then; for a tile its colour."""
        for wanted in begins:
            label = tile_on(self.desk, wanted) if isinstance(wanted, Colour) else wanted
            await self.person.press(self.desk, label)
            self.taps += 1

    @property
    def suggested(self):
        """The labels of the moves that the bot suggests."""
        return [
            each["label"]
            for each in components(self.desk)
            if each["type"] == BUTTON and each["style"] != LINK and ":move:" in each["custom_id"]
        ]


async def thumb(game):
    """Whoever is called, with the desk before the eyes."""
    return Thumb(game, await game.decider())


# --- taps ----------------------------------------------------------------------------------------


async def test_two_tiles_and_the_end_take_seven_taps_and_two_suggestions_three(tmp_path):
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob")
        it = await thumb(game)
        await it.press(RED, "E", "E4", RED, "E", "E5", "End turn")
        assert it.taps == 7
        assert len(it.person.dms) == 1
        it = await thumb(game)
        await it.press(it.suggested[0])
        await it.press(it.suggested[0], "End turn")
        assert it.taps == 3
        assert await game.decider() is not it.person


async def to_a_conflict(game):
    """Up to the first conflict of the record; the steps that come after."""
    _, steps, _ = read("two_people.te")
    while not isinstance((await game.table()).view.decision, AddDecision):
        await game.take(steps.pop(0).action, "slash")
    return list(steps)


# --- rings ---------------------------------------------------------------------------------------


async def test_a_decision_that_the_table_waits_for_rings_once(tmp_path):
    """In the place that the player has chosen: nobody else's phone makes a sound."""
    async with new_world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        for number in range(3):
            person = await game.decider()
            rings = {each.name: w.rings(each) for each in w.people.values()}
            assert sum(rings.values()) == number + 1
            await w.env.advance_time(AWAY)
            await game.take(parse_action("end"), "dm")
            assert w.rings(person) == rings[person.name]
        table = await game.table()
        assert {w.rings(each) for each in w.people.values()} == {1, 2}
        assert all(player.called_in is CalledIn.DIRECT for player in table.players)
        assert not game.pings
        # whoever has set "all messages" hears nothing of the thread
        assert all(post.flags.suppress_notifications for post in game.posts)


async def test_a_turn_with_a_conflict_in_it_rings_once_for_who_is_at_it(tmp_path):
    start, _, bag = read("two_people.te")
    async with new_world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await to_a_conflict(game)
        attacker, rings = await game.decider(), w.rings(await game.decider())
        await w.env.advance_time(AWAY)  # the question is open still: it rings
        assert w.rings(attacker) == rings + 1
        for _ in range(2):  # one tap on either side
            it = await thumb(game)
            await it.press("Add 0")
        assert await game.decider() is attacker
        assert w.rings(attacker) == rings + 1  # at it a moment ago
        (desk,) = attacker.dms
        assert desk.content.startswith("**Ur**: your turn")
        await w.env.advance_time(AWAY)
        assert w.rings(attacker) == rings + 2  # away once more
        await w.env.advance_time(3600)
        assert w.rings(attacker) == rings + 2


async def test_the_end_of_the_game_rings_once_for_each(tmp_path):
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
