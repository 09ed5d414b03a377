"""Values that are counted and timed while the program runs, as a port for its metrics.

The code where something happens passes a value to :class:`Counts`, which costs next to nothing.
No value names a person, a server or a game, so metrics cannot tell of one.
"""

from enum import Enum, StrEnum
from http import HTTPStatus


class Counted(StrEnum):
    """Values that are counted, each kind by a counter of its own."""


class By(Counted):
    """The author of a decision of a game."""

    PLAYER = "player"
    COMPUTER = "computer"
    ITSELF = "itself"
    """Automatic: a standing order, a resigned player, or time ran out."""


class InteractionOutcome(Counted):
    """The outcome of a press or command."""

    DONE = "done"
    REFUSED = "refused"
    """The player got an explanation."""
    UNAVAILABLE = "unavailable"
    """The database was in trouble, and the answer said so."""
    FAULT = "fault"
    """The program failed, and the answer said so."""
    TOO_LATE = "too late"
    """Discord had given it up before it was acknowledged."""
    ELSEWHERE = "left to another"
    """Another process answers it."""
    NOT_SHOWN = "not shown"
    """Discord did not take the answer."""


class MessageChange(Counted):
    """A change of a message on Discord."""

    SENT = "sent"
    EDITED = "edited"
    RETIRED = "retired"
    """Its buttons were taken off."""
    REMOVED = "removed"


class MessageFailure(Counted):
    """The reason why a message could not be brought to Discord."""

    MISSING = "missing permission"
    PLACE = "place closed"
    """Discord accepts nothing there, whatever the bot's permissions."""
    CLOSED = "direct messages closed"
    GONE = "gone"
    TOO_OLD = "too old"
    LATER = "told to wait"
    TROUBLE = "Discord in trouble"
    FAULT = "fault"


class DatabaseTrouble(Counted):
    """The reason why a transaction failed."""

    BUSY = "busy"
    FULL = "full"
    FAILING = "failing"


class BackupOutcome(Counted):
    """The outcome of a nightly backup."""

    MADE = "made"
    FAILED = "failed"


class GatewayConnection(Counted):
    """The start of a connection to Discord's gateway."""

    NEW = "new"
    RESUMED = "resumed"


class RateLimitScope(Counted):
    """The limit that a call exceeded (429), as Discord names it."""

    USER = "user"
    GLOBAL = "global"
    SHARED = "shared"
    EDGE = "edge"
    """The whole address: the answer comes from before Discord's API."""


class ThoughtOutcome(Enum):
    """The result of a request to the engine worker."""

    ANSWERED = "answered"
    FAILED = "failed"


class NoStatus(Enum):
    """The label of a Discord API call whose answer has no named status."""

    NONE = "none"
    """There was no answer."""
    OTHER = "other"


class Duration(StrEnum):
    """A duration that is measured; the values are names of metrics."""

    ACKNOWLEDGED = "acknowledged_seconds"
    """From a press until Discord knows that an answer will come."""
    ANSWERED = "answered_seconds"
    """From a press until the player sees the answer."""
    SUGGESTED = "suggested_seconds"
    """Making suggestions for what a player types."""
    DELIVERED = "delivered_seconds"
    """From a change of a game until all its messages show it."""
    TRANSACTION = "database_seconds"
    """A transaction of the database; label: writing, reading or looking."""
    CALL = "discord_call_seconds"
    """A Discord API call; label: its status, "none" without an answer."""
    HELD_BACK = "discord_turn_seconds"
    """The time for which a call was held back to stay below Discord's limit."""
    THOUGHT = "thought_seconds"
    """A request to the engine worker; labels: its lane, and "answered" or "failed"."""


class Counts:
    """Discards every value; :class:`bot.metrics.figures.Figures` counts them."""

    def count(self, what: Counted) -> None:
        """Count one occurrence."""

    def time(self, what: Duration, seconds: float, *labels: Enum) -> None:
        """Add an observed duration, with the *labels* that :class:`Duration` lists.

        Labels are the program's own words, never a text from elsewhere.
        """

    def called(self, seconds: float, status: int | None) -> None:
        """Time a Discord API call, answered with that status, or not at all."""
        self.time(Duration.CALL, seconds, _status(status))

    def thought(self, lane: Enum, seconds: float, answered: bool) -> None:  # noqa: FBT001  # a callback
        """Time a request to the engine worker."""
        outcome = ThoughtOutcome.ANSWERED if answered else ThoughtOutcome.FAILED
        self.time(Duration.THOUGHT, seconds, lane, outcome)


def _status(status: int | None) -> Enum:
    if status is None:
        return NoStatus.NONE
    try:
        return HTTPStatus(status)
    except ValueError:
        return NoStatus.OTHER


UNCOUNTED = Counts()
"""For a program without metrics."""
