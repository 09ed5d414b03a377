"""Buttons and selects that several features show."""

from collections.abc import Collection, Iterable

from bot.content.message import Button, Link, Option, Row, Select, Style
from bot.content.names import jump_url
from bot.content.pressing import ANYWHERE, back_to, in_rows
from bot.domain.calls import call_number
from bot.domain.ended.review import imported_number
from bot.domain.player import Player
from bot.domain.public_numbers import PublicNumber
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.i18n import Words, public
from bot.i18n.options import board_label, option_explanation, option_name
from bot.intents import NO_GAME, Address, UserRequest, board
from bot.intents.again import PlayAgain
from bot.intents.games import SeeGames
from bot.intents.hints import SeeHintRule
from bot.intents.pace import SeePace
from bot.intents.planning import AskNote, Try
from bot.intents.preferences import SeeSettings, TryDirects
from bot.intents.proposals import SeeTable
from bot.intents.queue import SeeQueue
from bot.intents.review import SeeCourse, SeeStory
from bot.intents.rules import SeeLegend, SeeRule, SeeRules
from bot.intents.solo import SeeSolo
from bot.intents.turn import AskResign, Undo
from bot.teaching.rule_pages import page
from engine import LAYOUTS


def rows_for_all(words: Words, table: Table) -> tuple[Row, ...]:
    """The buttons below the last message of a game, for everybody.

    It is the same for every hand and every seat: it tells nothing.
    """
    if table.view is None:
        return ()
    if table.decider is None:
        see_more = Address(table.id).to(board.SeeEnded())
        more = Button(words.pgettext("button of a game", "More"), see_more)
        return ((again_button(words, table), story_button(words, table), more),)
    watch, log = watch_button(words, table), log_button(words, table)
    undo = undo_button(words, Address(table.id, seen=table.shown_version), "↩️")
    return ((desk_button(words, table), watch, undo, log), closer(words, table))


def rows_of_looking(words: Words, table: Table, seat: Seat | None) -> tuple[Row, ...]:
    """The buttons to other views of a game; to the desk for a player."""
    if table.view is None:
        return ()
    playing = seat is not None and table.decider is not None
    desk = (desk_button(words, table),) if playing else ()
    won = course_buttons(words, table)
    return ((*desk, *won, watch_button(words, table), log_button(words, table)),)


def rows_of_help(words: Words, table: Table, seat: Seat | None) -> tuple[Row, ...]:
    """The buttons under the help; empty before the game starts."""
    if table.view is None:
        return ()
    address = Address(table.id)
    points = words.pgettext("button of a game", "Points")
    score = Button(points, address.to(board.SeeScore()), emoji="🏆")
    watch, log = watch_button(words, table), log_button(words, table)
    if seat is None:
        return in_rows((watch, log))
    if table.status is not Status.RUNNING:
        return in_rows((watch, score, log))
    settings = settings_button(words, address)
    resign = Button(words._("Resign"), address.to(AskResign()), emoji="🏳️")
    return in_rows((watch, score, log, settings, resign, table_button(words, table)))


def table_button(words: Words, table: Table) -> Button:
    """To the page about the table."""
    request = Address(table.id).to(SeeTable())
    return Button(words.pgettext("button of a game", "Table"), request, emoji="👥")


def closer(words: Words, table: Table) -> tuple[Button, Button]:
    """The buttons of each board: to the board at twice the size, and to the legend."""
    return (zoom_button(words, Address(table.id)), legend_button(words, table.id))


def zoom_button(words: Words, address: Address, zoom: board.Zoom | None = None) -> Button:
    """To a part of the board at twice the size."""
    return Button(words._("Zoom"), address.to(zoom or board.Zoom()), emoji="🔍")


def legend_button(words: Words, game: int = NO_GAME) -> Button:
    """To the legend of pieces and signs."""
    return Button(words._("Legend"), Address(game).to(SeeLegend()), emoji="🔣")


def back(words: Words, table: Table) -> Button:
    """Back to the desk."""
    return back_to(words, Address(table.id).to(board.SeeDesk()))


def watch_button(words: Words, table: Table) -> Button:
    """To the board and the latest entries, for any user."""
    request = Address(table.id).to(board.SeeBoard())
    return Button(words.pgettext("button of a game", "Watch"), request, emoji="🗺️")


def log_button(words: Words, table: Table) -> Button:
    """To everything that has happened."""
    request = Address(table.id).to(board.SeeLog())
    return Button(words.pgettext("button of a game", "Log"), request, emoji="📜")


def missed_button(words: Words, table: Table) -> Button:
    """To the turns since the player's last one."""
    return Button(words._("What you missed"), Address(table.id).to(board.SeeMissed()), emoji="🎞️")


def turn_buttons(words: Words, back: UserRequest, on: UserRequest) -> tuple[Button, Button]:
    """Through turns that are over."""
    return (
        Button(words.pgettext("step", "Previous turn"), back, emoji="⏪"),
        Button(words.pgettext("step", "Next turn"), on, emoji="⏩"),
    )


def result_button(words: Words, table: Table) -> Button:
    """To the result of a game, with its record and replay."""
    request = Address(table.id).to(board.SeeResult())
    return Button(words.pgettext("button of a game", "Record"), request, emoji="🏁")


def course_button(words: Words, table: Table, *, turning: bool = False) -> Button:
    """To the course of a game that has ended; *turning* replaces the page that leads there."""
    label = words._("Where it was won")
    return Button(label, review_address(table).to(SeeCourse(turning=turning)), emoji="📈")


def review_address(table: Table) -> Address:
    """The address of looking back on a game that has ended, or on a record that was imported."""
    if table.id != NO_GAME:
        return Address(table.id)
    return Address(NO_GAME, seen=PublicNumber(imported_number(table.created_at)))


def story_button(words: Words, table: Table, *, turning: bool = False) -> Button:
    """To the story of a game that has ended; *turning* replaces the page that leads there."""
    request = review_address(table).to(SeeStory(turning=turning))
    return Button(words.pgettext("button of a game", "Story"), request, emoji="📚")


def course_buttons(words: Words, table: Table) -> tuple[Button, ...]:
    """To the course of a game, if it has ended."""
    return (course_button(words, table),) if table.has_ended else ()


def again_button(words: Words, table: Table) -> Button:
    """To play a game that has ended again."""
    return Button(words._("Play again"), Address(table.id).to(PlayAgain()), Style.MAIN, "🔁")


def help_button(words: Words, table: Table) -> Button:
    """To the help."""
    return Button(words._("Help"), Address(table.id).to(board.Help()), emoji="❔")


def games_button(words: Words, table: Table) -> Button:
    """To the user's games. It works wherever it is, even after its own game is deleted."""
    return Button(words._("Your games"), games_request(table), emoji="🗂️")


def games_request(table: Table) -> UserRequest:
    """The request of the games button, by which its message is found again."""
    return Address(table.id).to(SeeGames())


def settings_button(words: Words, address: Address) -> Button:
    """To the user's settings, for a game or for all."""
    return Button(words._("Settings"), address.to(SeeSettings()), emoji="🔔")


def desk_button(words: Words, table: Table, called: Player | None = None) -> Button:
    """Opens the desk of the user who presses. Under a call it differs from call to call."""
    number, again = (None, 0) if called is None else call_number(table, called)
    request = Address(table.id, seen=number).to(board.SeeDesk(again))
    return Button(words.pgettext("button of a game", "Desk"), request, Style.MAIN, "🖐️")


def try_directs_button(words: Words, table: Table) -> Button:
    """To direct messages, for a user who had them closed."""
    return Button(words._("Message me again"), Address(table.id).to(TryDirects()), emoji="✉️")


def directs_link(words: Words, table: Table) -> Link:
    """To the direct messages in which a game is played."""
    assert table.home is not None
    return Link(words._("Open direct messages"), jump_url(None, table.home.channel_id))


def undo_button(words: Words, address: Address, sign: str | None = None) -> Button:
    """To take the last decision back."""
    return Button(words._("Undo"), address.to(Undo()), emoji=sign)


def rules_button(words: Words) -> Button:
    """To the contents of the rules."""
    return Button(words._("Rules"), ANYWHERE.to(SeeRules()), emoji="📖")


def rule_button(
    words: Words, name: str, number: str = "", *, address: Address = ANYWHERE
) -> Button:
    """To a page of the rules, behind the *number* of the rule in question: ``R5.1 Placing…``.

    The *address* distinguishes it from another one below the same message.
    """
    label = f"{number} {words._(page(name).title)}".strip()
    return Button(label, address.to(SeeRule(name)), emoji="📖")


HINT_SIGN = public("🧭")


def hint_rule_button(words: Words, table: Table) -> Button:
    """To the rule for hints."""
    return Button(words._("Hints"), Address(table.id).to(SeeHintRule()), emoji=HINT_SIGN)


def pace_button(words: Words, table: Table) -> Button:
    """To the pace of a table."""
    return Button(words._("Pace"), Address(table.id).to(SeePace()), emoji="⏳")


def solo_button(words: Words) -> Button:
    """To the choices for a game alone."""
    return Button(words._("Play alone"), ANYWHERE.to(SeeSolo()), emoji="🤖")


def queue_button(words: Words) -> Button:
    """To what the user can wait for in the queue of the server."""
    return Button(words._("Find a table"), ANYWHERE.to(SeeQueue()), emoji="🪑")


NOTE_SIGN = "📝"


def note_button(words: Words, seat: Seat) -> Button:
    """To the player's note."""
    request = Address(seat.table.id, seat.number).to(AskNote())
    return Button(words._("Note"), request, emoji=NOTE_SIGN)


def try_button(words: Words, seat: Seat) -> Button:
    """To decisions that count for nothing, from the position as it is now."""
    request = Address(seat.table.id, seat.number).to(Try())
    return Button(words.pgettext("button of a game", "Try"), request, emoji="🧪")


def board_select(words: Words, request: UserRequest, chosen: str) -> Select:
    """A select of all boards, by their names."""
    boards = tuple(
        Option(
            board_label(words, layout.name),
            layout.name,
            words.ngettext("{count} treasure", "{count} treasures", layout.treasures),
            chosen=layout.name == chosen,
        )
        for layout in LAYOUTS.values()
    )
    return Select(words._("Board …"), request, boards)


def option_select(
    words: Words,
    placeholder: str,
    request: UserRequest,
    offered: Iterable[str],
    chosen: Collection[str],
) -> Select:
    """A select of any of the *offered* options of the game, or none."""
    options = tuple(
        Option(
            option_name(words, option),
            option,
            option_explanation(words, option),
            chosen=option in chosen,
        )
        for option in offered
    )
    return Select(placeholder, request, options, least=0, most=len(options))
