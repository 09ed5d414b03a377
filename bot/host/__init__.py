"""For the host: ``python -m bot check``, ``repair``, ``backup``, ``export`` and ``import``."""

from bot.host.carrying import backup, export, import_from
from bot.host.checking import check
from bot.host.repairing import repair

__all__ = ["backup", "check", "export", "import_from", "repair"]
