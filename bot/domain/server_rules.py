"""What those who manage a server have set for the games in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from bot.domain.naming import CAPACITIES, checked_set_up
from bot.domain.pace import PACES, USUAL_PACE, Pace
from bot.domain.proposals import Question
from bot.domain.refusals import ChannelMention, OptionName, PaceName, Refusal, Refused, RoleMention
from bot.store import DECODE_ERRORS, is_zone


class Rule(StrEnum):
    """What can be set for a server, as it stands in a ``custom_id``."""

    CHANNELS = "channels"
    ROLES = "roles"
    MOST_GAMES = "most"
    MOST_EACH = "each"
    PRESET = "preset"
    BOARD = "board"
    OPTIONS = "options"
    FORBIDDEN = "without"
    PACE = "pace"
    PACES = "paces"
    REMINDERS = "reminders"
    LANGUAGE = "language"
    ZONE = "zone"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class Member:
    """A user who opens a game, as the server knows them."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    """True if this user manages the server."""


NOBODY_SPECIAL = Member()
_Most: TypeAlias = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class ServerRules:
    """What holds for games in one server; with nothing set, what holds everywhere.

    It holds for what is opened or chosen from then on; reminders alone stop at once.
    """

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    channels: tuple[int, ...] = ()
    """Where games may be opened: channels, or categories of them; none: everywhere."""
    roles: tuple[int, ...] = ()
    """Who may open games: those with one of these roles; none: everybody."""
    most_games: _Most | None = None
    """How many games there may be that are not over yet."""
    most_each: _Most | None = None
    """How many of these one user may have opened."""
    board: str | None = None
    """On which board a game is played, as long as nothing else is chosen."""
    options: tuple[str, ...] | None = None
    """With which options, as long as nothing else is chosen."""
    forbidden: tuple[str, ...] = ()
    """The options with which no game is played."""
    pace: str | None = None
    """At which pace a game is played, as long as nothing else is chosen: one of PACES."""
    paces: tuple[str, ...] = ()
    """The paces that may be chosen, of PACES; none: every pace."""
    reminders: bool = True
    """True if anybody is reminded."""
    language: str | None = None
    """Of what everybody reads; None: the one that Discord names for the server."""
    zone: str | None = None
    """The time zone that is offered first to members who have set none."""
    news: bool = True
    """True if admins are told what is new after an update."""
    silenced: tuple[int, ...] = field(default=(), repr=False)
    """The users who may not open games."""

    # --- what is checked -----------------------------------------------------------------------

    def check_opener(self, user_id: int, member: Member) -> None:
        """Raise Refused if that user may open no games; admins of the server may."""
        if member.manages:
            return
        if user_id in self.silenced:
            raise Refused(Refusal.SILENCED)
        if self.roles and not member.roles & set(self.roles):
            raise Refused(Refusal.OPENED_BY_ROLES, roles=tuple(map(RoleMention, self.roles)))

    def check_place(self, places: Iterable[int]) -> None:
        """Raise Refused unless games may be opened in one of *places*.

        They are a channel or thread, and what that is part of.
        """
        if self.channels and not set(places) & set(self.channels):
            raise Refused(
                Refusal.OPENED_ELSEWHERE, channels=tuple(map(ChannelMention, self.channels))
            )

    def check_options(self, options: Iterable[str]) -> None:
        """Raise Refused if one of these options may not be chosen."""
        if not self.permits(options):
            raise Refused(Refusal.OPTIONS_NOT_HERE, options=tuple(map(OptionName, self.forbidden)))

    def permits(self, options: Iterable[str], had: Iterable[str] = ()) -> bool:
        """True if these options may be chosen for a game that is played with *had* so far."""
        return not (set(options) - set(had)) & set(self.forbidden)

    def check_pace(self, pace: Pace) -> None:
        """Raise Refused if that pace may not be chosen. Its reminders do not matter."""
        if self.paces and not any(_as_fast(PACES[each], pace) for each in self.paces):
            raise Refused(Refusal.PACE_NOT_HERE, paces=tuple(map(PaceName, self.paces)))

    def check_question(self, question: Question) -> None:
        """Raise Refused if what is proposed may not be chosen."""
        if question.pace is not None:
            self.check_pace(question.pace)

    @property
    def paces_offered(self) -> dict[str, Pace]:
        """The paces that may be chosen, by name, as they hold here."""
        names = self.paces or tuple(PACES)
        return {name: self.with_reminders(PACES[name]) for name in names}

    # --- what holds if nothing is chosen -------------------------------------------------------

    @property
    def usual_pace(self) -> Pace:
        """At which pace a game is played if none was chosen."""
        return self.with_reminders(PACES[USUAL_PACE if self.pace is None else self.pace])

    def with_reminders(self, pace: Pace) -> Pace:
        """A pace as it holds here: without reminders if they are off."""
        return pace if self.reminders else replace(pace, reminders=None)

    def opened_like(
        self, board: str, options: Sequence[str], *, chosen: bool
    ) -> tuple[str, tuple[str, ...]]:
        """How a game is opened for which that was *chosen*, or is usual elsewhere."""
        if chosen:
            return board, tuple(options)
        wanted = tuple(options) if self.options is None else self.options
        permitted = tuple(each for each in wanted if each not in self.forbidden)
        return self.board or board, permitted

    # --- how it is changed ---------------------------------------------------------------------

    def changed(self, **changes: Any) -> ServerRules:  # noqa: ANN401
        """The same with *changes* that fit together. Raises Refused if one is none at all.

        What may not be chosen is not what is usual, either.
        """
        rules = replace(self, **changes)
        rules.check()
        if rules.options is not None and set(rules.options) & set(rules.forbidden):
            kept = tuple(each for each in rules.options if each not in rules.forbidden)
            rules = replace(rules, options=kept)
        if rules.paces and rules.pace not in rules.paces:
            rules = replace(rules, pace=rules.paces[0])
        return rules

    def check(self) -> None:
        """Raise Refused if something is set that there is not."""
        board = self.board or "classic"
        checked_set_up(board, max(CAPACITIES), (*(self.options or ()), *self.forbidden))
        for pace in (*self.paces, *([] if self.pace is None else [self.pace])):
            if pace not in PACES:
                raise Refused(Refusal.UNKNOWN_PACE, pace=pace)
        if self.zone is not None and not is_zone(self.zone):
            raise Refused(Refusal.UNKNOWN_ZONE, zone=self.zone)

    # --- how it is stored ----------------------------------------------------------------------

    def dump(self) -> str:
        """Return a text that :meth:`load` reads: what is set, as JSON."""
        return json.dumps(_STORED.dump_python(self, exclude_defaults=True))

    @classmethod
    def load(cls, text: str) -> ServerRules:
        """Read that. Raises ValueError for anything else."""
        rules = _STORED.validate_json(text or "{}")
        try:
            rules.check()
        except Refused as refused:
            raise ValueError(str(refused)) from None
        return rules

    @classmethod
    @lru_cache
    def public(cls, text: str) -> ServerRules:
        """What everybody may know of that: not who may open no games. What is damaged is not set.

        It tells what is offered at a table. What is done is checked by what is set at that moment.
        """
        try:
            return replace(cls.load(text), silenced=())
        except DECODE_ERRORS:
            return NOTHING_SET


_STORED = TypeAdapter(ServerRules)
NOTHING_SET = ServerRules()


def _as_fast(one: Pace, other: Pace) -> bool:
    """True if two paces have the same limits, whatever happens at their ends."""
    if one.limit is None or other.limit is None:
        return one.limit is other.limit and one.live == other.live
    limits = (one.limit.each, one.limit.bank), (other.limit.each, other.limit.bank)
    return limits[0] == limits[1] and one.live == other.live
