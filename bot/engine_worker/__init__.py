"""The process in which computer players think; hints and analyses use it, too.

Nothing of Discord or of the store is in here: it is sent what a seat may know, and answers.
"""

from bot.engine_worker.lanes import Lane, Minds, Waits
from bot.engine_worker.no_answer import MindBusy, MindDied, MindFailed, MindLate, NoAnswer
from bot.engine_worker.requests import (
    Request,
    WantedDecision,
    WantedExpectations,
    WantedFirstLook,
    WantedJudgement,
    WantedTurns,
)

__all__ = [
    "Lane",
    "MindBusy",
    "MindDied",
    "MindFailed",
    "MindLate",
    "Minds",
    "NoAnswer",
    "Request",
    "Waits",
    "WantedDecision",
    "WantedExpectations",
    "WantedFirstLook",
    "WantedJudgement",
    "WantedTurns",
]
