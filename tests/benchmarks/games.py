"""Many games that differ, under way at a stand-in for Discord: how they come to be, and go on.

A few are gathered there and copied. Some of the copies are then played on for a while without
Discord, each in its own way: these differ, as games do, so that nothing drawn or thought out for
one of them serves for another. All are shown before anything is measured. What is decided next in
each of them is found out beforehand.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine import parse_action
from tests.benchmarks.copies import copies, number_games_high
from tests.benchmarks.measuring import REST, played
from tests.stand_in.process import Bot
from tests.stand_in.rows import game_at
from tests.stand_in.table import Decision, Table, begun
from tests.stand_in.trial import another_program

SEATS = (2, 3, 4)
"""The games that are copied have so many people each."""
BEFORE = 4
"""Decisions before they are copied."""
ALONE = 4, 24
"""Decisions after that, at least and at most, in each of the copies that are played on."""
NOTED = 24
"""The decisions after that."""
A_SERVER = 10
"""Games in each server."""
_TILE = re.compile("([krbg])@([A-P][0-9]+)")
_LEADER = re.compile("([A-Z][krbg])@([A-P][0-9]+)")


@dataclass
class Played:
    """A game whose next decisions are known."""

    table: Table
    script: Sequence[Decision]
    decided: int = 0
    busy: bool = False

    @property
    def is_ready(self):
        return not self.busy and self.decided < len(self.script)


async def prepared(discord, folder, games, active):
    """Return a number of games, at rest in one file; *active* ones differ, and are answered.

    The stand-in must have no limits meanwhile.
    """
    bot = Bot(discord, folder)
    dice = random.Random(games)
    async with bot:
        number_games_high(bot.database)
        sources = []
        for seats in SEATS:
            table = await begun(discord, seats=seats)
            await played(discord, table, BEFORE, dice)
            sources.append(table)
        await discord.quiet(REST)
    each, of_them = games // len(sources), active // len(sources)
    servers = [discord.world.add_guild(f"Server {n}") for n in range(max(1, games // A_SERVER))]
    going = []
    async with another_program(bot.database) as services:
        for table in sources:
            copied = copies(table, bot.database, each, servers)
            going += [
                await _played_on(services, bot.database, one, dice) for one in copied[:of_them]
            ]
    async with bot:
        for one in going:
            while _stored(bot.database, one.table).is_behind:
                await discord.quiet(REST)
    return going


async def _played_on(services, database, table, dice):
    stored = _stored(database, table)
    users = {stored.seat_of(person.id): int(person.id) for person in table.people}
    places = {stored.seat_of(person.id): place for place, person in enumerate(table.people)}
    game = stored.replayed()
    for _ in range(dice.randint(*ALONE)):
        seat, action = _next(game, dice)
        await services.play.act(stored.id, users[seat], action)
        game, _ = game.apply(seat, action)
    script = []
    for _ in range(NOTED):
        seat, action = _next(game, dice)
        script.append(_command_for(places[seat], action))
        game, _ = game.apply(seat, action)
    return Played(table, script)


def _stored(database, table):
    return game_at(database, table.home["id"])


def _next(game, dice):
    """The next decision, by chance: mostly a tile, sometimes a leader, an answer, or the end."""
    seat = game.decision.seat
    texts = list(map(str, game.view(seat).legal_actions()))
    for kind in dice.choices((_TILE, _LEADER), (0.7, 0.3))[0], _TILE, _LEADER:
        if fitting := [text for text in texts if kind.fullmatch(text)]:
            return seat, parse_action(dice.choice(fitting))
    if "end" in texts:
        return seat, parse_action("end")
    return seat, parse_action(dice.choice(texts))


def _command_for(place, action):
    """The command for a decision."""
    text = str(action)
    if found := _TILE.fullmatch(text):
        return Decision(place, "tile", (("colour", found[1]), ("cell", found[2])))
    if found := _LEADER.fullmatch(text):
        return Decision(place, "leader", (("leader", found[1]), ("cell", found[2])))
    if text == "end":
        return Decision(place, "end")
    return Decision(place, "decide", (("answer", text),))
