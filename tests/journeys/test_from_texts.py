"""A whole game by people who see no picture: they read texts, and press what has a label.

Whatever they know of the game is made from messages, descriptions of pictures and labels, and from
one press more where a description is cut. At each decision it is compared with the game itself.
"""

import random
import re
from dataclasses import dataclass

from messages import labels
from people import GameOnDiscord, Person, world
from taking import Taking

from engine import ActionDecision, EndTurn, SwapTiles, WithdrawLeader, moves_that_matter
from tests.from_texts import Reader, comparable


def description(message):
    """What a screen reader says of a message's picture."""
    pictures = [each for each in message.attachments if each.filename.endswith(".png")]
    return " ".join(str(each.description) for each in pictures)


@dataclass
class Listener:
    """Somebody at the table who reads, believes what is told, and acts by that alone."""

    game: GameOnDiscord
    person: Person
    pressed: int = 0
    """How often a description was cut, so that it took a press to read it all."""

    async def read(self):
        """The game as the desk tells it."""
        desk = self.game.desk_of(self.person)
        text = description(desk)
        more = await self.person.press(desk, "More")
        if "In words" in labels(more):
            text = await self._in_words(more)
        await self.person.press(more, "Back")
        reader = Reader(text)
        return reader.own(reader.names.index(self.person.name))

    async def _in_words(self, more):
        """What is cut, or not in the picture: a press away, on as many pages as it takes."""
        self.pressed += 1
        page = await self.person.press(more, "In words")
        text = page.content.partition("\n")[2]
        while "Next page" in labels(page):
            page = await self.person.press(page, "Next page")
            text += "\n" + page.content.partition("\n")[2]
        return text

    async def take(self, action, believed):
        """Press what leads to it, by labels, as they must be if what is believed is true."""
        taking = Taking(self.game, self.person, believed)  # type: ignore[arg-type]
        await taking.by_presses(action, "dm")

    async def draw_the_rest(self):
        await self.person.press(self.game.desk_of(self.person), "All from the bag")


def who_decides(message):
    """Whose decision it is, as everybody can read."""
    last = message.content.split("\n")[-1]
    found = re.match(r"\*\*(\w+)\*\* (?:to|can) ", last)
    assert found is not None, message.content
    return found[1]


async def check_belief(game, believed):
    """What somebody believes is what the game is, and what may be done in it."""
    whole = await game.whole()
    true = whole.view(whole.decision.seat)
    assert comparable(believed) == comparable(true)
    assert set(believed.legal_actions()) == set(true.legal_actions())


# --- a whole game --------------------------------------------------------------------------------


# --- choosing by what is read --------------------------------------------------------------------


def chosen(believed, dice):
    """Something that matters, as far as it is believed, or anything that is legal."""
    offered = believed.legal_actions()
    if not isinstance(believed.decision, ActionDecision):
        return dice.choice(offered)
    if not believed.actions_left:
        return EndTurn()
    matters = [move.action for move in moves_that_matter(believed, 6)]
    rare = EndTurn | WithdrawLeader | SwapTiles
    return dice.choice(matters or [each for each in offered if not isinstance(each, rare)])


async def test_they_choose_by_what_they_read(tmp_path):
    """Three people who have never seen the board get on, into their conflicts and out of them."""
    dice = random.Random(8)
    names = ("ann", "bob", "cora")
    async with world(tmp_path, random.Random(8)) as w:
        game = await w.open(*names, preset="rulebook")
        people = {name: Listener(game, w.person(name)) for name in names}
        for _ in range(10):
            listener = people[who_decides(game.turn)]
            believed = await listener.read()
            await check_belief(game, believed)
            await listener.take(chosen(believed, dice), believed)
        assert (await game.table()).turn > 2
