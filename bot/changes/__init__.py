"""The unit of work: a change drafted, checked and stored."""

from bot.changes.action_sequence import decide_in_a_row, draw_the_rest
from bot.changes.changes import Change, Changes, Listener, no_alarm
from bot.changes.commit import CALL, COMPUTER, END_TURN, keep_seal
from bot.changes.deadlines import PROPOSAL, postpone_deadlines, recount_deadlines
from bot.changes.draft import Draft
from bot.changes.ending_early import end_early, go_on, pause, remove
from bot.changes.handing_over import (
    check_is_waited_for,
    check_nobody_plays,
    check_takes,
    come_back,
    give_up_seat,
    hand_to_computer,
    is_asked,
    keep_seat,
    offer_seat,
)
from bot.changes.loaded import Loaded, completed, load_game
from bot.changes.presence import looking_until
from bot.changes.quiet_rings import RING, hours_of, read_hours
from bot.changes.reader import Reader, existing, only, orders_of
from bot.changes.replay import Replayed, Seated, StartEntry, decision_of
from bot.changes.rules_reader import RulesReader
from bot.changes.snapshot import quiet_among
from bot.changes.teacher import Advise, no_advice
from bot.changes.time_up import decide_for, wait_longer
from bot.changes.timing import (
    BEAT,
    CLOCK,
    Running,
    What,
    counted_until,
    expect,
    in_gap,
    next_at,
    settle,
    start_or_stop,
)

__all__ = [
    "BEAT",
    "CALL",
    "CLOCK",
    "COMPUTER",
    "END_TURN",
    "PROPOSAL",
    "RING",
    "Advise",
    "Change",
    "Changes",
    "Draft",
    "Listener",
    "Loaded",
    "Reader",
    "Replayed",
    "RulesReader",
    "Running",
    "Seated",
    "StartEntry",
    "What",
    "check_is_waited_for",
    "check_nobody_plays",
    "check_takes",
    "come_back",
    "completed",
    "counted_until",
    "decide_for",
    "decide_in_a_row",
    "decision_of",
    "draw_the_rest",
    "end_early",
    "existing",
    "expect",
    "give_up_seat",
    "go_on",
    "hand_to_computer",
    "hours_of",
    "in_gap",
    "is_asked",
    "keep_seal",
    "keep_seat",
    "load_game",
    "looking_until",
    "next_at",
    "no_advice",
    "no_alarm",
    "offer_seat",
    "only",
    "orders_of",
    "pause",
    "postpone_deadlines",
    "quiet_among",
    "read_hours",
    "recount_deadlines",
    "remove",
    "settle",
    "start_or_stop",
    "wait_longer",
]
