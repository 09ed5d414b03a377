"""Hints in words: who may ask for them, what is expected of a turn, and why it is good."""

from collections.abc import Sequence
from typing import assert_never

from bot.domain import HintRule
from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText
from engine import Benefit, BenefitKind, Colour

_GAMES = 100


def hint_rule_told(words: Words, rule: HintRule) -> PublicText:
    """Who may ask for hints by that rule, as a part of a sentence."""
    return words._(rule.told)


def hint_rule_line(words: Words, rule: HintRule) -> PublicText:
    """The same as a line about a table."""
    return words._("**Hints:** {rule}", rule=hint_rule_told(words, rule))


def share_told(words: Words, share: float) -> PublicText:
    """A share of the win, 0 to 1, in plain words; nothing is promised."""
    count = round(share * _GAMES)
    if count <= 0:
        return words._("hardly ever wins")
    if count >= _GAMES:
        return words._("nearly always wins")
    return words._("wins about {count} in {games}", count=count, games=_GAMES)


def why_told(
    words: Words, benefits: Sequence[Benefit], names: Sequence[PublicText], *, likely: bool
) -> PublicText:
    """What speaks for a turn, in one sentence; *names* are the players', by seat.

    *Likely* if a conflict must go as is most likely before that holds.
    """
    points = words.listed(
        [
            words.points(each.amount, Colour(each.colour))
            for each in benefits
            if each.kind is BenefitKind.SCORES
        ]
    )
    told = [_benefit_told(words, each, names[each.seat], points) for each in benefits]
    reasons = words.listed(list(dict.fromkeys(told)))
    if likely:
        return words._("Why: most likely, {reasons}.", reasons=reasons)
    return words._("Why: {reasons}.", reasons=reasons)


def _benefit_told(
    words: Words, benefit: Benefit, player: PublicText, points: PublicText
) -> PublicText:
    """One of them; *points* are all that are scored, told together."""
    _ = words._
    role = words.role(Colour(benefit.colour))
    match benefit.kind:
        case BenefitKind.ENDS:
            return _("the game ends with it")
        case BenefitKind.SCORES:
            return _("you score {points}", points=points)
        case BenefitKind.TREASURES:
            return words.ngettext(
                "you take {count} treasure", "you take {count} treasures", benefit.amount
            )
        case BenefitKind.MONUMENT:
            return _("your {role} earns from a monument each turn", role=role)
        case BenefitKind.SAFER:
            return _("your {role} is harder to drive out", role=role)
        case BenefitKind.STRONGER:
            return words.ngettext(
                "your {role} gets {count} supporter",
                "your {role} gets {count} supporters",
                benefit.amount,
                role=role,
            )
        case BenefitKind.COMES:
            return _("your {role} comes into play", role=role)
        case BenefitKind.THREATENS:
            return _("your {role} would win a war nearby", role=role)
        case BenefitKind.DEFENDS:
            return _("your {role} has less to lose in a war", role=role)
        case BenefitKind.DRIVES_OUT:
            return _("the {role} of {player} leaves the board", role=role, player=player)
        case BenefitKind.WEAKENS:
            return _("the {role} of {player} gets weaker", role=role, player=player)
        case _:
            assert_never(benefit.kind)
