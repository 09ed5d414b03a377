"""The buttons under the messages of a game."""

from bot.intents import (
    Act,
    Address,
    AskEnd,
    AskResign,
    ChooseCatastropheSpace,
    ChooseLeader,
    ChooseSwap,
    ChooseTile,
    Decide,
    DrawByChoice,
    Help,
    SeeBoard,
    SeeDesk,
    SeeLog,
    SeeScore,
    SetUp,
    TryDirects,
)
from bot.showing.choosers import first_face, undo_buttons, undo_buttons_of
from bot.showing.content import Button, Row, Style
from bot.showing.pressing import in_rows
from bot.table import Seat, Status, Table
from bot.words import Words
from engine import ActionDecision, EndTurn


def rows_for_all(words: Words, table: Table) -> tuple[Row, ...]:
    """What can be pressed under a turn's message; nothing once the game is over."""
    if table.decider is None:
        return ()
    rest = (*undo_buttons(words, table), _hand(words, table), help_button(words, table))
    return _joined(_actions(words, table), rest)


def rows_for(words: Words, seat: Seat) -> tuple[Row, ...]:
    """What *seat* can press under a message of its own: only what it may do."""
    table = seat.table
    if table.decider is None:
        return ()
    if seat.decides and isinstance(seat.view.decision, ActionDecision):
        rows = first_face(words, seat)
    else:
        rows = in_rows(undo_buttons_of(words, seat))
    return rows


def rows_of_help(words: Words, table: Table) -> tuple[Row, ...]:
    """What has no button of its own under the board; nothing before the game starts."""
    _ = words._
    if table.view is None:
        return ()
    anybody = Address(table.id)
    buttons = [
        _board(words, table),
        Button(_("Points"), anybody.to(SeeScore()), emoji="🏆"),
        Button(_("Log"), anybody.to(SeeLog()), emoji="📜"),
    ]
    if table.status is Status.RUNNING:
        buttons.append(Button(_("Resign"), anybody.to(AskResign()), emoji="🏳️"))
    return (tuple(buttons),)


def set_up_button(words: Words, table: Table) -> Button:
    """To the choice of board and options, for the opener."""
    return Button(words._("Options"), Address(table.id).to(SetUp()), emoji="⚙️")


def ask_button(words: Words, seat: Seat) -> Button:
    """To be asked again where to draw from."""
    address = Address(seat.table.id, seat.number)
    return Button(words._("Ask me where to draw from"), address.to(DrawByChoice()))


def back(words: Words, table: Table) -> Button:
    """Back to the hand and everything that can be done."""
    return Button(words._("Back"), Address(table.id).to(SeeDesk()), emoji="⬅️")


def help_button(words: Words, table: Table) -> Button:
    """To the help, and what can be looked at."""
    return Button(words._("Help"), Address(table.id).to(Help()), emoji="❔")


def desk_button(words: Words, table: Table, called: int | None = None) -> Button:
    """To the own desk, for any player; *called* tells the buttons of several calls apart."""
    address = Address(table.id, seen=called)
    return Button(words._("Desk"), address.to(SeeDesk()), Style.MAIN, "🖐️")


def decide_button(words: Words, table: Table) -> Button:
    """To the question that the game waits to be answered, or to the hand."""
    assert table.view is not None
    address = Address(table.id, table.view.decision.seat, table.state_version)
    if isinstance(table.view.decision, ActionDecision):
        return Button(words._("Play"), address.to(Decide()), Style.MAIN, "▶️")
    return Button(words._("Decide"), address.to(Decide()), Style.MAIN, "⚖️")


def try_directs_button(words: Words, table: Table) -> Button:
    """To direct messages, for somebody who had them closed."""
    return Button(words._("Try my DMs again"), Address(table.id).to(TryDirects()), emoji="✉️")


def _actions(words: Words, table: Table) -> tuple[Button, ...]:
    """What whoever decides can do."""
    _ = words._
    view = table.view
    assert view is not None
    if not isinstance(view.decision, ActionDecision):
        return (decide_button(words, table),)
    mine = Address(table.id, view.decision.seat, table.state_version)
    if not view.actions_left:
        return (Button(_("End turn"), mine.to(Act(EndTurn())), Style.MAIN, "⏭️"),)
    actions = [
        Button(_("Tile"), mine.to(ChooseTile()), Style.MAIN, "🔲"),
        Button(_("Leader"), mine.to(ChooseLeader()), Style.MAIN, "👑"),
        Button(_("Swap"), mine.to(ChooseSwap()), emoji="🔄"),
        Button(_("End turn"), mine.to(AskEnd()), emoji="⏭️"),
    ]
    if view.catastrophes[view.active]:
        catastrophe = mine.to(ChooseCatastropheSpace())
        actions.insert(2, Button(_("Catastrophe"), catastrophe, emoji="💥"))
    return tuple(actions)


def _hand(words: Words, table: Table) -> Button:
    return Button(words._("Hand"), Address(table.id).to(SeeDesk()), emoji="🖐️")


def _board(words: Words, table: Table) -> Button:
    return Button(words._("Board"), Address(table.id).to(SeeBoard()), emoji="🗺️")


def _joined(actions: tuple[Button, ...], rest: tuple[Button, ...]) -> tuple[Row, ...]:
    """In one row if they fit: fewer lines on a phone."""
    if len(actions) + len(rest) <= 5:
        return ((*actions, *rest),)
    return (actions, rest)
