"""The unit of work: a change is decided, checked and stored."""

from bot.changes.automatic import (
    decide_in_a_row,
    decide_least,
    draw_the_rest,
    end_turn,
    go_on,
)
from bot.changes.change import Change
from bot.changes.deadlines import PROPOSAL, postpone_deadlines, recount_deadlines
from bot.changes.deciding import use_case, use_case_of_player
from bot.changes.following import (
    CALL,
    COMPUTER,
    END_TURN,
    NOTIFY,
    PLANNED,
    RESULTS,
    VACATION,
    WAITED,
    keep_seal,
    next_vacation,
    plays_itself,
)
from bot.changes.presence import looking_until
from bot.changes.projection import (
    FOLDED_PLAYER,
    columns,
    orders_of,
    quiet_among,
    states,
    whole_table,
    without_log,
)
from bot.changes.ratings import rating_rows, recompute_ratings, replace_results
from bot.changes.reader import Reader, existing, only
from bot.changes.rules_reader import RulesReader
from bot.changes.teacher import Advise, no_advice
from bot.changes.timing import (
    BEAT,
    CLOCK,
    TOGETHER,
    ClockAction,
    ClockEvent,
    Running,
    counted_until,
    in_gap,
    next_event,
    next_event_of,
    recount_reminders,
    schedule_next,
    skip_time,
    start_or_stop,
)
from bot.changes.unit_of_work import Changes, Listener, no_alarm
from bot.changes.whole import WholeTable
