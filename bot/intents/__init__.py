"""Intents: what users want, as values that are printed into a ``custom_id`` and read back.

Buttons, selects and commands make them. There is a module of intents for each feature.
"""

from bot.intents.custom_ids import (
    CUSTOM_ID,
    Address,
    UploadedFile,
    UserRequest,
    game_of,
    parse_custom_id,
    to_any_game,
)
from bot.intents.intent import (
    NO_GAME,
    Carried,
    Intent,
    Ownership,
    Placement,
    Turning,
    parse_intent,
    print_intent,
)
from bot.intents.spelling import AS_USUAL, BOT
