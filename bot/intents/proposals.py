"""Intents about proposals."""

from bot.domain.proposals import Topic
from bot.domain.public_numbers import PublicNumber
from bot.intents import Intent, Turning
from bot.intents.spelling import Chosen, Omitted, UserId
from engine import Level


class SeeTable(Turning, word=("table", "back-to-table")):
    """See how the table stands: what is open, and what can be proposed.

    *turning*: in place of a page that leads there, and not below what was pressed.
    """


class SeeSeat(Intent, word="seat"):
    """See what can be proposed about a seat."""

    seat: Chosen[int]


class AskProposal(Intent, word="propose?"):
    """Propose something, if that is confirmed."""

    topic: Topic


class Propose(Intent, word="propose"):
    """Propose something to the others, perhaps about a seat."""

    topic: Topic
    seat: Omitted[int | None] = None


class ProposeReplacing(Intent, word="replace"):
    """Propose to offer a seat to a user; None for one who could not play."""

    seat: int
    user_id: Chosen[UserId | None] = None


class AskComputer(Intent, word="computer?"):
    """See which computers could play a seat that nobody plays: the one of the button."""


class ProposeComputer(Intent, word="computer!"):
    """Propose that a computer of that level plays a seat that nobody plays."""

    seat: int
    level: Chosen[Level]


class Answer(Intent, word="answer"):
    """Answer the proposal of that number."""

    proposal: PublicNumber | int
    yes: bool


class WithdrawProposal(Intent, word="withdraw"):
    """Take one's proposal of that number back."""

    proposal: PublicNumber | int
