"""The moves that matter, one press each, named by what they do."""

from __future__ import annotations

from typing import assert_never

from bot.content.content import MOST_LABEL, Button, Style
from bot.content.names import plain_names
from bot.content.pressing import own_address
from bot.domain import Seat
from bot.features.turn.actions import put_label
from bot.features.turn.intents import Move
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from engine import (
    Attack,
    Chance,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    CutsOff,
    EarnsEachTurn,
    FindsWork,
    Gives,
    GivesUp,
    Joins,
    Merit,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PreparesSquare,
    Scores,
    SendsHome,
    Suggestion,
    WinsTreasures,
    moves_that_matter,
)

MOST_MOVES = 3
"""The most moves that are offered: on a phone each takes a line."""


def move_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The moves that matter to *seat*, best first, three at most.

    None if the game waits for something else, or nothing matters.
    """
    address = own_address(seat)
    return tuple(
        Button(
            move_label(words, seat, each),
            address.to(Move(each.action)),
            Style.MAIN,
            _emoji(each),
        )
        for each in (moves_that_matter(seat.view, MOST_MOVES) if seat.decides else ())
    )


def move_label(words: Words, seat: Seat, move: Suggestion) -> str:
    """What is put where, and what it does, weightiest first: ``Red on E5: +1 red, 2 treasures``.

    What does not fit on a button is left out from the end.
    """
    merits = [merit for merit in move.merits if not _goes_without_saying(merit)]
    told = [_told(words, seat, merit) for merit in merits or move.merits]
    what = put_label(words, seat, move.action)
    while told:
        label = words._("{move}: {does}", move=what, does=", ".join(told))
        if len(label) <= MOST_LABEL:
            return label
        told.pop()
    return what


def _emoji(move: Suggestion) -> str:
    match move.action:
        case PlaceTile(colour, _):
            return SQUARES[colour]
        case PlaceLeader(leader, _):
            return leader_sign(leader)
        case PlaceCatastrophe():
            return CATASTROPHE
        case _:
            assert_never(move.action)


def _goes_without_saying(merit: Merit) -> bool:
    """Whether a merit is not worth a word beside others."""
    return isinstance(merit, GivesUp) or (isinstance(merit, FindsWork) and not merit.tiles)


def _told(words: Words, seat: Seat, merit: Merit) -> str:
    """A merit in as few words as possible."""
    _ = words._
    match merit:
        case Scores(colour, points):
            return _("+{points} {colour}", points=points, colour=words.colour(colour))
        case WinsTreasures(count):
            return words.ngettext("{count} treasure", "{count} treasures", count)
        case EarnsEachTurn(points):
            return _("+{points} each turn", points=points)
        case CompletesSquare():
            return _("monument possible")
        case CompletesCross():
            return _("ziggurat possible")
        case PreparesSquare():
            return _("3 of a square")
        case CompletesLine(colour):
            return _("{building} possible", building=words.building(colour))
        case Joins():
            return _("joins two kingdoms")
        case Attack():
            return _attack(words, merit)
        case FindsWork(tiles=0):
            return _("comes onto the board")
        case FindsWork(tiles):
            return words.ngettext(
                "{count} of your tiles can score", "{count} of your tiles can score", tiles
            )
        case GivesUp():
            return _("moves")
        case Gives(player, points, treasures):
            return _gives(words, plain_names(seat.table)[player], points, treasures)
        case SendsHome(leader):
            return _("{leader} returns", leader=words.leader(leader))
        case CutsOff(player, points):
            return _(
                "{player} −{points} each turn",
                player=plain_names(seat.table)[player],
                points=points,
            )
        case _:
            assert_never(merit)


def _attack(words: Words, attack: Attack) -> str:
    """``attack 5 : 2, likely won``: with all that is in hand, against what is on the board."""
    _ = words._
    match attack.chance:
        case Chance.SURE:
            end = _("surely won")
        case Chance.LIKELY:
            end = _("likely won")
        case Chance.OPEN:
            end = _("open")
        case Chance.LOST:
            end = _("lost")
        case _:
            assert_never(attack.chance)
    text = (
        _("attack {own} : {other}, {end}", own=attack.total, other=attack.defence, end=end)
        if attack.internal
        else _("war {own} : {other}, {end}", own=attack.total, other=attack.defence, end=end)
    )
    if attack.chance < Chance.LIKELY:
        return text
    gain = _("+{points} {colour}", points=attack.stake.gain, colour=words.colour(attack.colour))
    return f"{text}, {gain}"


def _gives(words: Words, player: str, points: int, treasures: int) -> str:
    if not treasures:
        return words._("{player} +{points}", player=player, points=points)
    return words.ngettext(
        "{player} {count} treasure", "{player} {count} treasures", treasures, player=player
    )
