"""A conflict in words, for those who take part and for who chooses its order (R6, R7)."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.content.content import Picture
from bot.content.names import plain_names, safe_names
from bot.content.pictures import conflict_picture
from bot.domain import Seat, Table
from bot.i18n import Words
from engine import (
    ActionDecision,
    AddDecision,
    AdditionRule,
    BuildDecision,
    ChooseWar,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Event,
    LeaderReturned,
    PointsScored,
    PublicView,
    ReturnCause,
    SiteDecision,
    TakeDecision,
    TilesRemoved,
    TreasuresTaken,
    WarDecision,
    addition_rule,
    stake_of,
)

_LABEL_NAME = 20
"""The most characters of a player's name on a button."""


# --- the question how many tiles to add ----------------------------------------------------------


def conflict_text(words: Words, seat: Seat, conflict: Conflict) -> str:
    """Who attacks whom, what counts, what *seat*, which decides, can add, and what is at stake."""
    _ = words._
    own = conflict.deciding
    other = _opponent(conflict, own)
    held = seat.view.own_hand[conflict.tiles]
    lines = [*earlier_conflicts(words, seat.table), *_as_it_stands(words, seat, conflict)]
    if other.added is not None:
        lines.append(
            _(
                "{player} has added {added} and stands at {total}.",
                player=safe_names(seat.table)[other.seat],
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
    lines += _stakes(words, seat, conflict)
    return "\n".join(lines)


def addition_label(words: Words, seat: Seat, conflict: Conflict, count: int) -> str:
    """What adding *count* tiles leads to, as far as *seat*, which decides, can know.

    The defender decides last, and knows the result. For the attacker it is certain only
    if the number of tiles behind the defender's screen, which is public, leaves no doubt.
    """
    _ = words._
    own = conflict.deciding
    attacking = own is conflict.attacker
    after = conflict.with_added(count)
    total = own.strength + count
    against = (after.defender if attacking else after.attacker).total
    numbers = {"count": count, "total": total, "against": against}
    if not attacking:
        if total == against:
            return _("Add {count} → {total} : {against}, you win (a tie is yours)", **numbers)
        if total > against:
            return _("Add {count} → {total} : {against}, you win", **numbers)
        return _("Add {count} → {total} : {against}, you lose", **numbers)
    missing = total - against
    if missing == 0:
        return _("Add {count} → {total} : {against}, you lose (a tie is the defender's)", **numbers)
    if missing < 0:
        return _("Add {count} → {total} : {against}, you lose", **numbers)
    if missing > seat.view.hand_sizes[conflict.defender.seat]:
        return _("Add {count} → {total}: the defender has too few tiles, you win", **numbers)
    if addition_rule(seat.view.options, after) is AdditionRule.TIE_OR_NONE:
        return _(
            "Add {count} → {total}: the defender then holds only by adding exactly {missing}",
            **numbers,
            missing=missing,
        )
    return _("Add {count} → {total}: the defender then needs {total} in all", **numbers)


def _as_it_stands(words: Words, seat: Seat, conflict: Conflict) -> list[str]:
    """Who attacks whom, and the strengths on the board, to one of the two."""
    _ = words._
    own = _party_of(conflict, seat)
    other = _opponent(conflict, own)
    player = safe_names(seat.table)[other.seat]
    role = words.role(conflict.colour)
    return [
        _("You attack {player}: {role} against {role}.", player=player, role=role)
        if own is conflict.attacker
        else _("{player} attacks you: {role} against {role}.", player=player, role=role),
        _(
            "On the board you have {own}, {player} has {other}.",
            own=own.strength,
            player=player,
            other=other.strength,
        ),
    ]


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


# --- what is at stake ----------------------------------------------------------------------------


def _stakes(words: Words, seat: Seat, conflict: Conflict) -> list[str]:
    """What comes of winning and of losing, and what is next: all of it follows from the board."""
    _ = words._
    attacking = conflict.deciding is conflict.attacker
    won, lost = (
        seat.view.preview_of_conflict(attacker_wins=attacking is win) for win in (True, False)
    )
    then_won, then_lost = (_next(words, seat, each.view) for each in (won, lost))
    lines = [
        _("A tie is the defender's, so you need more.")
        if attacking
        else _("A tie is yours, the defender's."),
        _("If you win: {consequences}.", consequences=_consequences(words, seat, won.events)),
        _("If you lose: {consequences}.", consequences=_consequences(words, seat, lost.events)),
    ]
    if then_won == then_lost:
        return [*lines, then_won]
    return [lines[0], f"{lines[1]} {then_won}", f"{lines[2]} {then_lost}"]


def _consequences(words: Words, seat: Seat, events: Iterable[Event]) -> str:
    told = (_consequence(words, seat, event) for event in events)
    return ", ".join(clause for clause in told if clause is not None)


def _consequence(words: Words, seat: Seat, event: Event) -> str | None:
    """A part of a sentence about something that comes of a conflict; None for small things."""
    _ = words._
    names = safe_names(seat.table)
    match event:
        case LeaderReturned(owner, leader, _cell, cause):
            own, role = owner == seat.number, words.role(leader.colour)
            stranded = cause is ReturnCause.NO_TEMPLE
            if own and stranded:
                return _("your {role} is left without a temple and returns", role=role)
            if own:
                return _("your {role} leaves the board", role=role)
            if stranded:
                return _(
                    "the {role} of {player} is left without a temple and returns",
                    role=role,
                    player=names[owner],
                )
            return _("the {role} of {player} leaves the board", role=role, player=names[owner])
        case TilesRemoved(colour, cells):
            return words.ngettext(
                "with it {count} {tile}",
                "with it {count} × {tile}",
                len(cells),
                tile=words.tile_with_square(colour),
            )
        case PointsScored(winner, colour, points, _cause, _leader):
            scored = words.points(points, colour)
            if winner == seat.number:
                return _("you score {points}", points=scored)
            return _("{player} scores {points}", player=names[winner], points=scored)
        case TreasuresTaken(owner, cells):
            if owner == seat.number:
                return words.ngettext(
                    "you take {count} treasure", "you take {count} treasures", len(cells)
                )
            return words.ngettext(
                "{player} takes {count} treasure",
                "{player} takes {count} treasures",
                len(cells),
                player=names[owner],
            )
        case _:
            return None


def _next(words: Words, seat: Seat, view: PublicView) -> str:
    """What is decided once a conflict is over, and by whom."""
    _ = words._
    decision = view.decision
    own, player = decision.seat == seat.number, safe_names(seat.table)[decision.seat]
    match decision:
        case AddDecision(conflict=conflict):
            return _(
                "Then {role} against {role} comes: {war}.",
                role=words.role(conflict.colour),
                war=_strengths(words, conflict, safe_names(seat.table)),
            )
        case WarDecision(colours=colours):
            roles = words.one_of([words.role(colour) for colour in colours])
            if own:
                return _("Then you choose the next conflict: {roles}.", roles=roles)
            return _(
                "Then {player} chooses the next conflict: {roles}.", player=player, roles=roles
            )
        case SiteDecision() | BuildDecision():
            return _("Then you may build.") if own else _("Then {player} may build.", player=player)
        case TakeDecision(choices=takes):
            if own:
                return words.ngettext(
                    "Then you take {count} treasure and choose which one stays.",
                    "Then you take {count} treasures and choose which one stays.",
                    len(takes[0]),
                )
            return words.ngettext(
                "Then {player} takes {count} treasure and chooses which one stays.",
                "Then {player} takes {count} treasures and chooses which one stays.",
                len(takes[0]),
                player=player,
            )
        case ActionDecision():
            if own:
                return words.ngettext(
                    "Then your turn goes on: {count} action left.",
                    "Then your turn goes on: {count} actions left.",
                    view.actions_left,
                )
            return words.ngettext(
                "Then the turn of {player} goes on: {count} action left.",
                "Then the turn of {player} goes on: {count} actions left.",
                view.actions_left,
                player=player,
            )
        case _:
            raise ValueError(f"no conflict leads to {decision.name}")


# --- several wars of a unification ---------------------------------------------------------------


def war_label(words: Words, seat: Seat, colour: Colour) -> str:
    """A war that *seat* can choose to be next: strengths on the board, and what is at stake."""
    _ = words._
    conflict = _war(seat, colour)
    attacker, defender = conflict.attacker, conflict.defender
    board = seat.view.board
    role = words.role(colour)
    if seat.number == attacker.seat:  # the player who chooses attacks, if at all (R7.2)
        gain, loss = stake_of(board, conflict, attacker)
        return _(
            "{role}: {own} : {other}, win {points} or lose {tiles}",
            role=role,
            own=attacker.strength,
            other=defender.strength,
            points=words.ngettext("{count} point", "{count} points", gain),
            tiles=words.ngettext("{count} tile", "{count} tiles", loss) if loss else _("no tiles"),
        )
    names = [_short(name) for name in plain_names(seat.table)]
    return _(
        "{role}: {war}, for {gain} or {points}",
        role=role,
        war=_strengths(words, conflict, names),
        gain=stake_of(board, conflict, attacker).gain,
        points=words.ngettext(
            "{count} point", "{count} points", stake_of(board, conflict, defender).gain
        ),
    )


def wars_text(words: Words, seat: Seat, colours: Sequence[Colour]) -> str:
    """Which conflicts there are, to the active player, who says which one is next (R7.1)."""
    _ = words._
    names = safe_names(seat.table)
    lines = [
        *earlier_conflicts(words, seat.table),
        _("Several pairs of leaders are in conflict. Which one is first? On the board they have:"),
    ]
    for colour in colours:
        conflict = _war(seat, colour)
        role = words.role(colour)
        lines.append(f"- {role}: {_strengths(words, conflict, names)}")
    lines.append(_("The first one named attacks; a tie is the other's."))
    return "\n".join(lines)


def _war(seat: Seat, colour: Colour) -> Conflict:
    decision = seat.view.preview(ChooseWar(colour)).view.decision
    assert isinstance(decision, AddDecision)
    return decision.conflict


def _strengths(words: Words, conflict: Conflict, names: Sequence[str]) -> str:
    """Both sides on the board, the attacker first: ``Anna 4 : 3 Ben``."""
    return words._(
        "{attacker} {attack} : {defence} {defender}",
        attacker=names[conflict.attacker.seat],
        attack=conflict.attacker.strength,
        defence=conflict.defender.strength,
        defender=names[conflict.defender.seat],
    )


def _short(name: str) -> str:
    return name if len(name) <= _LABEL_NAME else f"{name[: _LABEL_NAME - 1]}…"


# --- what has become of conflicts ----------------------------------------------------------------


def earlier_conflicts(words: Words, table: Table) -> list[str]:
    """Who has won the conflicts of the current turn so far, a line each."""
    names = safe_names(table)
    return [
        words._(
            "Earlier in this turn {winner} won against {loser}: {role}, {more} : {less}.",
            winner=names[conflict.winner.seat],
            loser=names[conflict.loser.seat],
            role=words.role(conflict.colour),
            more=conflict.winner.total,
            less=conflict.loser.total,
        )
        for conflict in _decided(table)
    ]


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


def _party_of(conflict: Conflict, seat: Seat) -> Contender:
    return conflict.attacker if conflict.attacker.seat == seat.number else conflict.defender


def _opponent(conflict: Conflict, party: Contender) -> Contender:
    return conflict.defender if party is conflict.attacker else conflict.attacker
