"""What is counted while the program runs, for whoever watches over it.

Where something happens, it is told to a :class:`Counts`, which costs next to nothing. There is no
word in here for a person, a server or a game: so none can be told of.
"""

from enum import StrEnum


class By(StrEnum):
    """Who took a decision of a game."""

    PLAYER = "player"
    COMPUTER = "computer"
    ITSELF = "itself"
    """Nobody was asked: by a standing order, for who has resigned, when the time is up."""


class Outcome(StrEnum):
    """What came of something that a player did."""

    DONE = "done"
    REFUSED = "refused"
    """The player was told why not."""
    UNAVAILABLE = "unavailable"
    """The database was in trouble, which the player was told."""
    FAULT = "fault"
    """Something was wrong with the program, which the player was told."""
    TOO_LATE = "too late"
    """Discord had given it up before it was acknowledged."""
    ELSEWHERE = "left to another"
    """Another process answers it."""
    NOT_SHOWN = "not shown"
    """Discord did not take the answer."""


class Brought(StrEnum):
    """What was done to a message."""

    SENT = "sent"
    EDITED = "edited"
    RETIRED = "retired"
    """Its buttons were taken off."""
    REMOVED = "removed"


class Failure(StrEnum):
    """Why a message could not be brought."""

    MISSING = "missing permission"
    CLOSED = "direct messages closed"
    GONE = "gone"
    TOO_OLD = "too old"
    LATER = "told to wait"
    TROUBLE = "Discord in trouble"
    FAULT = "fault"


class Counts:
    """Counts nothing: whoever counts overrides the methods. Times are in seconds."""

    def decided(self, by: By) -> None:
        """A decision of a game is stored."""

    def acknowledged(self, seconds: float) -> None:
        """Discord knows that an answer to a player will come, so long after the player acted."""

    def shown(self, seconds: float) -> None:
        """A player sees the answer, so long after acting."""

    def dealt_with(self, outcome: Outcome) -> None:
        """Something that a player did is dealt with."""

    def suggested(self, seconds: float) -> None:
        """Something was suggested for what a player types."""

    def brought(self, how: Brought) -> None:
        """A message shows what it should."""

    def not_brought(self, why: Failure) -> None:
        """A message could not be brought."""

    def delivered(self, seconds: float) -> None:
        """Everybody is shown a game as it is, so long after it has changed."""

    def transacted(self, kind: str, seconds: float) -> None:
        """The database has done something: writing, reading, or looking."""

    def troubled(self, trouble: str) -> None:
        """The database was in trouble, and has not done what it was asked."""

    def called(self, status: int | None, seconds: float) -> None:
        """Discord's API has answered a call; None if it did not."""

    def connected(self, *, resumed: bool) -> None:
        """There is a connection to the gateway, a new one or one that goes on."""

    def took_turn(self, seconds: float) -> None:
        """A call was held back for so long, so as to stay below what Discord allows."""

    def limited(self, scope: str) -> None:
        """Discord's API has refused a call as one too many (429); *scope* as it says itself."""

    def thought(self, lane: str, seconds: float, answered: bool) -> None:  # noqa: FBT001  (a port's)
        """The mind was asked something, and has answered or not, so long after."""


UNCOUNTED = Counts()
"""Where nobody watches."""
