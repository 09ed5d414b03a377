"""The base class of everything a user can want, and what each kind declares about itself."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import ClassVar

from bot.domain import Purpose

__all__ = ["NO_GAME", "Carrying", "Intent", "Ownership", "Placement", "Turning"]

NO_GAME = 0
"""In the place of a game's number: it is about all of them, or one yet to be chosen."""


class Placement(Enum):
    """Where an answer appears."""

    IN_PLACE = "in place"
    """In the message that was pressed, if only its user sees it; else in a new one."""
    BELOW = "below"
    """In a new message: the one that was pressed stays as it is."""
    WINDOW = "window"
    """In a window to write into."""


class Ownership(IntEnum):
    """What a user may do as an owner of the bot's application: each includes those before."""

    NONE = 0
    LOOK = 1
    ACT = 2


class Intent:
    """Something that a user wants: by a button, a select, a window, or a command.

    A class of intents says how it is answered, as arguments behind its base class.
    """

    __slots__ = ()

    placement: ClassVar[Placement] = Placement.IN_PLACE
    changes_posts: ClassVar[bool] = False
    """Whether it changes which messages are due, or how they look, and nothing of the game."""
    manager_only: ClassVar[bool] = False
    """Whether only those can want it who manage the server at that moment."""
    owner_only: ClassVar[Ownership] = Ownership.NONE
    """What a user must be permitted as an owner of the bot's application."""
    command_only: ClassVar[bool] = False
    """Whether no button means it: it has no form."""
    purpose: ClassVar[Purpose] = Purpose.PLAY
    """Which games a command may mean that names none."""

    def __init_subclass__(
        cls,
        *,
        placement: Placement | None = None,
        changes_posts: bool | None = None,
        manager_only: bool | None = None,
        owner_only: Ownership | None = None,
        command_only: bool | None = None,
        purpose: Purpose | None = None,
    ) -> None:
        """Note what a class says about itself: None for what its base class says.

        A dataclass with slots is made a second time, without these arguments.
        """
        if placement is not None:
            cls.placement = placement
        if changes_posts is not None:
            cls.changes_posts = changes_posts
        if manager_only is not None:
            cls.manager_only = manager_only
        if owner_only is not None:
            cls.owner_only = owner_only
        if command_only is not None:
            cls.command_only = command_only
        if purpose is not None:
            cls.purpose = purpose

    def placed(self, _game: int | None) -> Placement:
        """Where the answer appears if a button on a message about that *game* was pressed."""
        return self.placement


class Turning(Intent):
    """Something that is answered below, but by turning the page on one that leads there."""

    __slots__ = ()

    turning: bool

    def placed(self, _game: int | None) -> Placement:
        """In place of the page that is turned."""
        return Placement.IN_PLACE if self.turning else Placement.BELOW


class Carrying(Intent):
    """Something done with another intent, which is kept as it was printed."""

    __slots__ = ()

    text: str
    values: tuple[str, ...]
