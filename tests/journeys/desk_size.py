"""How large the desks of a game are: ``python -m tests.journeys.desk_size [RECORD]``.

Everyone's desk after each decision of a recorded game is counted: its words, buttons, and the
lines of its buttons on a phone. Each player plays a first game and is taught.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.content.content import Button, Content, Link
from bot.domain import UNHURRIED, Person, Place, Seat
from bot.features.board.desk import desk_page
from bot.i18n import Words
from bot.services import Services
from bot.services.inside import AllSeats
from bot.store import Store
from bot.teaching.advice import kinds_that_fit
from engine import ActionDecision, Step, read_game
from tests.databases import new_database
from tests.dice import LoadedDice
from tests.journeys.phone_lines import lines_of

GAMES = Path(__file__).parent / "games"
NAMES = ("Ann", "Ben", "Cleo", "Dan")
TURN, QUESTION, WAITING, OVER = "turn", "question", "waiting", "over"


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk of a game, and what kind it is."""

    kind: str
    content: Content

    @property
    def words(self) -> int:
        """Words of its text: what has a letter or a digit."""
        return sum(any(map(str.isalnum, word)) for word in self.content.text.split())

    @property
    def told(self) -> int:
        """Lines of its text."""
        return sum(bool(line.strip()) for line in self.content.text.split("\n"))

    @property
    def buttons(self) -> int:
        """What can be pressed on it; a select is one."""
        return sum(len(row) if isinstance(row, tuple) else 1 for row in self.content.rows)

    @property
    def lines(self) -> int:
        """Lines of its buttons on a phone."""
        return lines_of(self.content.rows)


MEASURES: Mapping[str, Callable[[Desk], int]] = {
    "words": lambda desk: desk.words,
    "lines of text": lambda desk: desk.told,
    "first line": lambda desk: len(desk.content.text.split("\n")[0]),
    "buttons": lambda desk: desk.buttons,
    "lines of buttons": lambda desk: desk.lines,
}


async def desks_of(record: str) -> list[Desk]:
    """Everyone's desk at the start and after each decision of a recorded game."""
    with TemporaryDirectory() as folder:
        store = await Store.open(await new_database(Path(folder) / "desks.sqlite3"))
        try:
            return await _played(store, record)
        finally:
            await store.close()


async def _played(store: Store, record: str) -> list[Desk]:
    start, *steps = read_game(record)
    services = Services(
        store,
        LoadedDice.of(record),
        lambda: datetime(2030, 1, 1, tzinfo=UTC),
        advise=kinds_that_fit,
        sealing=False,
    )
    people = [Person(10**18 + seat, name) for seat, name in enumerate(NAMES[: len(start.seats)], 1)]
    table = await services.opening.open(
        people[0],
        Place(2 * 10**18, 3 * 10**18),
        "Ur",
        seats=len(people),
        board=start.board.layout.name,
        options=start.options,
        pace=UNHURRIED,
    )
    for person in people[1:]:
        table = await services.lobbies.join(table.id, person)
    found = [*_desks((await AllSeats(services).everyone(table.id)).seats)]
    before = start
    for step in steps:
        if not isinstance(step, Step):
            continue
        assert table.view is not None
        if table.view.decision == before.decision:  # else it was settled without a question
            assert table.decider is not None
            user = table.decider.user_id
            assert user is not None
            table = (await services.play.act(table.id, user, step.action)).table
            found += _desks((await AllSeats(services).everyone(table.id)).seats)
        before = step.game
    return found


def _desks(seats: Sequence[Seat]) -> Iterator[Desk]:
    for seat in seats:
        if seat.table.decider is None:
            kind = OVER
        elif not seat.decides:
            kind = WAITING
        else:
            kind = TURN if isinstance(seat.view.decision, ActionDecision) else QUESTION
        yield Desk(kind, desk_page(Words(), seat))


def _print(desks: Sequence[Desk], *, whole: bool) -> None:
    for kind in ("all", TURN, QUESTION, WAITING, OVER):
        of_kind = [desk for desk in desks if kind in {"all", desk.kind}]
        told = [
            f"{name} {median(map(count, of_kind)):g} / {max(map(count, of_kind))}"
            for name, count in MEASURES.items()
        ]
        print(f"{kind:8} {len(of_kind):4} desks, median / most: {', '.join(told)}")
    if whole:
        for desk in desks:
            print(f"\n--- {desk.kind}: {desk.words} words, {desk.lines} lines")
            print(desk.content.text)
            for row in desk.content.rows:
                print("   ", *map(_pressed, row if isinstance(row, tuple) else ()))


def _pressed(button: Button | Link) -> str:
    sign = button.emoji or "" if isinstance(button, Button) else "↗"
    return f"[{sign} {button.label}]"


if __name__ == "__main__":
    names = [each for each in sys.argv[1:] if each != "--whole"] or ["four_people.te"]
    for name in names:
        print(name)
        _print(asyncio.run(desks_of((GAMES / name).read_text())), whole="--whole" in sys.argv[1:])
