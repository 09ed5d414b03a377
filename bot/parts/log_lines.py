"""The log of a game in sentences."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import assert_never

from bot.content.names import Names, game_name, plain_name, user
from bot.content.shortening import last_lines
from bot.domain.entries import (
    Acted,
    Announced,
    Answered,
    CameBack,
    Cancelled,
    Ended,
    Entry,
    GivenUp,
    HintsChanged,
    LeftServer,
    Moved,
    Offered,
    OfferEnded,
    PaceChanged,
    Paused,
    ProposalResolved,
    Proposed,
    Reasoned,
    ReasonedEntry,
    Removed,
    Resigned,
    Resumed,
    SeatTaken,
    TimeUp,
    VacationPlanned,
    WentAway,
    Why,
)
from bot.domain.hours import Span
from bot.domain.proposals import PROPOSED_BY_PLAYERS, ProposalOutcome, Question, Topic
from bot.domain.table import Table, Turn
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.events import sentences
from bot.i18n.hint_texts import hint_rule_text
from bot.i18n.short_events import in_a_line
from bot.i18n.times import moment, pace_text
from bot.parts.status_line import vacation_line
from bot.use_cases import ABOUT_PACE
from engine import N_

AGREEMENT = Proposed | Answered | ProposalResolved
"""Entries that have messages of their own: otherwise only the log has them."""


def entry_lines(words: Words, table: Table, entry: Entry, names: Names) -> list[PublicText]:
    """An entry of the log in sentences; empty for one that is not shown."""
    _, players = words._, names.at(entry.seq)
    player = public("") if entry.seat is None else players[entry.seat]
    if isinstance(entry, Reasoned) and entry.why is Why.ADMIN:
        return [by_admin(words, entry, names)]
    match entry:
        case Acted():
            return sentences(words, entry.events, players)
        case Offered() | OfferEnded() | GivenUp() | SeatTaken() | LeftServer():
            return [seat_line(words, entry, names)]
        case Resigned():
            return [_("{player} resigns.", player=player or plain_name(table.name))]
        case Moved():
            return [_("The game moves to another channel.")]
        case HintsChanged() if entry.turn:
            return [_("Hints are now {rule}.", rule=hint_rule_text(words, entry.rule))]
        case Proposed():
            return [question_text(words, entry.question, entry.seat, players, names)]
        case Answered(yes=True):
            return [_("{player} says Yes.", player=player or _NOBODY)]
        case Answered():
            return [_("{player} says No.", player=player or _NOBODY)]
        case ProposalResolved():
            topic = entry.question.topic
            outcome = outcome_text(words, topic, entry.outcome)
            return [words.captioned(_(topic.label), outcome)]
        case Paused():
            return [_("The game is paused.")]
        case Resumed():
            return [_("The game resumes.")]
        case Ended():
            return [ended_line(words, entry, names)]
        case TimeUp():
            return [_("⌛ {player}'s time is up.", player=player)]
        case WentAway():
            return [
                _(
                    "{player} is on vacation, back {moment}.",
                    player=player,
                    moment=moment(entry.until),
                )
            ]
        case VacationPlanned(start=datetime() as start, until=datetime() as until):
            return [vacation_line(words, player, Span(start, until))]
        case VacationPlanned():
            return [_("{player} has called off the planned vacation.", player=player)]
        case CameBack():
            return [_("{player} is back from vacation.", player=player)]
        case PaceChanged() if entry.turn:
            return [_("The pace has changed. {pace}", pace=pace_text(words, entry.pace))]
        case Announced(about=about) if about == ABOUT_PACE:
            return [
                _(
                    "New: games can have reminders and time limits (/pace). This game "
                    "continues without them."
                )
            ]
        case _:
            return []


def log_lines(words: Words, table: Table, entries: Sequence[Entry]) -> list[PublicText]:
    """The entries of whole turns in sentences, for a message; a computer's turn is one line."""
    names = Names(table)
    lines: list[PublicText] = []
    planned = {entry.seat: entry for entry in entries if isinstance(entry, VacationPlanned)}
    shown = [
        entry
        for entry in entries
        if not isinstance(entry, AGREEMENT)
        if not isinstance(entry, VacationPlanned) or entry == planned[entry.seat]
    ]
    for number, of_turn in groupby(shown, key=lambda entry: entry.turn):
        turn = [*of_turn]
        seat = (number - 1) % len(table.players)
        acted = [entry for entry in turn if isinstance(entry, Acted)]
        own = [entry for entry in acted if entry.seat == seat]
        if own and all(entry.user_id is None for entry in own):  # a computer is no user
            events = [event for entry in acted for event in entry.events]
            lines += filter(None, (in_a_line(words, seat, events, names.at(acted[0].seq)),))
            turn = [entry for entry in turn if not isinstance(entry, Acted)]
        lines += (line for entry in turn for line in entry_lines(words, table, entry, names))
    return lines


_TURN_ROOM = 1500


def turn_text(words: Words, table: Table, turn: Turn, room: int = _TURN_ROOM) -> PublicText:
    """A turn's number and player, and what happened in it, in *room*."""
    dynasty = table.player(turn.seat).dynasty
    assert dynasty is not None
    heading = words._(
        "{game} · turn {number}: {dynasty} {player}",
        game=game_name(table),
        number=turn.number,
        dynasty=words.dynasty_with_sign(dynasty),
        player=turn_holder(table, turn),
    )
    lines = [public("> {line}", line=line) for line in log_lines(words, table, turn.entries)]
    return join_texts("\n", (heading, last_lines(lines, room)))


def turn_holder(table: Table, turn: Turn) -> PublicText:
    """The player of a turn, at its end if it is over."""
    past = turn.entries and turn is not table.turns[-1]
    return Names(table).at(turn.entries[-1].seq if past else table.version)[turn.seat]


# --- who plays which seat ------------------------------------------------------------------------


def seat_line(
    words: Words, entry: Offered | OfferEnded | GivenUp | SeatTaken | LeftServer, names: Names
) -> PublicText:
    """A sentence about the player of a seat changing; not for entries made by an admin."""
    _ = words._
    assert entry.seat is not None
    player = names.at(entry.seq)[entry.seat]
    match entry:
        case SeatTaken():
            before, after = names.at(entry.seq - 1)[entry.seat], player
            if before == after:
                return _("{player} is back in their seat.", player=after)
            return _("{player} takes over {other}'s seat.", player=after, other=before)
        case LeftServer():
            return _("{player} has left the server.", player=player)
        case OfferEnded(why=Why.GONE):
            return _("{player} is back.", player=player)
        case OfferEnded(why=Why.TIME):
            return _("{player} plays again. Their seat is no longer on offer.", player=player)
        case OfferEnded(why=Why.REFUSED):
            return _("The offer of {player}'s seat was declined.", player=player)
        case OfferEnded(why=Why.UNREACHED):
            return _("The offer of {player}'s seat has reached no one.", player=player)
        case OfferEnded(why=Why.LATE):
            return _("The offer of {player}'s seat has ended: no one took it.", player=player)
        case OfferEnded():
            return _("{player} keeps their seat.", player=player)
        case GivenUp(why=Why.TIME):
            return _(
                "{player} ran out of time three times in a row. Their seat is empty.",
                player=player,
            )
        case GivenUp():
            return _("{player} loses their seat.", player=player)
        case Offered():
            return _offered(words, entry, names, player)
        case _:
            assert_never(entry)


def _offered(words: Words, entry: Offered, names: Names, player: PublicText) -> PublicText:
    _ = words._
    to = names.of(entry.to, entry.name) if entry.name else None
    match entry.why:
        case Why.OWN if to:
            return _("{player} offers their seat to {other}.", player=player, other=to)
        case Why.OWN:
            return _("{player} offers their seat.", player=player)
        case Why.TIME:
            return _(
                "{player} ran out of time three times in a row. Their seat is on offer.",
                player=player,
            )
        case _ if to:
            return _("{player}'s seat is offered to {other}.", player=player, other=to)
        case _:
            return _("{player}'s seat is on offer.", player=player)


# --- what admins have done -----------------------------------------------------------------------


def by_admin(words: Words, entry: ReasonedEntry, names: Names) -> PublicText:
    """The sentence for a log entry made by an admin. Raises ValueError if admins make none such."""
    _ = words._
    admin = names.of(entry.user_id, entry.by)
    player = public("") if entry.seat is None else names.at(entry.seq)[entry.seat]
    match entry:
        case Ended(result=True):
            return _("{admin} (admin) ended the game. The result counts.", admin=admin)
        case Ended():
            return _("{admin} (admin) ended the game without a result.", admin=admin)
        case Removed():
            return _("{admin} (admin) removed the game.", admin=admin)
        case Cancelled():
            return _("{admin} (admin) closed the lobby.", admin=admin)
        case Paused():
            return _("{admin} (admin) paused the game.", admin=admin)
        case Resumed():
            return _("{admin} (admin) resumed the game.", admin=admin)
        case PaceChanged():
            return _("{admin} (admin) switched the reminders off.", admin=admin)
        case Offered():
            return _(
                "{admin} (admin) offered {player}'s seat to {other}.",
                admin=admin,
                player=player,
                other=names.of(entry.to, entry.name),
            )
        case GivenUp():
            return _(
                "{admin} (admin) removed {player} from their seat.", admin=admin, player=player
            )
        case HintsChanged() | OfferEnded():
            raise ValueError(entry.kind)
        case _:
            assert_never(entry)


_OUTCOMES: dict[str, str] = {
    ProposalOutcome.AGREED: N_("Agreed."),
    ProposalOutcome.REFUSED: N_("Not agreed."),
    ProposalOutcome.WITHDRAWN: N_("Withdrawn."),
    ProposalOutcome.MOOT: N_("No longer needed."),
}
_ANSWERS: dict[str, str] = {ProposalOutcome.AGREED: N_("Yes."), ProposalOutcome.REFUSED: N_("No.")}
"""The outcomes of a question that the bot has asked."""
_NOBODY = public("?")


def question_text(
    words: Words,
    question: Question,
    proposer: int | None,
    players: Sequence[PublicText],
    names: Names,
) -> PublicText:
    """A proposal or question in a sentence or two; *players* are the names by seat."""
    taker = names.of(question.user_id, question.name) if question.name else user(question.user_id)
    return words._(
        question.topic.question,
        player=_NOBODY if proposer is None else players[proposer],
        other=_NOBODY if question.seat is None else players[question.seat],
        user=taker,
        computer=taker,
        pace=_NOBODY if question.pace is None else pace_text(words, question.pace),
        rule=_NOBODY if question.hints is None else hint_rule_text(words, question.hints),
    )


def outcome_text(words: Words, topic: Topic, outcome: ProposalOutcome) -> PublicText:
    """The outcome of a proposal, or of a question that the bot has asked, in a word or two."""
    asked = {} if topic in PROPOSED_BY_PLAYERS else _ANSWERS
    return words._(asked.get(outcome, _OUTCOMES[outcome]))


def ended_line(words: Words, entry: Ended, names: Names) -> PublicText:
    """A sentence about a game that was ended early."""
    match entry:
        case Ended(why=Why.ADMIN):
            return by_admin(words, entry, names)
        case Ended(why=Why.LEFT_ALONE):
            return words._("No winner: everyone left.")
        case Ended(result=True):
            return words._("The players agreed to end early. The result counts.")
        case _:
            return words._("The players agreed to end early, without a result.")
