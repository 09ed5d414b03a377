"""A conflict in words, for the one who decides how many tiles to add (R6.3, R7.3)."""

from typing import assert_never

from bot.showing.names import safe_names
from bot.table import Seat
from bot.words import Words
from engine import AdditionRule, Conflict, Contender, addition_rule, stake_of


def conflict_text(words: Words, seat: Seat, conflict: Conflict) -> str:
    """Who attacks whom, what counts, what *seat*, which decides, can add, and what is at stake."""
    _ = words._
    names = safe_names(seat.table)
    own = conflict.deciding
    attacking = own is conflict.attacker
    other = conflict.defender if attacking else conflict.attacker
    held = seat.view.own_hand[conflict.tiles]
    role = words.role(conflict.colour)
    lines = [
        _("You attack {player}: {role} against {role}.", player=names[other.seat], role=role)
        if attacking
        else _("{player} attacks you: {role} against {role}.", player=names[other.seat], role=role),
        _(
            "On the board you have {own}, {player} has {other}.",
            own=own.strength,
            player=names[other.seat],
            other=other.strength,
        ),
    ]
    if other.added is not None:
        lines.append(
            _(
                "{player} has added {added} and stands at {total}.",
                player=names[other.seat],
                added=other.added,
                total=other.total,
            )
        )
    tile = words.tile_with_square(conflict.tiles)
    if not held:
        lines.append(_("You have no {tile} to add.", tile=tile))
    elif (rule := addition_rule(seat.view.options, conflict)) is AdditionRule.ANY:
        lines.append(_("You can add {count} × {tile}.", count=held, tile=tile))
    else:
        lines.append(_("You hold {count} × {tile}.", count=held, tile=tile))
        lines.append(_limited(words, seat, conflict, rule))
    lines.append(_stake(words, seat, conflict, own))
    return "\n".join(lines)


def _limited(words: Words, seat: Seat, conflict: Conflict, rule: AdditionRule) -> str:
    """Which numbers of tiles may be added in the English variant, and why (R12.2)."""
    _ = words._
    match rule:
        case AdditionRule.ANY:
            return ""
        case AdditionRule.ANY_AS_AHEAD:
            return _(
                "English variant: you are ahead on the board, so you may add any number, or none."
            )
        case AdditionRule.NONE_AS_NOT_BEHIND:
            return _("English variant: you are not behind, so you add none.")
        case AdditionRule.EXCEED_OR_NONE:
            why = _(
                "English variant: an attacker adds tiles only to exceed the defender's {strength} "
                "on the board.",
                strength=conflict.defender.strength,
            )
        case AdditionRule.TIE_OR_NONE:
            why = _(
                "English variant: a defender adds only exactly what makes a tie with {total}.",
                total=conflict.attacker.total,
            )
        case _:
            assert_never(rule)
    numbers = [count for count in seat.view.additions() if count]
    if not numbers:
        return f"{why} " + _("Yours are too few, so you add none.")
    return f"{why} " + _("So you may add {numbers}, or none.", numbers=words.one_of(numbers))


def _stake(words: Words, seat: Seat, conflict: Conflict, own: Contender) -> str:
    _ = words._
    tie = (
        _("A tie is the defender's, so you need more.")
        if own is conflict.attacker
        else _("A tie is yours, the defender's.")
    )
    if conflict.internal:
        lost = _("The loser's leader leaves the board; the winner scores 1 red point.")
        return f"{tie} {lost}"
    gain, loss = stake_of(seat.view.board, conflict, own)
    lost = _(
        "The loser's leader leaves the board with its supporters, a point each: "
        "you would win {win}, or lose {lose}.",
        win=words.points(gain, conflict.colour),
        lose=words.ngettext("{count} tile", "{count} tiles", loss),
    )
    return f"{tie} {lost}"
