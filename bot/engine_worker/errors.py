"""Why the mind has not answered. No such error tells anything of what it was asked."""


class NoAnswer(Exception):
    """The mind has not answered; ``str`` says why, for the program's log."""


class MindBusy(NoAnswer):
    """Too much is waiting for it already: nothing was asked."""


class MindLate(NoAnswer):
    """It has not answered in time, and was ended. The next request finds a new one."""


class MindDied(NoAnswer):
    """Its process has ended, whatever the reason. The next request finds a new one."""


class MindFailed(NoAnswer):
    """It cannot answer that request."""
