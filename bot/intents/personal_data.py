"""Intents about what is stored of a user."""

from bot.intents import Intent


class SeeOwnData(Intent, word="data"):
    """See everything that is stored about oneself."""


class AskForgetMe(Intent, word="forget-me"):
    """See what it means to be forgotten, before it counts."""


class ForgetMe(Intent, word="forget-me!"):
    """Be forgotten."""
