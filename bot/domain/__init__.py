"""Values: what everyone may know of a game, and what one player may know."""

from bot.domain.analysis import Analysis
from bot.domain.calls import (
    call_number,
    decided_at,
    is_called,
    is_new_question,
    is_uncalled,
    last_call,
    last_decided,
    seats_rung,
)
from bot.domain.checks import (
    check_configures,
    check_goes_on,
    check_joins,
    check_not_paused,
    check_takes_words,
    deciding,
    in_status,
    opener_of,
    player_at,
    staying_at,
)
from bot.domain.clock import NEW_CLOCK, Clock
from bot.domain.entries import (
    QUIET,
    Acted,
    Announced,
    Answered,
    Called,
    CameBack,
    Cancelled,
    Configured,
    DrawsByChoice,
    DrawsFromBag,
    Ended,
    Entry,
    Expired,
    GivenUp,
    HintGiven,
    HintsChanged,
    Joined,
    Kept,
    LeftServer,
    Moved,
    Offered,
    Opened,
    PaceChanged,
    Paused,
    ProposalResolved,
    Proposed,
    Reasoned,
    ReasonedEntry,
    Reminded,
    Removed,
    Resigned,
    SeatTaken,
    Started,
    TimeUp,
    Undone,
    WentAway,
    WentOn,
    Why,
    changes_game,
    is_by_admin,
)
from bot.domain.game_lookup import Origin, Purpose, candidates, is_open_to, lives_at, plays
from bot.domain.hint_log import decision_number, hints_used, is_hinted
from bot.domain.hint_rule import HintRule
from bot.domain.hours import ALWAYS, NO_TIME, Hours, Quiet, zones
from bot.domain.naming import (
    CAPACITIES,
    MOST_INVITED,
    NAME_LIMIT,
    WORD_LIMIT,
    checked_name,
    checked_set_up,
    checked_word,
    is_visible,
    make_unique,
    number_in,
    plain,
)
from bot.domain.pace import PACES, UNHURRIED, USUAL_PACE, AtEnd, Limit, Pace, Reminders
from bot.domain.player import (
    ChosenUser,
    FormerPlayer,
    InvitedUser,
    OwnNumber,
    Person,
    Player,
    known_of,
    load_former,
    load_invited,
)
from bot.domain.private_notes import NOTE_LIMIT, Notes, Plan
from bot.domain.proposals import (
    ABOUT_SEATS,
    AGAINST_PLAYERS,
    ANSWERED_LIVE_WITHIN,
    ENOUGH_YES,
    PROPOSED_BY_PLAYERS,
    SILENT_YES,
    Proposal,
    ProposalOutcome,
    Question,
    Topic,
    dump_proposals,
    load_proposals,
    time_to_answer,
)
from bot.domain.public_numbers import PublicNumber, parse_number, public_number
from bot.domain.refusals import ChannelMention, OptionName, PaceName, Refusal, Refused, RoleMention
from bot.domain.review import Playback, Review, Then
from bot.domain.seat import (
    Announcement,
    Everyone,
    LeftOver,
    Orders,
    Outcome,
    Ring,
    Seat,
    Visit,
)
from bot.domain.seeds import Seed, seed
from bot.domain.server_rules import NOBODY_SPECIAL, NOTHING_SET, Member, Rule, ServerRules
from bot.domain.stored import decoding_game, state_of
from bot.domain.table import (
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
from bot.domain.taught import (
    FIRST_GAMES,
    Taught,
    Thing,
    dump_taught,
    load_taught,
    things_at_start,
    things_in,
)
