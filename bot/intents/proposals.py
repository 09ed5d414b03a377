"""Intents about proposals."""

from bot.domain.proposals import Topic
from bot.domain.public_numbers import PublicNumber
from bot.intents import Intent, Turning
from bot.intents.spelling import Chosen, Omitted, UserId
from engine import Level


class SeeTable(Turning, word=("table", "back-to-table")):
    """Show the page about the table: open proposals, and new ones.

    *turning*: it replaces the page that leads there, instead of coming below it.
    """


class SeeSeat(Intent, word="seat"):
    """Show the possible proposals about a seat."""

    seat: Chosen[int]


class AskProposal(Intent, word="propose?"):
    """Show the confirmation of a proposal."""

    topic: Topic


class Propose(Intent, word="propose"):
    """Propose something to the others, perhaps about a seat."""

    topic: Topic
    seat: Omitted[int | None] = None


class ProposeReplacing(Intent, word="replace"):
    """Propose to offer a seat to a user; None for one who could not play."""

    seat: int
    user_id: Chosen[UserId | None] = None


class AskSeat(Intent, word="computer?"):
    """Show what can be done about the seat of the button."""


class Remind(Intent, word="remind"):
    """Remind the player of the button's seat, for whom the table has waited for days."""


class ProposeComputer(Intent, word="computer!"):
    """Propose a computer of that level for an empty seat."""

    seat: int
    level: Chosen[Level]


class Answer(Intent, word="answer"):
    """Answer the proposal of that number."""

    proposal: PublicNumber | int
    yes: bool


class WithdrawProposal(Intent, word="withdraw"):
    """Withdraw the user's proposal of that number."""

    proposal: PublicNumber | int
