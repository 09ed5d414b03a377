"""Intents about the data stored about a user."""

from bot.intents import Intent


class SeeOwnData(Intent, word="data"):
    """Show everything stored about the user."""


class AskForgetMe(Intent, word="forget-me"):
    """Show the confirmation of being forgotten."""


class ForgetMe(Intent, word="forget-me!"):
    """Forget the user."""
