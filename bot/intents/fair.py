"""What a user can want of the fair bag, as values."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import Intent, Placement, chosen, form, register


@dataclass(frozen=True, slots=True)
class SeeFairBag(Intent, placement=Placement.BELOW):
    """See what is sealed, what was opened, and how to check it."""


@dataclass(frozen=True, slots=True)
class AskWord(Intent, placement=Placement.WINDOW):
    """Be asked for a word for the bag, as a player or to join with it."""


@dataclass(frozen=True, slots=True)
class GiveWord(Intent, placement=Placement.BELOW):
    """Give this word for the bag, in the place of an earlier one."""

    text: str


@dataclass(frozen=True, slots=True)
class JoinWithWord(Intent, placement=Placement.BELOW):
    """Join, and give this word for the bag: who takes the last seat has no time to do so later."""

    text: str


register(
    form("fair", SeeFairBag),
    form("word?", AskWord),
    form("word", GiveWord, text=chosen(str)),
    form("join-word", JoinWithWord, text=chosen(str)),
)
