"""What players can want who agree upon something, as values."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain import PublicNumber, Topic, parse_number
from bot.intents import USER, Intent, Turning, chosen, form, register, spelt, written
from engine import Level


@dataclass(frozen=True, slots=True)
class SeeTable(Turning):
    """See how the table stands: what is open, and what can be proposed.

    *turning*: in place of a page that leads there, and not below what was pressed.
    """

    turning: bool = False


@dataclass(frozen=True, slots=True)
class SeeSeat(Intent):
    """See what can be proposed about a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskProposal(Intent):
    """Propose something, if that is confirmed."""

    topic: Topic


@dataclass(frozen=True, slots=True)
class Propose(Intent):
    """Propose something to the others, perhaps about a seat."""

    topic: Topic
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ProposeReplacing(Intent):
    """Propose to offer a seat to a user; None for one who could not play."""

    seat: int
    user_id: int | None


@dataclass(frozen=True, slots=True)
class AskComputer(Intent):
    """See which computers could play a seat that nobody plays: the one of the button."""


@dataclass(frozen=True, slots=True)
class ProposeComputer(Intent):
    """Propose that a computer of that level plays a seat that nobody plays."""

    seat: int
    level: Level


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """Answer the proposal of that number."""

    proposal: PublicNumber | int
    yes: bool


@dataclass(frozen=True, slots=True)
class WithdrawProposal(Intent):
    """Take one's proposal of that number back."""

    proposal: PublicNumber | int


register(
    form("table", SeeTable),
    form("back-to-table", SeeTable, turning=True),
    form("seat", SeeSeat, seat=chosen(int)),
    form("propose?", AskProposal, topic=written(Topic)),
    form("propose", Propose, topic=written(Topic)),
    form("propose", Propose, topic=written(Topic), seat=written(int)),
    form("replace", ProposeReplacing, seat=written(int), user_id=USER),
    form("computer?", AskComputer),
    form("computer!", ProposeComputer, seat=written(int), level=chosen(Level)),
    form("answer", Answer, proposal=written(parse_number), yes=spelt(yes=True, no=False)),
    form("withdraw", WithdrawProposal, proposal=written(parse_number)),
)
