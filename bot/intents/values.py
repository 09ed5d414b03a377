"""All that somebody can want."""

from typing import TypeAlias

from bot.intents.agreeing import Agreeing
from bot.intents.deciding import Deciding
from bot.intents.hinting import Hinting
from bot.intents.learning import AskToOpen, Learning, OpenGame
from bot.intents.looking import Looking
from bot.intents.managing import Managing
from bot.intents.own_data import OwningData
from bot.intents.planning import AskNote, Planning
from bot.intents.preferring import Preferring
from bot.intents.reading import Reading
from bot.intents.reviewing import Reviewing
from bot.intents.seating import Seating
from bot.intents.setting_up import AskName, SettingUp
from bot.intents.solo import Soloing
from bot.intents.timing import AskOwnTimes, AskZone, Pacing, SettingHours

__all__ = ["Asking", "AtTable", "Intent"]

AtTable: TypeAlias = (
    Agreeing
    | Deciding
    | Hinting
    | Looking
    | Pacing
    | Planning
    | Preferring
    | Reviewing
    | Seating
    | SettingUp
)
"""What is about one game."""

Asking: TypeAlias = AskName | AskNote | AskOwnTimes | AskZone | AskToOpen
"""What is answered by a window to write into; for a server's time zone there is one, too."""

Intent: TypeAlias = (
    AtTable
    | Asking
    | Learning
    | Managing
    | OpenGame
    | OwningData
    | Reading
    | SettingHours
    | Soloing
)
"""All that somebody can want."""
