"""What the parts of a program know of claims; and a program that is alone."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from sqlalchemy import Connection

from bot.cluster.telling import Shown, Told


class NotOurs(Exception):
    """A game is not this program's to show, or not any more."""


class Part(Protocol):
    """A part of the program that acts on games."""

    def told(self, what: Told, *, mine: bool) -> None:
        """Another program has stored something.

        *Mine* is a game that this program holds; others are perhaps nobody's.
        """

    def taken(self, table_ids: Collection[int]) -> None:
        """These games are this program's from now on."""

    def lease_ended(self) -> None:
        """Stop whatever is under way: perhaps other programs do it by now."""


class Claiming(Protocol):
    """What the parts of a program know of claims."""

    @property
    def program(self) -> str | None:
        """The name of this program; None while it may not act; empty if it is alone."""

    def holds(self, table_id: int) -> bool:
        """Whether this program shows a game."""

    async def take(self, table_ids: Iterable[int]) -> frozenset[int]:
        """Claim games. Answers which this program holds by now.

        Raises StoreError if the database is in trouble.
        """

    def hold(self, connection: Connection, program: str, table_id: int) -> None:
        """Keep other programs from taking that program's game until this transaction ends.

        Raises NotOurs if that program does not hold the game.
        """

    def lose(self, table_id: int) -> None:
        """Take it that this program does not hold a game, whatever it thought."""

    def leaves(self, table_id: int, guild_id: int | None) -> bool:
        """Whether a game, of that server, is left to another program."""

    def tell(self, table_id: int, *, computer: bool = False, shown: Shown | None = None) -> None:
        """Tell the others that something of a game was stored, which *computer* is to answer.

        *shown*: by which message whoever pressed was shown it already.
        """

    @property
    def accompanied(self) -> bool:
        """Whether another program may have shown games since this one started."""

    def misplaced(self) -> list[int]:
        """The games that another program should show rather than this one."""

    async def give_back(self, table_ids: Sequence[int]) -> None:
        """Hold these games no more. Raises StoreError if the database is in trouble."""

    def join(self, part: Part) -> None:
        """Let a part of the program know what happens."""


class Alone:
    """There is no other program: everything is this one's, always."""

    program = ""
    accompanied = False

    def holds(self, table_id: int) -> bool:  # noqa: ARG002
        """It is."""
        return True

    async def take(self, table_ids: Iterable[int]) -> frozenset[int]:
        """Hold all, as ever."""
        return frozenset(table_ids)

    def hold(self, connection: Connection, program: str, table_id: int) -> None:
        """Nobody can take it."""

    def lose(self, table_id: int) -> None:
        """Nobody can have taken it."""

    def leaves(self, table_id: int, guild_id: int | None) -> bool:  # noqa: ARG002
        """To nobody."""
        return False

    def tell(self, table_id: int, *, computer: bool = False, shown: Shown | None = None) -> None:
        """Nobody listens."""

    def misplaced(self) -> list[int]:
        """None is."""
        return []

    async def give_back(self, table_ids: Sequence[int]) -> None:
        """There is nobody to whom."""

    def join(self, part: Part) -> None:
        """Nothing will ever happen."""
