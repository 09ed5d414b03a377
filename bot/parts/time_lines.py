"""What is told to all of time: whose was up, who is on vacation, and which pace holds."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.domain import Entry, Kind, Pace
from bot.i18n import PublicText, Words, public
from bot.i18n.times import moment, pace_told
from bot.services import ABOUT_PACE

ABOUT_TIME = frozenset({Kind.REMINDED, Kind.TIME_UP, Kind.AWAY, Kind.BACK, Kind.PACED, Kind.TOLD})
"""The kinds of entries of which something is told because of time."""


def time_lines(words: Words, entry: Entry, names: Sequence[PublicText]) -> list[PublicText]:
    """An entry of those kinds in sentences; none if it is about something else, or not told."""
    _ = words._
    details = entry.details
    player = public("") if entry.seat is None else names[entry.seat]
    match entry.kind:
        case Kind.TIME_UP:
            return [_("⌛ {player}'s time is up.", player=player)]
        case Kind.AWAY:
            back = moment(datetime.fromtimestamp(details["until"], UTC))
            return [_("{player} is on vacation, back {moment}.", player=player, moment=back)]
        case Kind.BACK:
            return [_("{player} is back from vacation.", player=player)]
        case Kind.PACED if entry.turn:
            pace = pace_told(words, Pace.load(details["pace"]))
            return [_("The pace has changed. {pace}", pace=pace)]
        case Kind.TOLD if details.get("about") == ABOUT_PACE:
            return [
                _(
                    "New: games can have reminders and time limits (/pace). This game "
                    "continues without them."
                )
            ]
        case _:
            return []
