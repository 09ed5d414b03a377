"""Conflicts in words, for their parties and for the player who orders wars (R6, R7)."""

from collections.abc import Mapping
from typing import assert_never

from bot.content.message import Picture
from bot.content.names import safe_names
from bot.content.pictures import conflict_picture
from bot.domain.seat import Seat
from bot.domain.table import Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.signs import FIGHT, SQUARES
from bot.parts.turn.actions import MOST_OF_MOVE
from engine import (
    N_,
    NC_,
    NN_,
    AddDecision,
    AdditionRule,
    Chance,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOutlook,
    Contender,
    SeatView,
    WarDecision,
    addition_rule,
    conflict_outlook,
    recommended_addition,
    recommended_war,
    stake_of,
    wars_to_order,
)

# --- the question how many tiles to add ----------------------------------------------------------


_ATTACKS: Mapping[Colour, str] = {
    Colour.BLACK: N_("{game}: your King attacks {player}. Add tiles?"),
    Colour.RED: N_("{game}: your Priest attacks {player}. Add tiles?"),
    Colour.BLUE: N_("{game}: your Farmer attacks {player}. Add tiles?"),
    Colour.GREEN: N_("{game}: your Trader attacks {player}. Add tiles?"),
}
_IS_ATTACKED: Mapping[Colour, str] = {
    Colour.BLACK: N_("{game}: {player} attacks your King. Add tiles?"),
    Colour.RED: N_("{game}: {player} attacks your Priest. Add tiles?"),
    Colour.BLUE: N_("{game}: {player} attacks your Farmer. Add tiles?"),
    Colour.GREEN: N_("{game}: {player} attacks your Trader. Add tiles?"),
}
_LOSES_TILES: Mapping[Colour, tuple[str, str]] = {
    Colour.BLACK: NN_(
        "Losing costs your King and {count} settlement; {player} scores {points} {sign}.",
        "Losing costs your King and {count} settlements; {player} scores {points} {sign}.",
    ),
    Colour.RED: NN_(
        "Losing costs your Priest and {count} temple; {player} scores {points} {sign}.",
        "Losing costs your Priest and {count} temples; {player} scores {points} {sign}.",
    ),
    Colour.BLUE: NN_(
        "Losing costs your Farmer and {count} farm; {player} scores {points} {sign}.",
        "Losing costs your Farmer and {count} farms; {player} scores {points} {sign}.",
    ),
    Colour.GREEN: NN_(
        "Losing costs your Trader and {count} market; {player} scores {points} {sign}.",
        "Losing costs your Trader and {count} markets; {player} scores {points} {sign}.",
    ),
}
_LOSES_LEADER: Mapping[Colour, str] = {
    Colour.BLACK: N_("If you lose, your King returns to hand; {player} scores {points} {sign}."),
    Colour.RED: N_("If you lose, your Priest returns to hand; {player} scores {points} {sign}."),
    Colour.BLUE: N_("If you lose, your Farmer returns to hand; {player} scores {points} {sign}."),
    Colour.GREEN: N_("If you lose, your Trader returns to hand; {player} scores {points} {sign}."),
}


def conflict_first_line(words: Words, seat: Seat, conflict: Conflict, game: str) -> str:
    """The attack in *game*, as the first line of a message to *seat*, which decides."""
    attacking = conflict.deciding is conflict.attacker
    text = (_ATTACKS if attacking else _IS_ATTACKED)[conflict.colour]
    return words._(text, game=game, player=safe_names(seat.table)[_opponent(conflict).seat])


def conflict_text(words: Words, seat: Seat, conflict: Conflict) -> str:
    """The tiles needed to win, and the stakes, for *seat*, which decides."""
    return f"{_needed(words, seat, conflict)}\n{_at_stake(words, seat, conflict)}"


def addition_label(words: Words, seat: Seat, conflict: Conflict, count: int) -> str:
    """``Add 3 · you win``: a number of tiles, and its result."""
    label = words._("Add {count}", count=count)
    return join_texts(" · ", (label, chance_text(words, _chance(seat, conflict, count))))


def recommends_addition(seat: Seat, conflict: Conflict, count: int) -> bool:
    """True if *count* is the best number for *seat*, which decides; never if it loses with it."""
    lost = _chance(seat, conflict, count) is Chance.LOST
    return not lost and count == recommended_addition(seat.view)


def _chance(seat: Seat, conflict: Conflict, count: int) -> Chance:
    return conflict_outlook(seat.view, conflict.with_added(count)).chance


def _needed(words: Words, seat: Seat, conflict: Conflict) -> str:
    """The strengths, attacker first, and what *seat* needs and may add (R6.4, R7.5, R12.2)."""
    _ = words._
    own, held = conflict.deciding, seat.view.own_hand[conflict.tiles]
    missing = conflict.attacker.total - conflict.defender.strength
    numbers = {
        "attack": conflict.attacker.total,
        "defence": conflict.defender.strength,
        "most": own.strength + held,
        "held": held,
    }
    sign = SQUARES[conflict.tiles]
    if own is conflict.attacker and own.strength + held <= conflict.defender.strength:
        return _("{attack} to {defence}, only {most} with all you hold: you lose.", **numbers)
    match addition_rule(seat.view.options, conflict):
        case AdditionRule.ANY if own is conflict.attacker:
            if missing > 0:
                return _(
                    "{attack} to {defence}, {most} with all you hold. Ties go to the defender.",
                    **numbers,
                )
            return _(
                "{attack} to {defence}, {most} with all you hold. Ties go to the defender. "
                "You need more.",
                **numbers,
            )
        case AdditionRule.ANY if missing <= 0:
            return _("{attack} to {defence}. Ties go to you, so you need no tiles.", **numbers)
        case AdditionRule.ANY if missing <= held:
            return words.ngettext(
                "{attack} to {defence}. Ties go to you, so {count} {sign} is enough.",
                "{attack} to {defence}. Ties go to you, so {count} {sign} are enough.",
                missing,
                sign=sign,
                **numbers,
            )
        case AdditionRule.ANY:
            return _(
                "{attack} to {defence}. Ties go to you, but you need {missing} {sign} and have "
                "{held}.",
                missing=missing,
                sign=sign,
                **numbers,
            )
        case AdditionRule.ANY_AS_AHEAD:
            return _(
                "{attack} to {defence}, {most} with all you hold. English variant: you're ahead, "
                "so add any number.",
                **numbers,
            )
        case AdditionRule.EXCEED_OR_NONE:
            return _(
                "{attack} to {defence}, {most} with all you hold. English variant: get ahead of "
                "{defence}, or add none.",
                **numbers,
            )
        case AdditionRule.TIE_OR_NONE:
            return _(
                "{attack} to {defence}. Ties go to you. English variant: add exactly {missing} "
                "{sign}, or none. You have {held}.",
                missing=missing,
                sign=sign,
                **numbers,
            )
        case AdditionRule.NONE_AS_NOT_BEHIND:
            return _(
                "{attack} to {defence}. English variant: you aren't behind, so you add none.",
                **numbers,
            )
        case rule:
            assert_never(rule)


def _at_stake(words: Words, seat: Seat, conflict: Conflict) -> str:
    """The losses of *seat*, which decides, and the winner's points (R6.5, R7.6)."""
    other = _opponent(conflict)
    loss = stake_of(seat.view.board, conflict, conflict.deciding).loss
    places = {
        "player": safe_names(seat.table)[other.seat],
        "points": stake_of(seat.view.board, conflict, other).gain,
        "sign": SQUARES[conflict.tiles],
    }
    if not loss:
        return words._(_LOSES_LEADER[conflict.colour], **places)
    one, many = _LOSES_TILES[conflict.colour]
    return words.ngettext(one, many, loss, **places)


# --- how it will end, in one measure -------------------------------------------------------------


def outlook_lines(words: Words, table: Table, view: SeatView) -> tuple[str, ...]:
    """The prospects of the seat of *view* in the conflict or wars that it decides about."""
    match view.decision:
        case AddDecision(conflict=conflict) if view.decides:
            return (_outlook(words, conflict_outlook(view, conflict)),)
        case WarDecision() if view.decides:
            return tuple(_war_line(words, table, view, war) for war in wars_to_order(view))
        case _:
            return ()


def _war_line(words: Words, table: Table, view: SeatView, war: Conflict) -> str:
    """The prospects of one of several wars, if it comes first (R7.1)."""
    name = public("**{sign} {role}**", sign=SQUARES[war.colour], role=words.role(war.colour))
    if war.attacker.seat != view.seat:  # not one of the player's own wars (R7.2)
        names = safe_names(table)
        return words._(
            "{war}: {attacker} attacks {defender}, {attack} to {defence} on the board.",
            war=name,
            attacker=names[war.attacker.seat],
            defender=names[war.defender.seat],
            attack=war.attacker.strength,
            defence=war.defender.strength,
        )
    outlook = conflict_outlook(view, war)
    if outlook.chance is Chance.LOST:  # a war before it may change the sides (R7.4)
        outlook_text: str = words._(
            "On the board {own} to {other}, with all you hold {most} to {other}. You lose it if it "
            "comes first.",
            own=outlook.board_own,
            other=outlook.board_other,
            most=outlook.most,
        )
    else:
        outlook_text = _outlook(words, outlook)
    return words.captioned(name, outlook_text)


_OUTLOOKS: Mapping[Chance, str] = {
    Chance.SURE: N_("On the board {own} to {other}, with all you hold {most} to {other}. You win."),
    Chance.LIKELY: N_(
        "On the board {own} to {other}, with all you hold {most} to {other}. You'll probably win."
    ),
    Chance.UNCERTAIN: N_(
        "On the board {own} to {other}, with all you hold {most} to {other}. It could go either "
        "way."
    ),
    Chance.LOST: N_(
        "On the board {own} to {other}, with all you hold {most} to {other}. You lose."
    ),
}
_CHANCES: Mapping[Chance, str] = {
    Chance.SURE: NC_("conflict", "you win"),
    Chance.LIKELY: NC_("conflict", "likely"),
    Chance.UNCERTAIN: NC_("conflict", "uncertain"),
    Chance.LOST: NC_("conflict", "you lose"),
}


def _outlook(words: Words, outlook: ConflictOutlook) -> str:
    """Strengths on the board and with all the player holds, and the expected end."""
    numbers = {"own": outlook.board_own, "other": outlook.board_other, "most": outlook.most}
    return words._(_OUTLOOKS[outlook.chance], **numbers)


def fight_label(words: Words, place: str, outlook: ConflictOutlook, *, alone: bool = True) -> str:
    """A conflict on a button: ``King K9 · ⚔️ 1:1 → 5:1 · likely``, without ``→ 5:1`` if too long.

    If a war is not *alone* the label never says that it is lost: a war before it may change the
    sides (R7.4).
    """
    begun = f"{place} · {fought(outlook)}"
    if outlook.chance is Chance.LOST and not alone:
        return begun
    end = chance_text(words, outlook.chance)
    full = f"{begun} → {outlook.most}:{outlook.board_other} · {end}"
    return full if outlook.held and len(full) <= MOST_OF_MOVE else f"{begun} · {end}"


def fought(outlook: ConflictOutlook) -> PublicText:
    """The strengths on the board: ``⚔️ 1:1``."""
    return public(
        "{sign} {own}:{other}", sign=FIGHT, own=outlook.board_own, other=outlook.board_other
    )


def chance_text(words: Words, chance: Chance) -> PublicText:
    """The expected end of a conflict, behind its numbers on a button."""
    return words.pgettext("conflict", _CHANCES[chance])


# --- several wars of a unification ---------------------------------------------------------------


def wars_in_order(seat: Seat) -> list[Conflict]:
    """The wars that *seat* can choose from, the recommended one first.

    Raises LookupError if it is not asked for the order of wars.
    """
    best = recommended_war(seat.view)
    return sorted(wars_to_order(seat.view), key=lambda war: war.colour is not best)


def war_label(words: Words, seat: Seat, war: Conflict) -> str:
    """The label of a war that *seat* can choose to be next, with the outlook of its own."""
    role, attacker, defender = words.role(war.colour), war.attacker, war.defender
    if seat.number == attacker.seat:  # the player who chooses attacks, if at all (R7.2)
        return fight_label(words, role, conflict_outlook(seat.view, war))
    return f"{role} · {FIGHT} {attacker.strength}:{defender.strength}"


def wars_text(words: Words, seat: Seat) -> str:
    """The attackers and defenders of wars, for the active player who orders them (R7.1)."""
    names = safe_names(seat.table)
    lines: list[str] = []
    for conflict in wars_in_order(seat):
        attacker, defender = names[conflict.attacker.seat], names[conflict.defender.seat]
        war = f"{SQUARES[conflict.colour]} {words.role(conflict.colour)}"
        lines.append(
            words._("{war}: you attack {defender}.", war=war, defender=defender)
            if conflict.attacker.seat == seat.number
            else words._(
                "{war}: {attacker} attacks {defender}.",
                war=war,
                attacker=attacker,
                defender=defender,
            )
        )
    lines.append(words._("Ties go to the defender."))
    return "\n".join(lines)


# --- what has become of conflicts ----------------------------------------------------------------


def conflict_card(words: Words, seat: Seat, name: str) -> Picture | None:
    """The card of the conflict of *seat* that waits for the other's tiles, or was decided last.

    It shows the numbers added so far. None if *seat* takes part in none in this turn, or is asked
    itself; *name* is that of the picture's file.
    """
    decision = seat.view.decision
    waiting = [decision.conflict] if isinstance(decision, AddDecision) else []
    conflict = next(reversed([*_decided(seat.table), *waiting]), None)
    if conflict is None or seat.number not in (conflict.attacker.seat, conflict.defender.seat):
        return None
    if conflict.deciding.seat == seat.number and not conflict.decided:
        return None
    return conflict_picture(words, seat, conflict, name)


def _decided(table: Table) -> list[Conflict]:
    """The conflicts of the current turn that are over, in order."""
    events = table.turns[-1].events if table.turns else ()
    return [event.conflict for event in events if isinstance(event, ConflictDecided)]


def _opponent(conflict: Conflict) -> Contender:
    """The party that does not decide now."""
    return conflict.defender if conflict.deciding is conflict.attacker else conflict.attacker
