"""The questions in the middle of an action: conflicts, wars, monuments, treasures."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from bot.content.content import CHOICES, Button, Content, Option, Picture, Row, Select, Style
from bot.content.pictures import conflict_picture, desk_picture
from bot.content.pressing import BUTTONS_A_ROW, in_rows, own_address
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.signs import SQUARES, TREASURE
from bot.intents import Address, Intent
from bot.intents.turn import Act, DrawRest, Pick, Tap
from bot.parts.turn.actions import action_label, monument_name
from bot.parts.turn.building import build_text, site_text
from bot.parts.turn.conflicts import (
    addition_label,
    conflict_first_line,
    conflict_text,
    recommends_addition,
    war_label,
    wars_in_order,
    wars_text,
)
from engine import (
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    AskedDecision,
    BuildDecision,
    BuildMonument,
    ChooseWar,
    Colour,
    CubeDecision,
    DrawDecision,
    DrawTile,
    Over,
    PlaceBuilding,
    SiteDecision,
    TakeCube,
    TakeDecision,
    TakeTreasures,
    WarDecision,
    recommended_war,
)

_BUTTONS = 3 * BUTTONS_A_ROW
"""With so many answers, or fewer, each has a button; a row is left for everything else."""
_BAG = "👜"


class AnswerOption(NamedTuple):
    """Something that can be answered to a question."""

    label: str
    action: Action
    explanation: str | None = None
    emoji: str | None = None
    recommended: bool = False


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


def question_line(words: Words, seat: Seat, game: str) -> str:
    """What is asked of *seat* in *game*, as the first line of a message.

    Raises LookupError if nothing is.
    """
    _ = words._
    question = question_of(seat)
    match question:
        case AddDecision(conflict=conflict):
            return conflict_first_line(words, seat, conflict, game)
        case WarDecision():
            return _("{game}: which war comes next?", game=game)
        case SiteDecision():
            return _("{game}: place a building?", game=game)
        case BuildDecision(choices=()):
            return _("{game}: build the ziggurat?", game=game)
        case BuildDecision(centres=()):
            return _("{game}: build a monument?", game=game)
        case BuildDecision():
            return _("{game}: build a monument or the ziggurat?", game=game)
        case TakeDecision():
            return _("{game}: which treasure stays?", game=game)
        case CubeDecision():
            return _("{game}: a point from the ziggurat.", game=game)
        case DrawDecision(due=due):
            return words.ngettext(
                "{game}: draw {count} more tile.",
                "{game}: draw {count} more tiles.",
                due,
                game=game,
            )
        case _:
            assert_never(question)


def _question(words: Words, seat: Seat, question: AskedDecision) -> str:
    """What is to be known for the answer."""
    _ = words._
    match question:
        case AddDecision(conflict=conflict):
            return conflict_text(words, seat, conflict)
        case WarDecision():
            return wars_text(words, seat)
        case SiteDecision(colour=colour):
            return site_text(words, seat, colour)
        case BuildDecision():
            return build_text(words, seat, question)
        case TakeDecision():
            return _take_text(words, question)
        case CubeDecision():
            return _("Your King's ziggurat scores 1 point. Which colour?")
        case DrawDecision(bag=False):
            return _("Draw a tile from the display: the bag is empty.")
        case DrawDecision():
            return words.ngettext(
                "Draw a tile from the display or the bag. The bag holds {count} tile.",
                "Draw a tile from the display or the bag. The bag holds {count} tiles.",
                seat.view.bag_size,
            )
        case _:
            assert_never(question)


def answers(words: Words, seat: Seat) -> tuple[AnswerOption, ...]:
    """What can be answered to the question that waits for *seat*.

    Raises LookupError if none does.
    """
    question = question_of(seat)
    match question:
        case AddDecision(conflict=conflict):
            return tuple(
                AnswerOption(
                    addition_label(words, seat, conflict, count),
                    AddTiles(count),
                    emoji=SQUARES[conflict.tiles] if count else None,
                    recommended=recommends_addition(seat, conflict, count),
                )
                for count in seat.view.additions()
            )
        case WarDecision():
            best = recommended_war(seat.view)
            return tuple(
                AnswerOption(
                    war_label(words, seat, war),
                    ChooseWar(war.colour),
                    emoji=SQUARES[war.colour],
                    recommended=war.colour is best,
                )
                for war in wars_in_order(seat)
            )
        case TakeDecision():
            return _take_answers(words, question)
        case _:
            return tuple(_answer(words, seat, action) for action in seat.view.legal_actions())


def _answer(words: Words, seat: Seat, action: Action) -> AnswerOption:
    match action:
        case BuildMonument(monument, _) if len(seat.view.decision.spaces) == 1:
            return AnswerOption(monument_name(words, monument), action)
        case PlaceBuilding(cell):
            return AnswerOption(str(cell), action)
        case TakeCube(colour):
            return AnswerOption(words.colour(colour), action, emoji=SQUARES[colour])
        case DrawTile(None):
            return AnswerOption(action_label(words, action), action, emoji=_BAG)
        case DrawTile(Colour() as colour):
            return AnswerOption(words.tile(colour), action, emoji=SQUARES[colour])
        case _:
            return AnswerOption(action_label(words, action), action)


def shortcuts(words: Words, seat: Seat) -> tuple[Shortcut, ...]:
    """Answers to the question that waits for *seat* which are no single decision of the game."""
    match question_of(seat):
        case DrawDecision(bag=True):
            return (
                Shortcut(words._("All from the bag"), DrawRest(always=False), _BAG),
                Shortcut(words._("Always from the bag"), DrawRest(always=True)),
            )
        case _:
            return ()


def _take_text(words: Words, decision: TakeDecision) -> str:
    """That one treasure stays, and which ones cannot (R9.1, R9.2)."""
    text = words._("Your Trader takes all treasures but one. Which one stays?")
    if not decision.forced:
        return text
    framed = words.ngettext(
        "The treasure on {cells} is taken first: its space is framed.",
        "The treasures on {cells} are taken first: their spaces are framed.",
        len(decision.forced),
        cells=words.listed(decision.forced),
    )
    return f"{text} {framed}"


def _take_answers(words: Words, decision: TakeDecision) -> tuple[AnswerOption, ...]:
    """An answer for each treasure that may stay, in board order."""
    by_staying = {decision.staying(cells): cells for cells in decision.choices}
    return tuple(
        AnswerOption(
            words._("Leave {cell}", cell=cell),
            TakeTreasures(by_staying[cell]),
            words._("Take {cells}", cells=words.listed(by_staying[cell])),
            TREASURE,
        )
        for cell in decision.spaces
    )


def _selects(
    placeholder: str, address: Address, offered: Sequence[AnswerOption]
) -> tuple[Row, ...]:
    """As many selects as the answers need, each with a custom_id of its own."""
    rows: list[Row] = []
    for start in range(0, len(offered), CHOICES):
        part = offered[start : start + CHOICES]
        options = tuple(
            Option(each.label, str(each.action), each.explanation, each.emoji) for each in part
        )
        first = part[0].action
        chosen = Pick(start, first) if start else Tap(first)
        rows.append(Select(placeholder, address.to(chosen), options))
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
    return (*_selects(words._("Place it on …"), address, sites), (nothing,))


def _button(address: Address, answer: AnswerOption) -> Button:
    style = Style.MAIN if answer.recommended else Style.PLAIN
    return Button(answer.label, address.to(Act(answer.action)), style, answer.emoji)
