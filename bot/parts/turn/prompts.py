"""The questions in the middle of an action: conflicts, wars, monuments, treasures."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, assert_never

from bot.content.message import CHOICES, Button, Content, Option, Row, Select, Style
from bot.content.names import safe_names
from bot.content.pictures import conflict_picture, desk_picture
from bot.content.pressing import BUTTONS_A_ROW, in_rows, own_address
from bot.content.shortening import first_lines
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.i18n.events import square
from bot.i18n.signs import SQUARES, TREASURE
from bot.intents import Address, Intent, turn
from bot.parts.turn.actions import action_label, monument_name
from bot.parts.turn.conflicts import (
    addition_label,
    conflict_first_line,
    conflict_text,
    recommends_addition,
    war_label,
    wars_in_order,
    wars_text,
)
from bot.parts.turn.previews import whose
from engine import (
    N_,
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    AskedDecision,
    Board,
    BuildDecision,
    BuildMonument,
    BuildZiggurat,
    Cell,
    ChooseWar,
    Colour,
    CubeDecision,
    DrawDecision,
    DrawTile,
    Leader,
    LeaderReturned,
    Over,
    PlaceBuilding,
    Preview,
    SiteDecision,
    TakeCube,
    TakeDecision,
    TakeTreasures,
    TreasuresTaken,
    WarDecision,
    recommended_war,
)

_BUTTONS = 3 * BUTTONS_A_ROW
"""The most answers that have a button each; a row is left for other buttons."""
_BAG = "👜"


class AnswerOption(NamedTuple):
    """An answer to a question."""

    label: str
    action: Action
    explanation: str | None = None
    emoji: str | None = None
    recommended: bool = False


class Shortcut(NamedTuple):
    """An answer that is not a single decision of the game."""

    label: str
    intent: Intent
    emoji: str | None = None


def question_of(seat: Seat) -> AskedDecision:
    """The question for *seat* in the middle of an action.

    Raises LookupError if the game waits for an ordinary action, for another seat, or is over.
    """
    decision = seat.view.decision
    if not seat.decides or isinstance(decision, ActionDecision | Over):
        raise LookupError("the game waits for no answer to a question of this seat")
    return decision


def prompt(words: Words, seat: Seat, name: str | None = None) -> Content:
    """The question to *seat*, for its player alone; *name* names the picture's file.

    Raises LookupError if there is none.
    """
    table, question = seat.table, question_of(seat)
    name = name or f"question-{table.id}"
    if isinstance(question, AddDecision):
        picture = conflict_picture(words, seat, question.conflict, name)
    else:
        picture = desk_picture(words, seat, name, table.turns[-1].events)
    return Content(_question(words, seat, question), picture, rows=_rows(words, seat))


def question_line(words: Words, seat: Seat, game: str) -> str:
    """The question to *seat* in *game*, as the first line of a message.

    Raises LookupError if there is none.
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
            return words._("Your King's ziggurat scores 1 point. Which colour?")
        case DrawDecision(bag=False):
            return words._("Draw a tile from the display: the bag is empty.")
        case DrawDecision():
            return words.ngettext(
                "Draw a tile from the display or the bag. The bag holds {count} tile.",
                "Draw a tile from the display or the bag. The bag holds {count} tiles.",
                seat.view.bag_size,
            )
        case _:
            assert_never(question)


def answers(words: Words, seat: Seat) -> tuple[AnswerOption, ...]:
    """The answers to the question that waits for *seat*.

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
    """Answers to the question to *seat* that are not a single decision of the game."""
    match question_of(seat):
        case DrawDecision(bag=True):
            return (
                Shortcut(words._("All from the bag"), turn.DrawRest(always=False), _BAG),
                Shortcut(words._("Always from the bag"), turn.DrawRest(always=True)),
            )
        case _:
            return ()


def _take_text(words: Words, decision: TakeDecision) -> str:
    """The question about the treasure that stays, and those that cannot (R9.1, R9.2)."""
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
    """The selects that the answers need, each with a custom_id of its own."""
    rows: list[Row] = []
    for start in range(0, len(offered), CHOICES):
        part = offered[start : start + CHOICES]
        options = tuple(
            Option(each.label, str(each.action), each.explanation, each.emoji) for each in part
        )
        first = part[0].action
        chosen = turn.Pick(start, first) if start else turn.Tap(first)
        rows.append(Select(placeholder, address.to(chosen), options))
    return tuple(rows)


def _rows(words: Words, seat: Seat) -> tuple[Row, ...]:
    """A button for each answer, so that one press answers; selects only if there are too many."""
    offered, address = answers(words, seat), own_address(seat)
    if len(offered) <= _BUTTONS:
        further = tuple(
            Button(each.label, address.to(each.intent), emoji=each.emoji)
            for each in shortcuts(words, seat)
        )
        return in_rows(tuple(_button(address, each) for each in offered), further)
    # only the spaces of a building can be so many (R12.1.1)
    *sites, decline = offered
    nothing = Button(decline.label, address.to(turn.Act(decline.action)))
    return (*_selects(words._("Place it on …"), address, sites), (nothing,))


def _button(address: Address, answer: AnswerOption) -> Button:
    style = Style.MAIN if answer.recommended else Style.PLAIN
    return Button(answer.label, address.to(turn.Act(answer.action)), style, answer.emoji)


# --- what may be built ---------------------------------------------------------------------------

_ROOM = 1200
"""The most characters of this text, which is part of a message."""
_DOUBLED: Mapping[Colour, str] = {
    Colour.BLACK: N_("Settlements placed later in its kingdom score 2 points."),
    Colour.RED: N_("Temples placed later in its kingdom score 2 points."),
    Colour.BLUE: N_("Farms placed later in its kingdom score 2 points."),
    Colour.GREEN: N_("Markets placed later in its kingdom score 2 points."),
}
"""R12.1.6."""


def site_text(words: Words, seat: Seat, colour: Colour) -> str:
    """The question about a building to place or move, and its benefit (R12.1)."""
    building, origin = words.building_with_sign(colour), seat.view.board.building_cell(colour)
    line = (
        words._("Your line lets you place a building: {building}.", building=building)
        if origin is None
        else words._(
            "Your longer line lets you move a building from {cell}: {building}.",
            building=building,
            cell=origin,
        )
    )
    return f"{line} {words._(_DOUBLED[colour])}"


def build_text(words: Words, seat: Seat, decision: BuildDecision) -> str:
    """The monuments and the ziggurat that may be built, their scorers and costs (R8, R13)."""
    _ = words._
    lines: list[str] = []
    if decision.choices:
        lines.append(_("A monument scores each turn for leaders of its colours in its kingdom."))
    if decision.centres:
        lines.append(_("The ziggurat scores each turn for the King in its kingdom: any colour."))
    lines.append(_("Its tiles turn face down: no temples, no supporters."))
    corners = tuple(dict.fromkeys(corner for _monument, corner in decision.choices))
    several = len(corners) + len(decision.centres) > 1
    for corner in corners:
        monuments = [monument for monument, at in decision.choices if at == corner]
        previews = [seat.view.preview(BuildMonument(each, corner)) for each in monuments]
        if several:
            lines.append(f"{square(corner)}:")
        lines += (
            _(
                "- {signs} {colours}: {leaders}",
                signs="".join(SQUARES[colour] for colour in monument),
                colours=monument_name(words, monument),
                leaders=_scoring(words, seat, preview.view.board, corner, monument),
            )
            for monument, preview in zip(monuments, previews, strict=True)
        )
        lines += _costs(words, seat, previews[0])
    for centre in decision.centres:
        preview = seat.view.preview(BuildZiggurat(centre))
        kings = _scoring(words, seat, preview.view.board, centre, (Colour.BLACK,))
        lines.append(_("- ziggurat around {cell}: {leaders}", cell=centre, leaders=kings))
        lines += _costs(words, seat, preview)
    return first_lines(lines, _ROOM)


def _scoring(words: Words, seat: Seat, board: Board, cell: Cell, colours: Sequence[Colour]) -> str:
    """The leaders that a building on *cell* would score for now (R8.8, R13.5)."""
    kingdom, names = board.kingdom_at(cell), safe_names(seat.table)
    leaders = () if kingdom is None else kingdom.leaders
    scoring = [whose(words, seat, each, names) for each in leaders if each.colour in colours]
    return words.listed(scoring) if scoring else words._("no one yet")


def _costs(words: Words, seat: Seat, preview: Preview) -> list[str]:
    before, after = seat.view.board, preview.view.board
    names = safe_names(seat.table)
    lines = []
    gone: list[Leader] = []
    for event in preview.events:
        match event:
            case LeaderReturned(_owner, leader, cell, _cause):
                gone.append(leader)
                lines.append(
                    words._(
                        "- This leader loses its last temple and returns to hand: {leader}, on "
                        "{cell}",
                        leader=whose(words, seat, leader, names),
                        cell=cell,
                    )
                )
            case TreasuresTaken(owner, cells):
                lines.append(
                    words.ngettext(
                        "- {player} takes {count} treasure",
                        "- {player} takes {count} treasures",
                        len(cells),
                        player=names[owner],
                    )
                )
            case _:
                pass
    for leader, _cell in before.standing():
        if leader not in gone:
            had, has = before.external_strength(leader), after.external_strength(leader)
            if has < had:
                lines.append(
                    words._(
                        "- supporters: {leader} {had} → {has}",
                        leader=whose(words, seat, leader, names),
                        had=had,
                        has=has,
                    )
                )
    return lines
