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
    SeeResult,
    SeeScore,
    SetUp,
    TryDirects,
    Undo,
)
from bot.showing.content import Button, Row, Style
from bot.table import Seat, Status, Table
from bot.words import Words
from engine import ActionDecision, EndTurn


def rows_for_all(words: Words, table: Table) -> tuple[Row, ...]:
    """What can be pressed under the last message of a game, where everybody sees it.

    It is the same whatever anybody holds, and whoever may act: it tells nothing.
    """
    if table.view is None:
        return ()
    watch, log = watch_button(words, table), log_button(words, table)
    if table.decider is None:
        return ((watch, log),)
    undo = Address(table.id, seen=table.state_version).to(Undo())
    return ((desk_button(words, table), watch, _undo_button(words, undo), log),)


def rows_for(words: Words, seat: Seat) -> tuple[Row, ...]:
    """What *seat* can press under a message of its own: only what it may do."""
    table = seat.table
    if table.decider is None:
        return ()
    actions = _actions(words, table) if seat.decides else ()
    undo = _undo(words, table) if table.undoer == seat.player else ()
    return _joined(actions, (*undo, watch_button(words, table), help_button(words, table)))


def rows_of_looking(words: Words, table: Table, seat: Seat | None) -> tuple[Row, ...]:
    """What else can be looked at; with the way back for whoever plays."""
    if table.view is None:
        return ()
    playing = seat is not None and table.decider is not None
    desk = (desk_button(words, table),) if playing else ()
    return ((*desk, watch_button(words, table), log_button(words, table)),)


def rows_after_refusal(words: Words, table: Table) -> tuple[Row, ...]:
    """From where a player gets on whose press came too late."""
    if table.decider is None:
        return ()
    return ((desk_button(words, table), watch_button(words, table)),)


def rows_of_help(words: Words, table: Table) -> tuple[Row, ...]:
    """What has no button of its own under the board; nothing before the game starts."""
    _ = words._
    if table.view is None:
        return ()
    anybody = Address(table.id)
    buttons = [
        watch_button(words, table),
        Button(_("Points"), anybody.to(SeeScore()), emoji="🏆"),
        log_button(words, table),
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


def desk_button(words: Words, table: Table) -> Button:
    """To one's own desk: the hand, and everything that can be done."""
    return Button(words._("Desk"), Address(table.id).to(SeeDesk()), emoji="🖐️")


def watch_button(words: Words, table: Table) -> Button:
    """To the board and what has happened of late, for anybody."""
    return Button(words._("Watch"), Address(table.id).to(SeeBoard()), emoji="🗺️")


def log_button(words: Words, table: Table) -> Button:
    """To everything that has happened."""
    return Button(words._("Log"), Address(table.id).to(SeeLog()), emoji="📜")


def result_button(words: Words, table: Table) -> Button:
    """To the end of a game, with its record and its replay."""
    return Button(words._("Record"), Address(table.id).to(SeeResult()), emoji="🏁")


def help_button(words: Words, table: Table) -> Button:
    """To the help, and what can be looked at."""
    return Button(words._("Help"), Address(table.id).to(Help()), emoji="❔")


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


def _undo(words: Words, table: Table) -> tuple[Button, ...]:
    if table.undoer is None:
        return ()
    address = Address(table.id, table.undoer.seat, table.state_version)
    return (_undo_button(words, address.to(Undo())),)


def _undo_button(words: Words, custom_id: str) -> Button:
    return Button(words._("Undo"), custom_id, emoji="↩️")


def _joined(actions: tuple[Button, ...], rest: tuple[Button, ...]) -> tuple[Row, ...]:
    """In one row if they fit: fewer lines on a phone."""
    if len(actions) + len(rest) <= 5:
        return ((*actions, *rest),)
    return (actions, rest)
