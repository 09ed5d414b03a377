"""The use cases."""

from bot.services.computers import ToDecide
from bot.services.expiring import EXPIRY, IDLE, hears_notice
from bot.services.hinting import ToHint
from bot.services.lessons import Progress
from bot.services.pacing import ABOUT_PACE, check_pace
from bot.services.personal_data import OwnData, OwnGame
from bot.services.reading import ENDED
from bot.services.records import record_so_far
from bot.services.server_rules import NOTHING_SET, Member, ServerRules
from bot.services.tables import Tables
from bot.services.use_case import PATIENCE, Most, Patience
from bot.services.vacations import LONGEST_QUIET, VACATION

__all__ = [
    "ABOUT_PACE",
    "ENDED",
    "EXPIRY",
    "IDLE",
    "LONGEST_QUIET",
    "NOTHING_SET",
    "PATIENCE",
    "VACATION",
    "Member",
    "Most",
    "OwnData",
    "OwnGame",
    "Patience",
    "Progress",
    "ServerRules",
    "Tables",
    "ToDecide",
    "ToHint",
    "check_pace",
    "hears_notice",
    "record_so_far",
]
