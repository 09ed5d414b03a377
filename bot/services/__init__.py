"""The services: what can be done with games, and what can be read of them."""

from bot.changes import BEAT, COMPUTER
from bot.services.announcing import (
    LONGEST_ANNOUNCEMENT,
    Sent,
    forget_announcement,
    read_announcement,
)
from bot.services.expiry import EXPIRY, IDLE, hears_notice
from bot.services.hints import ToHint
from bot.services.host import PATIENCE, GameLimits, Patience
from bot.services.paces import ABOUT_PACE, check_pace
from bot.services.personal_data import OwnData, OwnGame
from bot.services.play import ToDecide
from bot.services.ringing import forget_rings, read_rings
from bot.services.sealing import FairBag
from bot.services.services import Services
from bot.services.topics import may_be_proposed
from bot.services.users import LessonProgress
from bot.services.vacations import LONGEST_QUIET, VACATION
from bot.services.visits import ENDED, OPEN, record_so_far
