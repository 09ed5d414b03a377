"""Rules set by admins for the games in a server."""

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
    """A rule of a server, by the name of its field; its value is used in ``custom_id``s.

    The preset stands for two fields, the board and the options.
    """

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
    RATED = "rated"
    THEME = "theme"


@dataclass(frozen=True, slots=True)
class Member:
    """A user who opens a game, as a member of the server."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    """True if the user manages the server."""


NOBODY_SPECIAL = Member()
_Most: TypeAlias = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class ServerRules:
    """Rules for games in one server; the defaults hold everywhere else.

    They apply to games opened and choices made from then on; only reminders stop at once.
    """

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    channels: tuple[int, ...] = ()
    """Channels or categories in which games may be opened; empty: everywhere."""
    roles: tuple[int, ...] = ()
    """Roles that may open games; empty: everybody."""
    most_games: _Most | None = None
    """Maximum number of games that are not over."""
    most_each: _Most | None = None
    """Maximum number of these opened by the same user."""
    board: str | None = None
    """Default board."""
    options: tuple[str, ...] | None = None
    """Default options."""
    forbidden: tuple[str, ...] = ()
    """Forbidden options."""
    pace: str | None = None
    """Name of the default pace, in PACES."""
    paces: tuple[str, ...] = ()
    """Names of the permitted paces, in PACES; empty: all."""
    reminders: bool = True
    """True if players are reminded."""
    language: str | None = None
    """Language of public messages; None: the server's on Discord."""
    zone: str | None = None
    """Time zone suggested to members who have set none."""
    news: bool = True
    """True if admins are notified of news after an update."""
    rated: bool = False
    """True if games are rated by default."""
    theme: str | None = None
    """Theme of pictures in public messages; None: the usual one."""
    silenced: tuple[int, ...] = field(default=(), repr=False)
    """Users who may not open games."""

    # --- checks --------------------------------------------------------------------------------

    def check_opener(self, user_id: int, member: Member) -> None:
        """Raise Refused if the user may not open games; admins always may."""
        if member.manages:
            return
        if user_id in self.silenced:
            raise Refused(Refusal.SILENCED)
        if self.roles and not member.roles & set(self.roles):
            raise Refused(Refusal.OPENED_BY_ROLES, roles=tuple(map(RoleMention, self.roles)))

    def check_place(self, places: Iterable[int]) -> None:
        """Raise Refused unless games may be opened in one of *places*.

        They are a channel or thread and its parents.
        """
        if self.channels and not set(places) & set(self.channels):
            raise Refused(
                Refusal.OPENED_ELSEWHERE, channels=tuple(map(ChannelMention, self.channels))
            )

    def check_options(self, options: Iterable[str]) -> None:
        """Raise Refused if one of *options* is forbidden."""
        if not self.permits(options):
            raise Refused(Refusal.OPTIONS_NOT_HERE, options=tuple(map(OptionName, self.forbidden)))

    def permits(self, options: Iterable[str], had: Iterable[str] = ()) -> bool:
        """True if *options* add no forbidden one to *had*."""
        return not (set(options) - set(had)) & set(self.forbidden)

    def check_pace(self, pace: Pace) -> None:
        """Raise Refused if *pace* is not permitted; reminders are ignored."""
        if self.paces and not any(_as_fast(PACES[each], pace) for each in self.paces):
            raise Refused(Refusal.PACE_NOT_HERE, paces=tuple(map(PaceName, self.paces)))

    def check_question(self, question: Question) -> None:
        """Raise Refused if a proposed pace is not permitted."""
        if question.pace is not None:
            self.check_pace(question.pace)

    @property
    def paces_offered(self) -> dict[str, Pace]:
        """Permitted paces by name, as they apply here."""
        names = self.paces or tuple(PACES)
        return {name: self.with_reminders(PACES[name]) for name in names}

    # --- defaults ------------------------------------------------------------------------------

    @property
    def usual_pace(self) -> Pace:
        """Default pace."""
        return self.with_reminders(PACES[USUAL_PACE if self.pace is None else self.pace])

    def with_reminders(self, pace: Pace) -> Pace:
        """Return a pace as it applies here, without reminders if they are off."""
        return pace if self.reminders else replace(pace, reminders=None)

    def opened_like(
        self, board: str, options: Sequence[str], *, chosen: bool
    ) -> tuple[str, tuple[str, ...]]:
        """Return the board and options of a new game, with defaults unless *chosen*."""
        if chosen:
            return board, tuple(options)
        wanted = tuple(options) if self.options is None else self.options
        permitted = tuple(each for each in wanted if each not in self.forbidden)
        return self.board or board, permitted

    # --- changes -------------------------------------------------------------------------------

    def changed(self, **changes: Any) -> ServerRules:  # noqa: ANN401
        """Return a copy with *changes*. Raises Refused if a value is invalid.

        Defaults that are no longer permitted are dropped.
        """
        rules = replace(self, **changes)
        rules.check()
        if rules.options is not None and set(rules.options) & set(rules.forbidden):
            permitted = tuple(each for each in rules.options if each not in rules.forbidden)
            rules = replace(rules, options=permitted)
        if rules.paces and rules.pace not in rules.paces:
            rules = replace(rules, pace=rules.paces[0])
        return rules

    def check(self) -> None:
        """Raise Refused if a value is invalid."""
        board = self.board or "classic"
        checked_set_up(board, max(CAPACITIES), (*(self.options or ()), *self.forbidden))
        for pace in (*self.paces, *([] if self.pace is None else [self.pace])):
            if pace not in PACES:
                raise Refused(Refusal.UNKNOWN_PACE, pace=pace)
        if self.zone is not None and not is_zone(self.zone):
            raise Refused(Refusal.UNKNOWN_ZONE, zone=self.zone)

    # --- storing -------------------------------------------------------------------------------

    def dump(self) -> str:
        """Return the rules that are set, as JSON for :meth:`load`."""
        return json.dumps(_STORED.dump_python(self, exclude_defaults=True))

    @classmethod
    def load(cls, text: str) -> ServerRules:
        """Read the text of :meth:`dump`. Raises ValueError for any other."""
        rules = _STORED.validate_json(text or "{}")
        try:
            rules.check()
        except Refused as refused:
            raise ValueError(str(refused)) from None
        return rules

    @classmethod
    @lru_cache
    def public(cls, text: str) -> ServerRules:
        """Return the public rules of a text, without *silenced*; none if damaged.

        Pages use them for what they offer. Use cases check with the current rules.
        """
        try:
            return replace(cls.load(text), silenced=())
        except DECODE_ERRORS:
            return NOTHING_SET


_STORED = TypeAdapter(ServerRules)
NOTHING_SET = ServerRules()


def _as_fast(one: Pace, other: Pace) -> bool:
    """True if two paces have the same limits; *at_end* is ignored."""
    if one.limit is None or other.limit is None:
        return one.limit is other.limit and one.live == other.live
    limits = (one.limit.each, one.limit.bank), (other.limit.each, other.limit.bank)
    return limits[0] == limits[1] and one.live == other.live
