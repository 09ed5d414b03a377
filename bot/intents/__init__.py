"""What a player can want, as values that print and parse, like the engine's actions.

A button carries its intent in its ``custom_id``, behind the address of a game; of a select the
chosen values belong to it too. Commands make the same values. What a module lists in its
``__all__`` is public.
"""

from bot.intents.addresses import *
from bot.intents.agreeing import *
from bot.intents.deciding import *
from bot.intents.forms import *
from bot.intents.hinting import *
from bot.intents.learning import *
from bot.intents.looking import *
from bot.intents.managing import *
from bot.intents.own_data import *
from bot.intents.planning import *
from bot.intents.preferring import *
from bot.intents.printing import *
from bot.intents.reading import *
from bot.intents.reviewing import *
from bot.intents.seating import *
from bot.intents.setting_up import *
from bot.intents.solo import *
from bot.intents.timing import *
from bot.intents.values import *
