"""Hints in words: who may ask for them, what is expected of a turn, and why it is good."""

from collections.abc import Sequence
from typing import assert_never

from bot.domain.hint_rule import HintRule
from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText, join_texts, public
from bot.i18n.signs import SQUARES
from engine import Benefit, BenefitKind, Colour

_GAMES = 100


def hint_rule_text(words: Words, rule: HintRule) -> PublicText:
    """The players whom the rule allows hints, to put after a colon."""
    return words._(rule.sentence)


def hint_rule_line(words: Words, rule: HintRule) -> PublicText:
    """A line about a table with the players whom its rule allows hints."""
    return words._("**Hints:** {rule}", rule=hint_rule_text(words, rule))


def share_text(words: Words, share: float) -> PublicText:
    """A share of the win, 0 to 1, as a sentence that promises nothing."""
    count = round(share * _GAMES)
    if count <= 0:
        return words._("You would hardly ever win.")
    if count >= _GAMES:
        return words._("You would nearly always win.")
    return words.ngettext(
        "You would win about {count} game in {games}.",
        "You would win about {count} games in {games}.",
        count,
        games=_GAMES,
    )


def reasons_text(
    words: Words, benefits: Sequence[Benefit], names: Sequence[PublicText], *, likely: bool
) -> PublicText:
    """The reasons for a turn, a sentence each; *names* are the players', by seat.

    *likely*: they depend on the most likely result of a conflict.
    """
    points = words.listed(
        [
            words.points(each.amount, Colour(each.colour))
            for each in benefits
            if each.kind is BenefitKind.SCORES
        ]
    )
    sentences = [_benefit_text(words, each, names[each.seat], points) for each in benefits]
    reasons = join_texts(" ", dict.fromkeys(sentences))
    if likely:
        return words._("Why, if the conflict goes as expected: {reasons}", reasons=reasons)
    return words._("Why: {reasons}", reasons=reasons)


def _benefit_text(
    words: Words, benefit: Benefit, player: PublicText, points: PublicText
) -> PublicText:
    """One reason; *points* are all points that the turn scores."""
    _ = words._
    colour = Colour(benefit.colour)
    leader = public("{sign} {role}", sign=SQUARES[colour], role=words.role(colour))
    match benefit.kind:
        case BenefitKind.ENDS:
            return _("This turn ends the game.")
        case BenefitKind.SCORES:
            return _("You score {points}.", points=points)
        case BenefitKind.TREASURES:
            return words.ngettext(
                "You take {count} treasure.", "You take {count} treasures.", benefit.amount
            )
        case BenefitKind.MONUMENT:
            return _("A monument scores for your leader each turn: {leader}.", leader=leader)
        case BenefitKind.SAFER:
            return _("Your leader is harder to drive out: {leader}.", leader=leader)
        case BenefitKind.STRONGER:
            return words.ngettext(
                "Your leader gets {count} supporter: {leader}.",
                "Your leader gets {count} supporters: {leader}.",
                benefit.amount,
                leader=leader,
            )
        case BenefitKind.COMES:
            return _("Your leader comes onto the board: {leader}.", leader=leader)
        case BenefitKind.THREATENS:
            return _("Your leader would win a war nearby: {leader}.", leader=leader)
        case BenefitKind.DEFENDS:
            return _("Your leader has less to lose in a war: {leader}.", leader=leader)
        case BenefitKind.DRIVES_OUT:
            return _("{player}'s leader leaves the board: {leader}.", leader=leader, player=player)
        case BenefitKind.WEAKENS:
            return _("{player}'s leader gets weaker: {leader}.", leader=leader, player=player)
        case _:
            assert_never(benefit.kind)
