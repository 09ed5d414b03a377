"""The buttons under the messages of a game, and the words for what they mean.

An intent is one of the words below, ``do:`` with a decision in notation, or ``own:`` with one
about a leader of the player's own, written without its dynasty: ``own:k@F5``.
"""

from bot.showing.content import Address, Button, Row, Style
from bot.table import Status, Table
from bot.words import Words
from engine import ActionDecision

TILE, LEADER, CATASTROPHE, SWAP, END = "tile", "leader", "catastrophe", "swap", "end"
UNDO, HAND, BOARD, DECIDE, HELP = "undo", "hand", "board", "decide", "help"
SCORE, LOG, RESIGN, RESIGN_SURELY = "score", "log", "resign", "resign!"
JOIN, LEAVE, START = "join", "leave", "start"
DO, OWN, AT, PICK = "do", "own", "at", "pick"
SET_UP, PRESET, LAYOUT, OPTIONS = "setup", "preset", "layout", "options"
REST, ALWAYS, ASK = "rest", "always", "ask"


def do(decision: object) -> str:
    """The intent to take a decision, given as an action or in notation."""
    return f"{DO}:{decision}"


def own(decision: str) -> str:
    """The intent to take a decision about an own leader: ``k@F5``, or ``k@-`` to withdraw it."""
    return f"{OWN}:{decision}"


def rows_for_all(words: Words, table: Table) -> tuple[Row, ...]:
    """What can be pressed under a turn's message; nothing once the game is over."""
    if table.decider is None:
        return ()
    rest = (*_undo(words, table), _hand(words, table), help_button(words, table))
    return _joined(_actions(words, table), rest)


def rows_for(words: Words, table: Table, seat: int) -> tuple[Row, ...]:
    """What *seat* can press under a message of its own: only what it may do."""
    decider = table.decider
    if decider is None:
        return ()
    actions = _actions(words, table) if decider.seat == seat else ()
    undoable = table.undoable_by is not None and table.seat_of(table.undoable_by) == seat
    rest = (*(_undo(words, table) if undoable else ()), _board(words, table))
    return _joined(actions, (*rest, help_button(words, table)))


def rows_after_refusal(words: Words, table: Table) -> tuple[Row, ...]:
    """From where a player gets on whose press came too late."""
    return ((_hand(words, table), _board(words, table)),) if table.decider is not None else ()


def rows_of_help(words: Words, table: Table) -> tuple[Row, ...]:
    """What has no button of its own under the board; nothing before the game starts."""
    _ = words._
    if table.game is None:
        return ()
    anybody = Address(table.id)
    buttons = [_board(words, table), Button(_("Log"), anybody.to(LOG), emoji="📜")]
    buttons.insert(1, Button(_("Points"), anybody.to(SCORE), emoji="🏆"))
    if table.status is Status.RUNNING:
        buttons.append(Button(_("Resign"), anybody.to(RESIGN), emoji="🏳️"))
    return (tuple(buttons),)


def set_up_button(words: Words, table: Table) -> Button:
    """To the choice of board and options, for the opener."""
    return Button(words._("Options"), Address(table.id).to(SET_UP), emoji="⚙️")


def ask_button(words: Words, table: Table, seat: int) -> Button:
    """To be asked again where to draw from."""
    return Button(words._("Ask me where to draw from"), Address(table.id, seat).to(ASK))


def back(words: Words, table: Table) -> Button:
    """Back to the hand and everything that can be done."""
    return Button(words._("Back"), Address(table.id).to(HAND), emoji="⬅️")


def help_button(words: Words, table: Table) -> Button:
    """To the help, and what can be looked at."""
    return Button(words._("Help"), Address(table.id).to(HELP), emoji="❔")


def decide_button(words: Words, table: Table) -> Button:
    """To the question that the game waits to be answered, or to the hand."""
    assert table.decider is not None
    assert table.game is not None
    address = Address(table.id, table.decider.seat, table.state_version)
    if isinstance(table.game.decision, ActionDecision):
        return Button(words._("Play"), address.to(DECIDE), Style.MAIN, "▶️")
    return Button(words._("Decide"), address.to(DECIDE), Style.MAIN, "⚖️")


def _actions(words: Words, table: Table) -> tuple[Button, ...]:
    """What whoever decides can do."""
    _ = words._
    game = table.game
    assert game is not None
    if not isinstance(game.decision, ActionDecision):
        return (decide_button(words, table),)
    mine = Address(table.id, game.decision.seat, table.state_version)
    if not game.actions_left:
        return (Button(_("End turn"), mine.to(do("end")), Style.MAIN, "⏭️"),)
    actions = [
        Button(_("Tile"), mine.to(TILE), Style.MAIN, "🔲"),
        Button(_("Leader"), mine.to(LEADER), Style.MAIN, "👑"),
        Button(_("Swap"), mine.to(SWAP), emoji="🔄"),
        Button(_("End turn"), mine.to(END), emoji="⏭️"),
    ]
    if game.catastrophes[game.active]:
        actions.insert(2, Button(_("Catastrophe"), mine.to(CATASTROPHE), emoji="💥"))
    return tuple(actions)


def _undo(words: Words, table: Table) -> tuple[Button, ...]:
    if table.undoable_by is None:
        return ()
    address = Address(table.id, table.seat_of(table.undoable_by), table.state_version)
    return (Button(words._("Undo"), address.to(UNDO), emoji="↩️"),)


def _hand(words: Words, table: Table) -> Button:
    return Button(words._("Hand"), Address(table.id).to(HAND), emoji="🖐️")


def _board(words: Words, table: Table) -> Button:
    return Button(words._("Board"), Address(table.id).to(BOARD), emoji="🗺️")


def _joined(actions: tuple[Button, ...], rest: tuple[Button, ...]) -> tuple[Row, ...]:
    """In one row if they fit: fewer lines on a phone."""
    if len(actions) + len(rest) <= 5:
        return ((*actions, *rest),)
    return (actions, rest)
