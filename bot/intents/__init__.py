"""What users want, as values that print into a ``custom_id`` and are read back.

A button carries its intent behind the address of a game; of a select the chosen values belong to
it too. Commands make the same values. The intents themselves are in the features, which register
how theirs are printed. What a module lists in its ``__all__`` is public.
"""

from bot.intents.custom_ids import *
from bot.intents.forms import *
from bot.intents.intent import *
