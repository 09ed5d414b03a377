"""For hosts: commands for the database, and where the program runs."""

from bot.ops.check_command import check
from bot.ops.exclusive_use import exclusive_use
from bot.ops.hosting import log_database, unattended
from bot.ops.repair_command import repair
from bot.ops.transfer_commands import backup, export, import_from

__all__ = [
    "backup",
    "check",
    "exclusive_use",
    "export",
    "import_from",
    "log_database",
    "repair",
    "unattended",
]
