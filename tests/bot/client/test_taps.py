"""The page after a press on a hand: its next page, or another player's turn."""

import pytest
from seated import answer_in
from tabletop import decider, game_of, running

from bot.content.message import Button, Content
from bot.dispatch.context import TableContext
from bot.domain.player import Person
from bot.domain.table import Status
from bot.i18n import Words
from bot.intents import UserRequest, parse_custom_id
from bot.intents.board import SeeDesk


def read(button):
    """A button's label without its sign."""
    return f"{button.emoji} {button.label}"


class Phone:
    """A player's view of a game."""

    def __init__(self, services, table_id, person):
        self.services, self.table_id, self.person = services, table_id, person
        self.shown = Content("")

    @property
    def labels(self):
        return [each.label for each in self.buttons]

    @property
    def buttons(self):
        rows = (row for row in self.shown.rows if isinstance(row, tuple))
        return [each for row in rows for each in row if isinstance(each, Button)]

    @property
    def tiles(self):
        """The labels of the tiles in hand."""
        return [read(each) for each in self.buttons if each.label[0].isdecimal()]

    async def press(self, *labels):
        """Press buttons, each on what the one before has shown."""
        for label in labels:
            (button,) = (each for each in self.buttons if label in {each.label, read(each)})
            await self.wants(parse_custom_id(button.custom_id))

    async def wants(self, request):
        visit = await self.services.visits.of(self.table_id, self.person.user_id)
        errand = TableContext(self.services, Words(), self.person, request, visit=visit)
        self.shown = await answer_in(errand)


async def called(services):
    """A game that has just started, and the view of the called player, with the hand shown."""
    table = await running(services, 2)
    phone = Phone(services, table.id, Person(decider(table), table.decider.name))
    await phone.wants(UserRequest(SeeDesk(), table.id))
    return table, phone


async def now(services, table):
    return await services.games.get(table.id)


@pytest.mark.parametrize(
    ("way", "drawn"),
    [
        (lambda _: ("More", "Catastrophe", "C", "C6", "… and end turn"), False),
        (lambda labels: ("Swap", labels[0], "Swap and end turn"), True),
        (lambda _: ("End turn", "End turn"), False),
    ],
    ids=["catastrophe", "swap", "actions left"],
)
async def test_the_turn_ends_with_what_is_confirmed(services, way, drawn):
    """The turn ends in one decision, and the next one has begun."""
    table, phone = await called(services)
    *first, last = way(phone.tiles)
    await phone.press(*first)
    assert (await now(services, table)).turn == 1
    if first == ["End turn"]:
        assert phone.shown.text.startswith("You give up 2 actions. You can't undo this.")
    await phone.press(last)
    after = await now(services, table)
    assert (after.turn, after.status) == (2, Status.RUNNING)
    assert after.decider.user_id != phone.person.user_id
    assert ("You drew: " in phone.shown.text) == drawn


async def test_buttons_of_earlier_versions_lead_to_the_first_face(services):
    table, phone = await called(services)
    desk = phone.shown
    at = f"te:{table.id}:{game_of(table).active}:{table.state_version}"
    for text in ("tile", "leader"):
        await phone.wants(parse_custom_id(f"{at}:{text}"))
        assert phone.shown == desk
    await phone.wants(parse_custom_id(f"{at}:at:r", ["D"]))
    assert "D6" in phone.labels
    await phone.wants(parse_custom_id(f"{at}:swap"))
    assert "Start again" not in phone.labels
    held = game_of(table).hands[game_of(table).active]
    letter = next(letter for letter, count in zip("krbg", held, strict=True) if count)
    for swap in (
        parse_custom_id(f"{at}:swap:{letter}"),
        parse_custom_id(f"{at}:swap", [f"{letter}1"]),
    ):
        await phone.wants(swap)
        assert "Swap these" in phone.labels
