"""Why the worker has not answered. No such error tells anything of what it was asked."""


class NoAnswer(Exception):
    """The worker has not answered; ``str`` says why, for the program's log."""


class WorkerBusy(NoAnswer):
    """Too many requests wait already: nothing was asked."""


class WorkerLate(NoAnswer):
    """It has not answered in time, and was killed. The next request starts a new one."""


class WorkerDied(NoAnswer):
    """Its process has ended, whatever the reason. The next request starts a new one."""


class WorkerFailed(NoAnswer):
    """It cannot answer that request."""
