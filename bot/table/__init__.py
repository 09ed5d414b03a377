"""The use cases: open, join, leave, start, act, undo, resign. Nothing of Discord in here.

The Discord layer imports from here: ``lobbies.py``, ``tables.py`` and ``people.py`` hold the use
cases before a game, in it and about people, ``learning.py`` those of lessons, ``noting.py`` those
of what players keep for themselves, ``managing.py`` those of admins, ``reading.py`` the queries,
``values.py`` what everybody may know of a table, ``entries.py`` of its log and ``player.py`` of who
plays, ``seat.py`` what one player may know, ``refusals.py`` what is refused.
"""

from bot.store.rows import About, CalledIn
from bot.table.agreement import PROPOSED_BY_PLAYERS, Proposal, Question, Topic
from bot.table.analysis import Analysis
from bot.table.calling import call_number, is_called, last_call, seats_rung
from bot.table.changing import Audiences
from bot.table.checks import check_configures, check_goes_on, check_not_paused
from bot.table.computers import ToDecide
from bot.table.deadlines import PROPOSAL
from bot.table.entries import Entry, Kind, Why
from bot.table.expiring import EXPIRY, IDLE, hears_notice
from bot.table.hinted import HintsUsed, hints_used
from bot.table.hinting import ToHint
from bot.table.hints import HintRule
from bot.table.hours import Hours, Quiet
from bot.table.learning import Progress
from bot.table.meaning import Purpose, Whence
from bot.table.naming import CAPACITIES, MOST_INVITED, NAME_LIMIT, plain
from bot.table.not_playing import Asked
from bot.table.notes import NOTE_LIMIT, Notes, Plan
from bot.table.own_data import OwnData, OwnGame
from bot.table.pace import PACES, UNHURRIED, Pace
from bot.table.player import Habits, Person, Player
from bot.table.public_numbers import PublicNumber, parse_number
from bot.table.refusals import Channel, OptionName, PaceName, Refusal, Refused, Role
from bot.table.review import Review, Then, Tried
from bot.table.reviews import Reviews
from bot.table.rings import RING, forget_rings, read_rings
from bot.table.seat import Everyone, LeftOver, Orders, Outcome, Ring, Seat, Visit
from bot.table.server_rules import NOTHING_SET, Member, ServerRules
from bot.table.tables import Tables
from bot.table.taught import FIRST_GAMES, Taught, Thing
from bot.table.timing import BEAT, CLOCK
from bot.table.using import PATIENCE, Most, Patience
from bot.table.vacations import VACATION
from bot.table.values import (
    TO_UNDO,
    Home,
    HomeKind,
    Place,
    Standing,
    Status,
    Table,
    Turn,
    Unreadable,
)
from bot.table.writing import CALL, COMPUTER, END_TURN

__all__ = [
    "BEAT",
    "CALL",
    "CAPACITIES",
    "CLOCK",
    "COMPUTER",
    "END_TURN",
    "EXPIRY",
    "FIRST_GAMES",
    "IDLE",
    "MOST_INVITED",
    "NAME_LIMIT",
    "NOTE_LIMIT",
    "NOTHING_SET",
    "PACES",
    "PATIENCE",
    "PROPOSAL",
    "PROPOSED_BY_PLAYERS",
    "RING",
    "TO_UNDO",
    "UNHURRIED",
    "VACATION",
    "About",
    "Analysis",
    "Asked",
    "Audiences",
    "CalledIn",
    "Channel",
    "Entry",
    "Everyone",
    "Habits",
    "HintRule",
    "HintsUsed",
    "Home",
    "HomeKind",
    "Hours",
    "Kind",
    "LeftOver",
    "Member",
    "Most",
    "Notes",
    "OptionName",
    "Orders",
    "Outcome",
    "OwnData",
    "OwnGame",
    "Pace",
    "PaceName",
    "Patience",
    "Person",
    "Place",
    "Plan",
    "Player",
    "Progress",
    "Proposal",
    "PublicNumber",
    "Purpose",
    "Question",
    "Quiet",
    "Refusal",
    "Refused",
    "Review",
    "Reviews",
    "Ring",
    "Role",
    "Seat",
    "ServerRules",
    "Standing",
    "Status",
    "Table",
    "Tables",
    "Taught",
    "Then",
    "Thing",
    "ToDecide",
    "ToHint",
    "Topic",
    "Tried",
    "Turn",
    "Unreadable",
    "Visit",
    "Whence",
    "Why",
    "call_number",
    "check_configures",
    "check_goes_on",
    "check_not_paused",
    "forget_rings",
    "hears_notice",
    "hints_used",
    "is_called",
    "last_call",
    "parse_number",
    "plain",
    "read_rings",
    "seats_rung",
]
