"""For the host: commands that look after what is stored; where the program runs."""

from bot.host.carrying import backup, export, import_from
from bot.host.checking import check
from bot.host.repairing import repair
from bot.host.sole_use import sole_use
from bot.host.surroundings import tell_database, unattended

__all__ = [
    "backup",
    "check",
    "export",
    "import_from",
    "repair",
    "sole_use",
    "tell_database",
    "unattended",
]
