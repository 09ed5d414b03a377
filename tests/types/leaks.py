"""Every line that ends in ``# leak`` must be refused by mypy, and no other. It is never run.

A ``Table`` is what everybody may know, a ``Seat`` what one player may, a ``Game`` everything.
``PublicContent`` may go anywhere, any other ``Content`` to one user.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from bot.changes import Change
from bot.content.ending import outcome_line, standings_line, winner_line
from bot.content.message import Content, Desk, Picture, PublicContent, PublicPicture
from bot.content.names import Names, final_thread_name, plain_names
from bot.content.pictures import (
    board_picture,
    desk_picture,
    ratings_picture,
    shared_picture,
    turn_picture,
    turns_picture,
)
from bot.counting import Counts, Duration, ThoughtOutcome
from bot.delivery import DeskPost, Post, PublicPost, SealPost, ToHome, ToUser
from bot.desk.desk_page import desk_page
from bot.domain.ended.review import Playback, Review
from bot.domain.entries import Announced, FullAction, FullStart, as_public
from bot.domain.player import Person
from bot.domain.queue import Wish
from bot.domain.seat import Everyone, Outcome, Seat, Visit
from bot.domain.table import Table, Turn
from bot.engine_worker.lanes import Lane
from bot.features.again import opened_again
from bot.features.board import board_page, log_page
from bot.features.hints import hint_rule_page
from bot.features.lobby.lobby_post import computers_changed, lobby
from bot.features.lobby.set_up import people_page
from bot.features.queue import queue_page, queue_post
from bot.features.server.board_page import board_page as server_board
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.alt_text import describe_board
from bot.intents import Address
from bot.intents.board import Part
from bot.parts.buttons import rows_for_all
from bot.parts.in_words import in_words_page
from bot.parts.log_lines import entry_lines, log_lines, turn_text
from bot.parts.rating import hints_or_rated_line, provisional_text, rating_text
from bot.parts.result import hints_line, places_line, result
from bot.parts.solo import desk_if_closed, solo_begun
from bot.parts.status_line import status_line
from bot.parts.story_texts import story_lines
from bot.parts.turn.spaces import zoom_page
from bot.posts.game_messages import current_turn, past_turn
from bot.store import RatingRow
from bot.use_cases import BoardGames, OwnWait, Services, ToHint
from engine import EndTurn, Game, Hand, PublicView, Story, letters
from render import hand_png

Record = Callable[[], Awaitable[str]]


async def what_services_read(services: Services, table: Table) -> None:
    board_page(Words(), await services.games.get(table.id))
    await services.games.everyone(table.id)  # leak
    await services.visits.everyone(table.id)  # leak
    (await services.visits.of(table.id, 1)).seats[1]  # leak
    repr((await services.games.get(table.id)).game)  # leak


def the_board_of_a_server(words: Words, games: BoardGames, seat: Seat) -> None:
    server_board(words, games, (words.ngettext("{count}", "{count}", 1),))
    server_board(words, games, (str(seat.view.hand),))  # leak
    server_board(words, BoardGames([seat], 0, {}))  # leak


def who_waits(words: Words, own: OwnWait) -> None:
    PublicPost("queue", ToHome(), "", content=queue_post(words, [Wish()]))
    PublicPost("queue", ToHome(), "", content=queue_page(words, own, []))  # leak


def a_number_of_the_log_on_a_button(table: Table) -> None:
    Address(table.id, seen=table.shown_version)
    Address(table.id, seen=table.state_version)  # leak
    Address(table.id, seen=table.version)  # leak


def a_seat_for_everybody(words: Words, seat: Seat, turn: Turn, record: Record) -> None:
    board_page(words, seat)  # leak
    board_picture(words, seat, "board")  # leak
    current_turn(words, seat, "turn")  # leak
    final_thread_name(seat)  # leak
    hint_rule_page(words, seat)  # leak
    hints_line(words, seat)  # leak
    hints_or_rated_line(words, seat)  # leak
    lobby(words, seat)  # leak
    people_page(words, seat)  # leak
    computers_changed(words, seat, seat)  # leak
    opened_again(words, seat, seat, 1)  # leak
    outcome_line(words, seat)  # leak
    standings_line(words, seat)  # leak
    winner_line(words, seat)  # leak
    in_words_page(words, seat)  # leak
    log_page(words, seat, turn.entries)  # leak
    past_turn(words, seat, turn, "turn")  # leak
    places_line(words, seat)  # leak
    result(words, seat, "result", record)  # leak
    shared_picture(words, seat, "result")  # leak
    rows_for_all(words, seat)  # leak
    solo_begun(words, seat, here=True)  # leak
    status_line(words, seat)  # leak
    turn_picture(words, seat, turn, seat.player)  # leak
    turn_text(words, seat, turn)  # leak
    turns_picture(words, seat, [turn], turn_text(words, seat.table, turn), seat.player)  # leak
    zoom_page(words, seat, Part.IN_QUESTION)  # leak


def a_rating_by_a_name_of_unknown_origin(words: Words, table: Table, name: str) -> None:
    rated = [(datetime(2026, 1, 1, tzinfo=UTC), 1500, 90, True)]
    ratings_picture(words, [(plain_names(table)[0], rated)], "rating")
    ratings_picture(words, [(name, rated)], "rating")  # leak


def a_rating_that_its_user_may_hide(words: Words, row: RatingRow) -> None:
    PublicContent(rating_text(words, row))  # leak
    PublicContent(provisional_text(words, row))  # leak


def more_than_everybody_may_know(words: Words, everyone: Everyone, visit: Visit) -> None:
    lobby(words, everyone)  # leak
    board_page(words, visit)  # leak
    lobby(words, everyone.table)
    board_page(words, visit.table)


def a_view_for_a_view(words: Words, game: Game, seat: Seat) -> PublicView:
    names = ("Anna", "Ben")
    describe_board(words, game.view(None), names)
    describe_board(words, game.view(0), names)  # leak
    describe_board(words, seat.view, names)  # leak
    describe_board(words, game.open_view(), names)  # leak
    describe_board(words, game, names)  # leak
    return seat.view  # leak


def what_is_not_there(table: Table, seat: Seat) -> None:
    print(table.view)
    print(table.game)  # leak
    print(table.seats)  # leak
    print(seat.game)  # leak
    print(seat.view.own_hand)


def what_only_a_player_may_see(words: Words, table: Table, seat: Seat) -> None:
    desk_page(words, seat)
    desk_page(words, table)  # leak
    desk_picture(words, seat, "desk")
    desk_picture(words, table, "desk")  # leak
    desk_if_closed(words, Visit(table, seat))
    desk_if_closed(words, table)  # leak
    Desk(table)  # leak


def a_desk_for_everybody(words: Words, table: Table, seat: Seat) -> None:
    PublicPost("turn", ToHome(), "", content=lobby(words, table))
    PublicPost("turn", ToHome(), "", content=desk_page(words, seat))  # leak
    PublicPost("turn", ToHome(), "", content=board_page(words, table, seat))  # leak
    PublicPost("turn", ToHome(), "", content=seat)  # leak
    Post("turn", ToHome(), "", content=seat)  # leak
    SealPost("seal", ToHome(), "", make=lambda: lobby(words, table))
    SealPost("seal", ToHome(), "", make=lambda: desk_page(words, seat))  # leak
    DeskPost("desk", ToUser(1), "", make=lambda: desk_page(words, seat))
    DeskPost("desk", ToHome(), "", make=lambda: desk_page(words, seat))  # leak


def a_hand_in_public_content(words: Words, table: Table, seat: Seat, hand: str) -> PublicContent:
    page = lobby(words, table)
    public_hand: PublicText = words.tiles(seat.view.own_hand)  # leak
    PublicContent(words._("{hand}", hand=hand))  # leak
    PublicContent(words.ngettext("{hand}", "{hand}", 1, hand=hand))  # leak
    PublicContent(words.listed([hand]))  # leak
    PublicContent(words.listed(seat.view.own_hand))  # leak
    PublicContent(join_texts("\n", [page.text, hand]))  # leak
    PublicContent(public("{hand}", hand=seat.view.own_hand))  # leak
    PublicContent(page.text, desk_picture(words, seat, "desk"))  # leak
    PublicContent(page.text, Picture("board", hand, bytes))  # leak
    PublicContent(desk_page(words, seat).text)  # leak
    PublicContent(public_hand)
    return page.with_text_before(hand)  # leak


def what_was_drawn(outcome: Outcome, change: Change) -> None:
    Content(str(outcome.drawn))  # says only "<hidden>"
    PublicContent(str(outcome.drawn))  # leak
    change.then(Announced(about="pace"))
    change.then(Announced(about=outcome.drawn))  # leak


def entries_with_what_is_hidden(
    table: Table, start: FullStart, swap: FullAction, names: Names
) -> None:
    entry_lines(Words(), table, as_public(swap), names)
    entry_lines(Words(), table, swap, names)  # leak
    log_lines(Words(), table, [start])  # leak
    repr(as_public(start).bag)  # leak


def a_story_with_what_is_hidden(words: Words, story: Story, seat: Seat) -> None:
    story_lines(words, seat, story)  # leak


def a_hand_made_of_numbers(hand: Hand) -> Hand:
    Hand((1, 2, 3, 0))
    return 1, 2, 3, 0  # leak


def a_game_that_may_go_on(table: Table, playback: Playback) -> None:
    Review(table, playback)  # leak


async def what_another_has_set(services: Services, table: Table, me: Person) -> None:
    other = table.players[1].user_id
    assert other is not None
    await services.preferences.standing_orders(me.user_id, table.id)
    await services.preferences.standing_orders(other, table.id)  # leak
    await services.preferences.habits(other)  # leak
    await services.vacations.times_of(other)  # leak
    await services.personal_data.read(other)  # leak
    await services.visits.of(table.id, me.user_id)
    await services.visits.of(table.id, other)  # leak
    await services.visits.of(table.id, table.opener_id)  # leak
    await services.hints.to_hint(table.id, other)  # leak
    await services.play.act(table.id, other, EndTurn())  # leak


def a_label_of_a_metric(counts: Counts, seat: Seat, name: str) -> None:
    counts.time(Duration.THOUGHT, 0.5, Lane.PLAY, ThoughtOutcome.ANSWERED)
    counts.time(Duration.THOUGHT, 0.5, letters(seat.view.own_hand))  # leak
    counts.time(Duration.THOUGHT, 0.5, name)  # leak
    counts.thought(name, 0.5, answered=True)  # leak
    counts.count(name)  # leak


def a_picture_for_everybody(words: Words, table: Table, seat: Seat, hand: str) -> None:
    public_alt, desk = words._("The board."), desk_picture(words, seat, "desk")
    board = board_picture(words, table, "board")
    PublicPicture("board", public_alt, board.draw)
    PublicPicture("board", public_alt, desk.draw)  # leak
    PublicPicture("board", public_alt, lambda: hand_png(seat.view, ["Anna"]))  # leak
    PublicPicture("board", hand, board.draw)  # leak
    PublicPicture("board", desk.alt, board.draw)  # leak


def a_seed_in_a_text(asked: ToHint) -> None:
    public("{seed}", seed=asked.seed)  # leak
