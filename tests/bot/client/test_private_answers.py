"""A private answer takes the place of those before it, of the same user in the same channel."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.client.state.private_messages import PrivateMessages

HOME, ELSEWHERE = 1, 2
ANN, BEN = 11, 12
START = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass
class Shown:
    """The part of an answered interaction that the client reads."""

    number: int
    channel_id: int = HOME
    user_id: int = ANN
    pressed: int | None = None
    """The private message that was pressed."""
    dismissed: bool = False
    deleted: bool = False

    @property
    def user(self):
        return SimpleNamespace(id=self.user_id)

    @property
    def message(self):
        return None if self.pressed is None else SimpleNamespace(id=self.pressed)

    async def delete_original_response(self):
        if self.dismissed:
            response = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(response, {"code": 10008, "message": "Unknown Message"})
        self.deleted = True


AGAIN = Shown(1)


class Answers:
    """Answers that are shown one after the other, and which of them are left."""

    def __init__(self):
        self.now = START
        self.working = set()
        self._answers = PrivateMessages(lambda: self.now, None)
        self._shown = []

    def show(self, answer, *, refusal=False):
        self._shown.append(answer)
        self._answers.answered(
            answer, answer.number, replaces=not refusal, at_work=self.working.__contains__
        )

    async def left(self):
        for task in list(self._answers._deleting):
            await task
        return [each.number for each in self._shown if not each.deleted]


@pytest.fixture
def answers():
    return Answers()


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        ([Shown(1), Shown(2), Shown(3)], [3]),
        ([Shown(1), Shown(2, user_id=BEN), Shown(3, channel_id=ELSEWHERE)], [1, 2, 3]),
        ([Shown(1), Shown(2, pressed=1), Shown(3, pressed=1)], [1, 3]),
        ([Shown(1, dismissed=True), Shown(2), Shown(3)], [1, 3]),
        ([AGAIN, AGAIN], [1, 1]),
    ],
    ids=["before", "of others", "pressed", "dismissed", "shown again"],
)
async def test_the_one_before_goes(answers, shown, left):
    """But not those of others, what was pressed, or what only changes its own message."""
    for answer in shown:
        answers.show(answer)
    assert await answers.left() == left


async def test_a_refusal_deletes_nothing_and_goes_with_the_next_answer(answers):
    answers.show(Shown(1))
    answers.show(Shown(2), refusal=True)
    assert await answers.left() == [1, 2]
    answers.show(Shown(3))
    assert await answers.left() == [3]


async def test_what_is_being_worked_out_stays_until_it_is_there(answers):
    answers.show(Shown(1))
    answers.working.add(1)
    answers.show(Shown(2))
    assert await answers.left() == [1, 2]
    answers.working.clear()
    answers.show(Shown(3))
    assert await answers.left() == [3]


async def test_after_a_quarter_of_an_hour_it_cannot_be_deleted(answers):
    answers.show(Shown(1))
    answers.now += timedelta(minutes=15)
    answers.show(Shown(2))
    assert await answers.left() == [1, 2]
