"""The questions in the middle of an action: conflicts, wars, monuments, treasures."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.content.content import CHOICES, Button, Content, Option, Picture, Row, Select, Style
from bot.content.pictures import conflict_picture, desk_picture
from bot.content.pressing import BUTTONS_A_ROW, in_rows, own_address
from bot.domain import Seat
from bot.features.turn.actions import action_label
from bot.features.turn.building import build_text, site_text
from bot.features.turn.conflicts import addition_label, conflict_text, war_label, wars_text
from bot.features.turn.intents import Act, DrawRest, Pick, Tap
from bot.i18n import Words
from bot.i18n.signs import SQUARES, TREASURE
from bot.intents import Address, Intent, print_intent
from engine import (
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    AskedDecision,
    BuildDecision,
    BuildMonument,
    Cell,
    ChooseWar,
    Colour,
    DeclineBuilding,
    DeclineMonument,
    DrawDecision,
    DrawTile,
    Monument,
    Over,
    PlaceBuilding,
    SiteDecision,
    TakeCube,
    TakeDecision,
    TakeTreasures,
    WarDecision,
)

_BUTTONS = 3 * BUTTONS_A_ROW
"""With so many answers, or fewer, each has a button; a row is left for everything else."""
_DECLINING = DeclineBuilding | DeclineMonument
_BAG = "👜"


class AnswerOption(NamedTuple):
    """Something that can be answered to a question."""

    label: str
    action: Action
    explanation: str | None = None
    emoji: str | None = None


class Shortcut(NamedTuple):
    """An answer that is no single decision of the game."""

    label: str
    intent: Intent
    emoji: str | None = None


def question_of(seat: Seat) -> AskedDecision:
    """What is asked of *seat* in the middle of an action.

    Raises LookupError if the game waits for an ordinary action, for another seat, or is over.
    """
    decision = seat.view.decision
    if not seat.decides or isinstance(decision, ActionDecision | Over):
        raise LookupError("the game waits for no answer to a question of this seat")
    return decision


def prompt(words: Words, seat: Seat, name: str | None = None) -> Content:
    """What is asked of *seat*, for its player alone; *name* names the picture's file.

    Raises LookupError if nothing is.
    """
    table, question = seat.table, question_of(seat)
    return Content(
        _question(words, seat, question),
        _picture(words, seat, question, name or f"question-{table.id}"),
        rows=_rows(words, seat, own_address(seat)),
    )


def _picture(words: Words, seat: Seat, question: AskedDecision, name: str) -> Picture:
    """The conflict's card, or the board with what can be chosen marked on it."""
    if isinstance(question, AddDecision):
        return conflict_picture(words, seat, question.conflict, name)
    return desk_picture(words, seat, name, seat.table.turns[-1].events)


def _question(words: Words, seat: Seat, question: AskedDecision) -> str:
    view = seat.view
    match question:
        case AddDecision(conflict=conflict):
            return conflict_text(words, seat, conflict)
        case WarDecision():
            return wars_text(words, seat, question.colours)
        case SiteDecision(colour=colour):
            return site_text(words, seat, colour)
        case BuildDecision():
            return build_text(words, seat, question)
        case DrawDecision(due=due, bag=False):
            return words.ngettext(
                "You draw {count} more tile from the display ({display}): the bag is empty.",
                "You draw {count} more tiles, one by one, from the display ({display}): the bag is "
                "empty.",
                due,
                display=words.tiles(view.display or ()),
            )
        case DrawDecision(due=due):
            return words.ngettext(
                "You draw {count} more tile, from the display ({display}) or from the bag, "
                "which holds {bag}.",
                "You draw {count} more tiles, one by one, from the display ({display}) or from "
                "the bag, which holds {bag}.",
                due,
                display=words.tiles(view.display or ()),
                bag=view.bag_size,
            )
        case TakeDecision():
            return _take_text(words, question)
        case _:
            return words._(question.question)


def answers(words: Words, seat: Seat) -> tuple[AnswerOption, ...]:
    """What can be answered to the question that waits for *seat*.

    Raises LookupError if none does.
    """
    question = question_of(seat)
    if isinstance(question, TakeDecision):
        return _take_answers(words, question)
    return tuple(_answer(words, seat, action) for action in seat.view.legal_actions())


def _answer(words: Words, seat: Seat, action: Action) -> AnswerOption:
    match action, seat.view.decision:
        case AddTiles(count), AddDecision(conflict=conflict):
            return AnswerOption(addition_label(words, seat, conflict, count), action)
        case ChooseWar(colour), _:
            return AnswerOption(war_label(words, seat, colour), action, emoji=SQUARES[colour])
        case PlaceBuilding(cell), _:
            return AnswerOption(str(cell), action)
        case BuildMonument(monument, corner), _:
            return _build_answer(words, monument, corner)
        case TakeCube(colour), _:
            return AnswerOption(words.colour(colour), action, emoji=SQUARES[colour])
        case DrawTile(None), _:
            return AnswerOption(action_label(words, seat, action), action, emoji=_BAG)
        case DrawTile(Colour() as colour), _:
            return AnswerOption(words.tile(colour), action, emoji=SQUARES[colour])
        case _:
            return AnswerOption(action_label(words, seat, action), action)


def shortcuts(words: Words, seat: Seat) -> tuple[Shortcut, ...]:
    """Answers to the question that waits for *seat* which are no single decision of the game."""
    match question_of(seat):
        case DrawDecision(bag=True):
            return (
                Shortcut(words._("The rest from the bag"), DrawRest(always=False), _BAG),
                Shortcut(words._("Always from the bag"), DrawRest(always=True)),
            )
        case _:
            return ()


def _build_answer(words: Words, monument: Monument, corner: Cell) -> AnswerOption:
    label = words._(
        "{first} and {second}, square from {cell}",
        first=words.colour(monument.first),
        second=words.colour(monument.second),
        cell=corner,
    )
    return AnswerOption(label, BuildMonument(monument, corner))


def _take_text(words: Words, decision: TakeDecision) -> str:
    """Which treasures may stay, by the letters that they bear in the picture, and which may not."""
    _ = words._
    lines: list[str] = [_("Your Trader takes all treasures of its kingdom but one.")]
    if anyway := decision.forced:
        lines.append(
            words.ngettext(
                "The treasure on {cells} is taken in any case, as its space is framed (R9.2).",
                "The treasures on {cells} are taken in any case, as their spaces are framed "
                "(R9.2).",
                len(anyway),
                cells=words.listed(anyway),
            )
        )
    may_stay = [
        _("{letter} on {cell}", letter=letter, cell=cell)
        for cell, letter in decision.letters.items()
    ]
    lines.append(_("Which one stays: {treasures}?", treasures=words.one_of(may_stay)))
    return " ".join(lines)


def _take_answers(words: Words, decision: TakeDecision) -> tuple[AnswerOption, ...]:
    """An answer for each treasure that may stay, in board order, as the picture letters them."""
    by_staying = {decision.staying(cells): cells for cells in decision.choices}
    return tuple(
        AnswerOption(
            words._("{letter}: leave the one on {cell}", letter=letter, cell=cell),
            TakeTreasures(by_staying[cell]),
            words._("Take {cells}", cells=words.listed(by_staying[cell])),
            TREASURE,
        )
        for cell, letter in decision.letters.items()
    )


def _selects(
    placeholder: str, address: Address, offered: Sequence[AnswerOption]
) -> tuple[Row, ...]:
    """As many selects as the answers need, each with a custom_id of its own."""
    rows: list[Row] = []
    for start in range(0, len(offered), CHOICES):
        part = offered[start : start + CHOICES]
        chosen: list[Intent] = [
            Pick(start, answer.action) if start else Tap(answer.action) for answer in part
        ]
        printed = [print_intent(intent) for intent in chosen]
        options = tuple(
            Option(answer.label, value, answer.explanation, answer.emoji)
            for answer, (_, (value,)) in zip(part, printed, strict=True)
        )
        rows.append(Select(placeholder, address.to_text(printed[0].text), options))
    return tuple(rows)


def _rows(words: Words, seat: Seat, address: Address) -> tuple[Row, ...]:
    """A button for each answer, so that one press answers; selects only if there are too many."""
    offered = answers(words, seat)
    if len(offered) <= _BUTTONS:
        further = tuple(
            Button(each.label, address.to(each.intent), emoji=each.emoji)
            for each in shortcuts(words, seat)
        )
        return in_rows(tuple(_button(address, each) for each in offered), further)
    # only the spaces of a building can be so many (R12.1.1)
    *sites, decline = offered
    nothing = Button(decline.label, address.to(Act(decline.action)))
    return (*_selects(words._("Put the building on …"), address, sites), (nothing,))


def _button(address: Address, answer: AnswerOption) -> Button:
    declines = isinstance(answer.action, _DECLINING)
    style = Style.PLAIN if declines else Style.MAIN
    return Button(answer.label, address.to(Act(answer.action)), style, answer.emoji)
