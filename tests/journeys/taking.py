"""Ways to take a decision on Discord: with commands and suggestions, or by presses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from messages import components, labels, leader_label, options, space_on, tile_label

from engine import (
    COLOUR_NAMES,
    LEADER_NAMES,
    TILE_NAMES,
    ActionDecision,
    AddTiles,
    ChooseWar,
    Colour,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    Game,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    WithdrawLeader,
    letters,
)

if TYPE_CHECKING:
    from people import GameOnDiscord, Person


@dataclass
class Taking:
    """A player who must decide, in the game as it is before that."""

    game: GameOnDiscord
    person: Person
    before: Game

    async def by_command(self, action):
        match action:
            case PlaceTile(colour, cell):
                typed = await self._type("tile", colour=colour.letter, cell=str(cell))
                return await self._confirmed(typed)
            case PlaceLeader(leader, cell):
                typed = await self._type("leader", leader=str(leader), cell=str(cell))
                return await self._confirmed(typed)
            case WithdrawLeader(leader):
                return await self._type("withdraw", leader=str(leader))
            case PlaceCatastrophe(cell):
                return await self._confirmed(await self._type("catastrophe", cell=str(cell)))
            case SwapTiles():
                question = await self._type("swap", tiles=letters(action.counts))
                return await self.person.press(question, "Swap these")
            case EndTurn():
                answer = await self.person.slash("end", self.game.home)
                if self.before.actions_left:
                    answer = await self.person.press(answer, "End turn")
                return answer
            case _:
                return await self._type("decide", answer=str(action))

    async def _type(self, command, **chosen):
        """Fill a command in, option by option, from what is suggested for each."""
        filled = {}
        for option, value in chosen.items():
            typed = value if option in ("cell", "tiles") else ""
            offered = await self.person.suggested(command, option, typed, self.game.home, **filled)
            assert value in offered.values(), f"/{command} {option}: {value} not in {offered}"
            filled[option] = value
        return await self.person.slash(command, self.game.home, **filled)

    async def by_presses(self, action, way):
        return await self.on(await self._desk(way), action)

    async def on(self, start, action):
        """Decide by presses, from the page that asks for it."""
        if not isinstance(self.before.decision, ActionDecision):
            return await self._answered(start, action)
        match action:
            case PlaceTile(colour, cell):
                held = self.before.hands[self.before.active][colour]
                keypad = await self.person.press(start, tile_label(colour, held))
                return await self.at(keypad, cell)
            case PlaceLeader(leader, cell):
                keypad = await self.person.press(start, self._leader_label(leader))
                return await self.at(keypad, cell)
            case WithdrawLeader(leader):
                keypad = await self.person.press(start, self._leader_label(leader))
                return await self.person.press(keypad, "Withdraw")
            case PlaceCatastrophe(cell):
                page = start
                if "Catastrophe" not in labels(start):  # as on a desk
                    page = await self.person.press(start, "More")
                return await self.at(await self.person.press(page, "Catastrophe"), cell)
            case SwapTiles():
                tiles = await self.person.press(start, "Swap")
                for colour in Colour:
                    for given in range(action.counts[colour]):
                        left = self.before.hands[self.before.active][colour] - given
                        tiles = await self.person.press(tiles, tile_label(colour, left))
                return await self.person.press(tiles, "Swap these")
            case EndTurn():
                answer = await self.person.press(start, "End turn")
                if self.before.actions_left:
                    assert "You give up" in answer.content
                    answer = await self.person.press(answer, "End turn")
                return answer
        raise AssertionError(action)

    async def _desk(self, way):
        """The desk, with the buttons of the turn or the question that waits for an answer."""
        if way == "hand":
            return await self.person.slash("hand", self.game.home)
        if way == "dm":
            return self.game.desk_of(self.person)
        return await self.person.press(self.game.turn, "Desk")

    async def _answered(self, question, action):
        match action:
            case AddTiles(count):
                return await self.person.press(question, f"Add {count}")
            case ChooseWar(colour):
                return await self.person.press(question, LEADER_NAMES[colour])
            case DeclineMonument():
                return await self.person.press(question, "Build nothing")
            case DeclineBuilding():
                return await self.person.press(question, "Place no building")
            case TakeCube(colour):
                return await self.person.press(question, COLOUR_NAMES[colour])
            case DrawTile(None):
                return await self.person.press(question, "From the bag")
            case DrawTile(colour):
                return await self.person.press(question, TILE_NAMES[colour])
        for name, value in options(question).items():  # more than there is room for buttons
            if value == str(action):
                return await self.person.choose(question, name)
        label = next(
            str(component["label"])
            for component in components(question)
            if str(component.get("custom_id")).endswith(f":do:{action}")
        )
        return await self.person.press(question, label)

    async def at(self, keypad, cell):
        """Choose a space, by its column first unless that is left alone."""
        if space_on(keypad, cell) is None:
            keypad = await self.person.press(keypad, str(cell)[0])
        label = space_on(keypad, cell)
        assert label is not None
        return await self._confirmed(await self.person.press(keypad, label))

    async def _confirmed(self, answer):
        """Go on from what is shown before it counts, if it is, by the button for its outcome."""
        if any(each.filename.startswith("preview-") for each in answer.attachments):
            answer = await self.person.press(answer, labels(answer)[0])
        return answer

    def _leader_label(self, leader):
        cell = self.before.board.cell_of(leader)
        return leader_label(leader, cell)
