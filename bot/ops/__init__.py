"""For the host: commands that look after what is stored; where the program runs."""

from bot.ops.checking import check
from bot.ops.moving_data import backup, export, import_from
from bot.ops.repairing import repair
from bot.ops.sole_use import sole_use
from bot.ops.surroundings import tell_database, unattended

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
