"""What users can want to read of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import Intent, Placement, Turning, chosen, form, register, written


@dataclass(frozen=True, slots=True)
class SeeRule(Turning):
    """See a page of the rules, or an example, by its name.

    *turning* says that it takes the place of the page on which that was pressed.
    """

    name: str
    turning: bool = False


@dataclass(frozen=True, slots=True)
class SeeRules(Turning):
    """See what pages of the rules there are; *turning* as for :class:`SeeRule`."""

    turning: bool = False


@dataclass(frozen=True, slots=True)
class PickRule(Intent):
    """See a page of the rules chosen from one of several lists; *chapter* tells them apart."""

    chapter: int
    name: str


@dataclass(frozen=True, slots=True)
class SeeLegend(Intent, placement=Placement.BELOW):
    """See what each piece and sign in the pictures means."""


register(
    form("rule", SeeRule, name=written(str)),
    form("page", SeeRule, name=written(str), turning=True),
    form("rules", SeeRules),
    form("contents", SeeRules, turning=True),
    form("chapter", PickRule, chapter=written(int), name=chosen(str)),
    form("legend", SeeLegend),
)
