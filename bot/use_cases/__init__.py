"""The services: what can be done with games, and what can be read of them."""

from bot.changes import BEAT, COMPUTER, VACATION, recompute_ratings
from bot.use_cases.announcing import (
    LONGEST_ANNOUNCEMENT,
    Sent,
    forget_announcement,
    read_announcement,
)
from bot.use_cases.boards import BOARD, BoardGames
from bot.use_cases.expiry import EXPIRY, IDLE, hears_notice
from bot.use_cases.hints import ToHint
from bot.use_cases.host import PATIENCE, GameLimits, Patience
from bot.use_cases.paces import ABOUT_PACE, check_pace
from bot.use_cases.people.personal_data import OwnData, OwnGame
from bot.use_cases.people.profiles import ShownProfile
from bot.use_cases.people.ratings import Leaderboard, RatingReport, compare_ratings
from bot.use_cases.people.results import folded_results
from bot.use_cases.people.users import LessonProgress
from bot.use_cases.people.vacations import LONGEST_QUIET, LONGEST_VACATION, OwnTimes
from bot.use_cases.play import ToDecide
from bot.use_cases.queueing import QUEUE, Asked, OwnWait
from bot.use_cases.reviews import OwnStory
from bot.use_cases.sealing import FairBag
from bot.use_cases.services import Services
from bot.use_cases.topics import may_be_proposed
from bot.use_cases.visits import ENDED, OPEN, RECORDED, record_so_far
