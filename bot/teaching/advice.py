"""Advice for somebody's first games: which kinds there are, and when each fits.

A kind is a condition on what the player may know, and a sentence with what it is about.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.teaching import chances
from bot.teaching import conditions as when
from bot.teaching.situation import Condition, Found, Situation
from engine import N_, Colour, SeatView


@dataclass(frozen=True, slots=True)
class AdviceKind:
    """A kind of advice."""

    name: str
    """It is stored: what is in use is never changed."""
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
    """The names of the kinds of advice that fit for whoever decides, most important first."""
    if view.decides:
        situation = Situation(view)
        yield from (kind.name for kind in KINDS if kind.fits(situation) is not None)


def advice_of(name: str, view: SeatView) -> Advice | None:
    """The advice of that name for whoever decides; None if it does not fit, or is no more."""
    kind = _BY_NAME.get(name)
    found = kind.fits(Situation(view)) if kind is not None and view.decides else None
    return None if kind is None or found is None else Advice(kind, found)


KINDS: tuple[AdviceKind, ...] = (
    AdviceKind(
        "add first",
        N_(
            "You add first: the owner of {leader} sees your number and may answer with up to "
            "{count}. A tie is the defender's."
        ),
        "supporters",
        when.adds_first,
    ),
    AdviceKind(
        "won already",
        N_("You are the defender and win as it stands, ties included: keep your tiles."),
        "internal-ties",
        when.has_won,
    ),
    AdviceKind(
        "tie",
        N_("A tie is the defender's, and that is you: {count} × {tile} is enough, more is wasted."),
        "internal-ties",
        when.can_tie,
    ),
    AdviceKind(
        "lost already",
        N_("You cannot reach a tie here: each {tile} that you add is lost with your leader."),
        "internal-conflict",
        when.cannot_win,
    ),
    AdviceKind(
        "order of wars",
        N_(
            "Supporters are counted anew for each war: the first one may cut the loser off from "
            "tiles, or end the next before it begins."
        ),
        "war-order",
        when.orders_wars,
    ),
    AdviceKind(
        "build",
        N_(
            "The {first} and {second} monument would earn your {role} a point each turn. Its four "
            "tiles turn face down and support nobody."
        ),
        "monuments",
        when.may_build,
    ),
    AdviceKind(
        "draw the weakest",
        N_("Your weakest colour is {colour}, and there is a {tile} on the display."),
        "open-display",
        when.draws_weakest,
    ),
    AdviceKind(
        "no leaders",
        N_("None of your leaders is on the board: put one beside a temple. Only leaders score."),
        "leaders",
        when.no_leaders,
    ),
    AdviceKind(
        "treasure in reach",
        N_("A {tile} on {cell} links a treasure to your Trader's kingdom: you take all but one."),
        "treasures",
        chances.links_treasure,
    ),
    AdviceKind(
        "treasures wait",
        N_(
            "{count} treasures lie in a kingdom without a Trader. Yours has room on {cell}, and "
            "takes all but one."
        ),
        "treasure-who",
        chances.treasures_wait,
    ),
    AdviceKind(
        "square",
        N_("A {tile} on {cell} makes a square of four: you may build a monument on it."),
        "monuments",
        chances.square_in_reach,
    ),
    AdviceKind(
        "cross",
        N_("A {tile} on {cell} makes a cross of five: you may build the ziggurat on it."),
        "ziggurat",
        chances.cross_in_reach,
    ),
    AdviceKind(
        "no Trader",
        N_(
            "You have no Trader on the board: green points will be missing at the end, and nobody "
            "takes treasures for you."
        ),
        "leaders",
        when.lacks(Colour.GREEN),
    ),
    AdviceKind(
        "no King",
        N_(
            "You have no King on the board: he scores black, and every colour whose leader is "
            "missing in his kingdom."
        ),
        "scoring",
        when.lacks(Colour.BLACK),
    ),
    AdviceKind(
        "no Farmer",
        N_(
            "You have no Farmer on the board: blue points will be missing at the end. There is "
            "room on {cell}."
        ),
        "leaders",
        when.lacks(Colour.BLUE),
    ),
    AdviceKind(
        "no Priest",
        N_(
            "You have no Priest on the board: red points will be missing at the end. There is "
            "room on {cell}."
        ),
        "leaders",
        when.lacks(Colour.RED),
    ),
    AdviceKind(
        "weakest without leader",
        N_(
            "In the end your weakest colour counts. Now that is {colour}, and your {role} is not "
            "on the board."
        ),
        "goal",
        when.weakest_without_leader,
    ),
    AdviceKind(
        "score the weakest",
        N_(
            "In the end your weakest colour counts. Now that is {colour}: a {tile} on {cell} "
            "scores it."
        ),
        "goal",
        when.scores_weakest,
    ),
    AdviceKind(
        "war to lose",
        N_(
            "A tile on {cell} would start a war of your {role} with {leader}: {own} supporters "
            "against {other}. Anybody may begin it."
        ),
        "external-conflict",
        when.would_lose,
    ),
    AdviceKind(
        "war to win",
        N_(
            "A tile on {cell} starts a war of your {role} with {leader}, {own} supporters against "
            "{other}, and you hold more."
        ),
        "external-conflict",
        when.would_win,
    ),
    AdviceKind(
        "revolt",
        N_(
            "On {cell} your {role} could oust {leader}. Temples, with those in your hand: {own} "
            "against {other}."
        ),
        "internal-conflict",
        when.can_revolt,
    ),
    AdviceKind(
        "one temple",
        N_(
            "The temple on {cell} is the only one beside your {role}: a catastrophe there would "
            "send your leader back to you."
        ),
        "catastrophes",
        when.one_temple,
    ),
    AdviceKind(
        "open to revolt",
        N_(
            "Temples beside your {role}: {own}. Beside {cell}: {other}. A rival {role} there would "
            "attack yours with them."
        ),
        "internal-conflict",
        when.open_to_revolt,
    ),
    AdviceKind(
        "idle monument",
        N_(
            "The {first} and {second} monument gives a point each turn: your {role} has room on "
            "{cell}, in its kingdom."
        ),
        "monument-scoring",
        chances.idle_monument,
    ),
    AdviceKind(
        "line",
        N_(
            "A {tile} on {cell} makes a line of three: put the {building} on it, and each {tile} "
            "that scores there scores twice."
        ),
        "buildings",
        chances.line_in_reach,
    ),
    AdviceKind(
        "King collects",
        N_(
            "There is no {role} in your King's kingdom: a {tile} on {cell} scores its colour for "
            "your King."
        ),
        "scoring",
        when.king_collects,
    ),
    AdviceKind(
        "scores for others",
        N_("Beside your leaders stands {leader}: each {tile} that you lay there scores for it."),
        "scoring",
        when.scores_for_others,
    ),
    AdviceKind(
        "evict",
        N_("A catastrophe on {cell} takes the last temple from {leader}, which returns."),
        "catastrophes",
        when.can_evict,
    ),
    AdviceKind(
        "keep apart",
        N_(
            "A war at {cell} would be {other} supporters of {leader} against {own} of yours. A "
            "catastrophe there keeps you apart."
        ),
        "catastrophes",
        when.keeps_apart,
    ),
    AdviceKind(
        "far from the river",
        N_(
            "No free river space touches your Farmer's kingdom, so no farm can score there: build "
            "towards the river, or move."
        ),
        "tiles",
        when.far_from_river,
    ),
    AdviceKind(
        "crowded",
        N_(
            "{count} of your leaders share one kingdom: one war may cost you several. Leaders can "
            "move, for an action."
        ),
        "moving-leaders",
        when.crowded,
    ),
    AdviceKind(
        "few treasures",
        N_("Treasures on the board: {count}. A turn that ends with two or fewer ends the game."),
        "end-of-game",
        chances.few_treasures,
    ),
    AdviceKind(
        "few tiles",
        N_("Tiles left to draw: {count}. When somebody cannot fill a hand, the game ends."),
        "end-of-game",
        chances.few_tiles,
    ),
    AdviceKind(
        "swap",
        N_("You hold {count} × {tile}. Swapping takes one action and brings other colours."),
        "swap",
        when.many_alike,
    ),
    AdviceKind(
        "no temples in hand",
        N_("You hold no temple: attacked from within, a leader has only those on the board."),
        "internal-conflict",
        when.no_temples_in_hand,
    ),
    AdviceKind(
        "second action",
        N_("You have an action left. If nothing fits, swap tiles: actions cannot be saved."),
        "turn",
        when.second_action,
    ),
)
"""Every kind of advice, most important first."""

_BY_NAME = {kind.name: kind for kind in KINDS}
