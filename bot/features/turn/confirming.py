"""What is shown before it counts: what cannot be undone, calls others, or destroys."""

from bot.content.content import Button, Content, Style
from bot.content.names import plain_names, safe_names
from bot.content.pictures import planned_picture
from bot.content.pressing import own_address
from bot.domain import Seat
from bot.features.board.buttons import back, legend_button
from bot.features.turn.intents import Act, PlayLine
from bot.i18n import Words
from bot.i18n.events import sentences
from engine import (
    Action,
    CatastrophePlaced,
    ConflictOpened,
    EndTurn,
    Event,
    KingdomsUnited,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    Preview,
)


def second_look(words: Words, seat: Seat, action: Action) -> Content | None:
    """What an action would lead to, in a picture, before it counts; None if it needs no such.

    It does if it opens a conflict, or destroys: whatever the answer would be. Raises
    IllegalAction if the rules forbid it.
    """
    if not isinstance(action, PlaceTile | PlaceLeader | PlaceCatastrophe):
        return None
    events, after = seat.view.foresee(action)
    assert after is not None  # nothing is drawn by it
    outcomes = [label for event in events if (label := _outcome(words, seat, event))]
    if not outcomes:
        return None
    outcome, address = outcomes[0], own_address(seat)
    lines: list[str] = [words._("This would happen:")]
    lines += sentences(words, events, safe_names(seat.table))
    confirm = [Button(outcome, address.to(Act(action)), Style.MAIN)]
    if after.refusal(EndTurn()) is None:
        confirm.append(
            Button(
                words._("… and end the turn"),
                address.to(PlayLine((action, EndTurn()))),
                Style.DANGER,
            )
        )
        lines += given_up_with_it(words, seat)
    return Content(
        "\n".join(lines),
        planned_picture(words, seat, Preview(after.public(), events)),
        rows=((*confirm, legend_button(words, seat.table.id), back(words, seat.table)),),
    )


def confirm_end(words: Words, seat: Seat) -> Content:
    """What ending the turn now will do, before it counts."""
    _ = words._
    view = seat.view
    scored = view.points_of_ending()
    text: str = _("This cannot be undone.")
    told = sentences(words, scored, safe_names(seat.table))
    if view.actions_left:
        text = (
            words.ngettext(
                "You give up {count} action.", "You give up {count} actions.", view.actions_left
            )
            + " "
            + text
        )
    button = Button(_("End turn"), own_address(seat).to(Act(EndTurn())), Style.DANGER)
    return Content("\n".join((text, *told)), rows=((button, back(words, seat.table)),))


def given_up_with_it(words: Words, seat: Seat) -> tuple[str, ...]:
    """What ending the turn right after an action would give up, if that is anything."""
    left = seat.view.actions_left - 1
    if not left:
        return ()
    text = words.ngettext(
        "If you end the turn with it, you give up {count} action.",
        "If you end the turn with it, you give up {count} actions.",
        left,
    )
    return (text,)


def _outcome(words: Words, seat: Seat, event: Event) -> str | None:
    """What is confirmed, in a few words, if this event makes it necessary.

    A fight is named by what everybody sees: the same whatever anybody holds or has arranged.
    """
    _ = words._
    match event:
        case ConflictOpened(conflict):
            attacker, defender = conflict.attacker, conflict.defender
            strengths = {"attack": attacker.strength, "defence": defender.strength}
            role = words.role(conflict.colour)
            if attacker.seat == seat.number:
                return _(
                    "Attack {player}'s {role}: {attack} : {defence} on the board",
                    player=plain_names(seat.table)[defender.seat],
                    role=role,
                    **strengths,
                )
            return _(
                "Start a war, {role} against {role}: {attack} : {defence} on the board",
                role=role,
                **strengths,
            )
        case KingdomsUnited(_cell, colours) if len(colours) > 1:
            roles = words.listed([words.role(colour) for colour in colours])
            return words.ngettext(
                "Start {count} war: {roles}",
                "Start {count} wars: {roles}",
                len(colours),
                roles=roles,
            )
        case CatastrophePlaced(_player, cell, None):
            return _("Put the catastrophe on {cell}", cell=cell)
        case CatastrophePlaced(_player, cell, removed) if removed is not None:
            return _("Destroy the {tile} on {cell}", tile=words.tile(removed), cell=cell)
        case _:
            return None
