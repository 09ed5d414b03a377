"""Advice for a player's first games: its kinds, and when each fits.

A kind is a condition on what the player may know, and a sentence with what it is about.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.teaching import chances
from bot.teaching import conditions as when
from bot.teaching.advice_context import AdviceContext, Condition, Found
from engine import N_, Colour, SeatView


@dataclass(frozen=True, slots=True)
class AdviceKind:
    """A kind of advice."""

    name: str
    """It is stored, so names in use never change."""
    text: str
    """The sentence in English, with named places."""
    page: str
    """The page of the rules that explains it."""
    fits: Condition


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice that fits."""

    kind: AdviceKind
    found: Found
    """What it is about, by the places of its sentence."""


def kinds_that_fit(view: SeatView) -> Iterator[str]:
    """The names of the advice that fits the deciding player, most important first."""
    if view.decides:
        situation = AdviceContext(view)
        yield from (kind.name for kind in KINDS if kind.fits(situation) is not None)


def advice_of(name: str, view: SeatView) -> Advice | None:
    """The advice of that name for the deciding player; None if it does not fit or exist."""
    kind = _BY_NAME.get(name)
    found = kind.fits(AdviceContext(view)) if kind is not None and view.decides else None
    return None if kind is None or found is None else Advice(kind, found)


KINDS: tuple[AdviceKind, ...] = (
    AdviceKind(
        "order of wars",
        N_(
            "Supporters are counted again for each war. The first war may cut tiles off, or "
            "prevent the next."
        ),
        "war-order",
        when.orders_wars,
    ),
    AdviceKind(
        "build",
        N_(
            "A monument that scores for your leader each turn: {first} and {second}. Its four "
            "tiles turn face down and support no one."
        ),
        "monuments",
        when.may_build,
    ),
    AdviceKind(
        "draw the weakest",
        N_("Your weakest colour is on the display: {colour}."),
        "open-display",
        when.draws_weakest,
    ),
    AdviceKind(
        "no leaders",
        N_("None of your leaders is on the board. Place one beside a temple: only leaders score."),
        "leaders",
        when.no_leaders,
    ),
    AdviceKind(
        "treasure in reach",
        N_(
            "A tile that connects a treasure with your Trader: {tile} {cell}. You take all but one."
        ),
        "treasures",
        chances.links_treasure,
    ),
    AdviceKind(
        "treasures wait",
        N_(
            "Treasures in a kingdom without a Trader: {count}. Place your Trader on {cell} to "
            "take all but one."
        ),
        "treasure-who",
        chances.treasures_wait,
    ),
    AdviceKind(
        "square",
        N_("A tile that completes a square for a monument: {tile} {cell}."),
        "monuments",
        chances.square_in_reach,
    ),
    AdviceKind(
        "cross",
        N_("A tile that completes a cross for the ziggurat: {tile} {cell}."),
        "ziggurat",
        chances.cross_in_reach,
    ),
    AdviceKind(
        "no Trader",
        N_(
            "Your Trader isn't on the board. Only your King can score green, and you take no "
            "treasures."
        ),
        "leaders",
        when.lacks(Colour.GREEN),
    ),
    AdviceKind(
        "no King",
        N_(
            "Your King isn't on the board. It scores black, and any colour that has no leader "
            "in its kingdom."
        ),
        "scoring",
        when.lacks(Colour.BLACK),
    ),
    AdviceKind(
        "no Farmer",
        N_(
            "Your Farmer isn't on the board. Only your King can score blue. There is room on "
            "{cell}."
        ),
        "leaders",
        when.lacks(Colour.BLUE),
    ),
    AdviceKind(
        "no Priest",
        N_(
            "Your Priest isn't on the board. Only your King or a won revolt can score red. There "
            "is room on {cell}."
        ),
        "leaders",
        when.lacks(Colour.RED),
    ),
    AdviceKind(
        "weakest without leader",
        N_("Only your weakest colour counts at the end: {colour}. Place its leader: {role}."),
        "goal",
        when.weakest_without_leader,
    ),
    AdviceKind(
        "score the weakest",
        N_(
            "Only your weakest colour counts at the end: {colour}. To score it, place: {tile} "
            "{cell}."
        ),
        "goal",
        when.scores_weakest,
    ),
    AdviceKind(
        "war to lose",
        N_(
            "Joining kingdoms on {cell} starts a war that you can't win, {own} against {other} "
            "on the board. You would face: {leader}."
        ),
        "external-conflict",
        when.would_lose,
    ),
    AdviceKind(
        "war to win",
        N_(
            "Joining kingdoms on {cell} starts a war that you are likely to win, {own} against "
            "{other} on the board. You would face: {leader}."
        ),
        "external-conflict",
        when.would_win,
    ),
    AdviceKind(
        "revolt",
        N_(
            "With the temples in your hand you can win a revolt on {cell}, {own} against "
            "{other}. You would drive out: {leader}."
        ),
        "internal-conflict",
        when.can_revolt,
    ),
    AdviceKind(
        "one temple",
        N_(
            "Only the temple on {cell} keeps this leader on the board: {role}. A catastrophe there "
            "returns it to your hand."
        ),
        "catastrophes",
        when.one_temple,
    ),
    AdviceKind(
        "open to revolt",
        N_(
            "A revolt on {cell} would be {other} against {own} on the board. The leader in "
            "danger: {role}."
        ),
        "internal-conflict",
        when.open_to_revolt,
    ),
    AdviceKind(
        "idle monument",
        N_(
            "A monument would score for you each turn with a leader in its kingdom. Place: "
            "{role} {cell}."
        ),
        "monument-scoring",
        chances.idle_monument,
    ),
    AdviceKind(
        "line",
        N_(
            "A tile that makes a line of three for a building: {tile} {cell}. Later tiles of "
            "that colour score 2 in its kingdom."
        ),
        "buildings",
        chances.line_in_reach,
    ),
    AdviceKind(
        "King collects",
        N_("Your King scores colours that have no leader in its kingdom. Place: {tile} {cell}."),
        "scoring",
        when.king_collects,
    ),
    AdviceKind(
        "scores for others",
        N_(
            "In a kingdom where you have a leader, this tile scores for another player: "
            "{tile}. The leader that scores: {leader}."
        ),
        "scoring",
        when.scores_for_others,
    ),
    AdviceKind(
        "evict",
        N_("A catastrophe on {cell} returns a leader to its owner's hand: {leader}."),
        "catastrophes",
        when.can_evict,
    ),
    AdviceKind(
        "keep apart",
        N_(
            "A catastrophe on {cell} keeps a stronger leader away, {own} to {other} on the "
            "board: {leader}."
        ),
        "catastrophes",
        when.keeps_apart,
    ),
    AdviceKind(
        "far from the river",
        N_(
            "No empty river space touches the kingdom where your Farmer stands. Build towards a "
            "river, or move the Farmer."
        ),
        "tiles",
        when.far_from_river,
    ),
    AdviceKind(
        "crowded",
        N_(
            "Your leaders in one kingdom: {count}. One tile can start a war for each. You can "
            "move a leader as an action."
        ),
        "moving-leaders",
        when.crowded,
    ),
    AdviceKind(
        "few treasures",
        N_("Treasures on the board: {count}. When a turn ends with two or fewer, the game ends."),
        "end-of-game",
        chances.few_treasures,
    ),
    AdviceKind(
        "few tiles",
        N_("Tiles left to draw: {count}. When a player can't draw enough, the game ends."),
        "end-of-game",
        chances.few_tiles,
    ),
    AdviceKind(
        "swap",
        N_(
            "Tiles of one colour in your hand: {count} × {tile}. A swap takes one action and "
            "may bring other colours."
        ),
        "swap",
        when.many_alike,
    ),
    AdviceKind(
        "no temples in hand",
        N_("You hold no temple. In a revolt only the temples beside your leaders defend them."),
        "internal-conflict",
        when.no_temples_in_hand,
    ),
    AdviceKind(
        "second action",
        N_("You have an action left. If nothing fits, swap tiles."),
        "turn",
        when.second_action,
    ),
)
"""Every kind of advice, most important first."""

_BY_NAME = {kind.name: kind for kind in KINDS}
