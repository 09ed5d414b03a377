"""The process in which computer players think; hints and analyses use it, too.

Nothing of Discord or of the store is in here: it is sent what a seat may know, and answers.
"""

from bot.engine_worker.lanes import EngineWorker, Lane, Waits
from bot.engine_worker.process import NoAnswer, WorkerBusy, WorkerDied, WorkerFailed, WorkerLate
from bot.engine_worker.requests import (
    Request,
    WantedDecision,
    WantedExpectations,
    WantedFirstLook,
    WantedJudgement,
    WantedTurns,
)
