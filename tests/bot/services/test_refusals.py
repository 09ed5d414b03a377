"""Everything that a use case refuses: it says why, and changes nothing."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    act_at_random,
    another,
    decider,
    ended,
    everything,
    running,
)

from bot.domain import Person, Refusal, Refused
from bot.domain.pace import PACES, Limit, Pace, Reminders
from bot.services import GameLimits, Services
from engine import EndTurn

Case = Callable[[Services], Awaitable[Callable[[], Awaitable[object]]]]
CASES: list[tuple[Refusal, str, Case]] = []


def refuses(refusal: Refusal, sentence: str) -> Callable[[Case], Case]:
    """A case prepares a table and answers the use case to be refused."""

    def note(case: Case) -> Case:
        CASES.append((refusal, sentence, case))
        return case

    return note


def naming(name: str) -> Case:
    async def case(services: Services) -> Callable[[], Awaitable[object]]:
        return lambda: services.opening.open(ANNA, PLACE, name)

    return case


def giving(word: str) -> Case:
    async def case(services: Services) -> Callable[[], Awaitable[object]]:
        table = await services.opening.open(ANNA, PLACE, "Ur")
        return lambda: services.sealing.give_word(table.id, ANNA, word)

    return case


def announcing(text: str) -> Case:
    async def case(services: Services) -> Callable[[], Awaitable[object]]:
        return lambda: services.announcements.write(text)

    return case


for name in ["", " \n ", "\u200d"]:
    refuses(Refusal.NAME_EMPTY, "A game needs a name.")(naming(name))
refuses(Refusal.NAME_TOO_LONG, "That name is too long. Character limit: 60.")(naming("x" * 61))
for name in ["@everyone", "to @here!", "<@123>", "<@!123>", "<@&123>", "<#123>", "@Everyone"]:
    refuses(Refusal.NAME_MENTIONS, "A game's name can't mention a person, a role or a channel.")(
        naming(name)
    )
for name in ["two\nlines", "a\x00b", "a\x1bb", "right\u202eleft", "line\u2028break", "a\u200bb"]:
    refuses(Refusal.NAME_CONTROL, "A game's name can't have line breaks or control characters.")(
        naming(name)
    )
for text in ["", "  ", "two\nlines", "a\x00b", "\u200d", "x" * 65, "\ud800"]:
    refuses(Refusal.WORD_INVALID, "Write something visible, on one line. Character limit: 64.")(
        giving(text)
    )
for text in ["", " \n ", "\u200d"]:
    refuses(Refusal.ANNOUNCEMENT_EMPTY, "That's empty. Write what to announce.")(announcing(text))


@refuses(Refusal.UNKNOWN_BOARD, "There's no board called round. Choose classic or advanced.")
async def unknown_board(services):
    return lambda: services.opening.open(ANNA, PLACE, "Ur", board="round")


@refuses(Refusal.UNKNOWN_OPTION, "There's no option called chess. Choose one from the list.")
async def unknown_option(services):
    return lambda: services.opening.open(ANNA, PLACE, "Ur", options=["chess"])


@refuses(
    Refusal.OPENED_MANY,
    "You've reached your limit of games: 25. Leave one, or wait until one ends.",
)
async def one_game_too_many(services):
    for _ in range(25):
        await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.opening.open(ANNA, PLACE, "Ur")


@refuses(
    Refusal.MANY_IN_SERVER,
    "This server has reached its limit of games: 2. Join one, or wait until one ends.",
)
async def one_game_too_many_for_the_server(services):
    services = another(services, Random(7), GameLimits(per_server=2))
    for person in (ANNA, BEN):
        await services.opening.open(person, PLACE, "Ur")
    return lambda: services.opening.open(CORA, PLACE, "Ur")


@refuses(Refusal.SEATS, "A game has two to four seats.")
async def one_seat(services):
    return lambda: services.opening.open(ANNA, PLACE, "Ur", seats=1)


@refuses(Refusal.SEATS, "A game has two to four seats.")
async def five_seats(services):
    return lambda: services.opening.open(ANNA, PLACE, "Ur", seats=5)


for verb in ("get", "history", "record"):

    def unknown_game(services, verb=verb):
        async def prepare():
            return lambda: getattr(services.games, verb)(99)

        return prepare()

    refuses(Refusal.UNKNOWN_GAME, "I can't find that game. `/games` lists yours.")(unknown_game)


@refuses(Refusal.UNKNOWN_GAME, "I can't find that game. `/games` lists yours.")
async def joining_nothing(services):
    return lambda: services.lobbies.join(99, ANNA)


@refuses(Refusal.UNKNOWN_GAME, "I can't find that game. `/games` lists yours.")
async def acting_nowhere(services):
    return lambda: services.play.act(99, ANNA.user_id, EndTurn())


@refuses(Refusal.ALREADY_JOINED, "You already play in Ur.")
async def joining_twice(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.join(table.id, ANNA)


@refuses(Refusal.GAME_FULL, "Ur is full. `/games` lists open lobbies.")
async def joining_a_full_table(services):
    table = await running(services, 2)
    return lambda: services.lobbies.join(table.id, CORA)


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def joining_too_late(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.start(table.id, ANNA)
    return lambda: services.lobbies.join(table.id, CORA)


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def leaving_too_late(services):
    table = await running(services, 2)
    return lambda: services.lobbies.leave(table.id, BEN)


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def starting_twice(services):
    table = await running(services, 2)
    return lambda: services.lobbies.start(table.id, ANNA)


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def leaving_where_one_is_not(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.leave(table.id, BEN)


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def acting_for_others(services):
    table = await running(services)
    return lambda: services.play.act(table.id, DAN.user_id, EndTurn())


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def undoing_for_others(services):
    table = await running(services)
    return lambda: services.play.undo(table.id, DAN.user_id)


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def resigning_for_others(services):
    table = await running(services)
    return lambda: services.play.resign(table.id, DAN.user_id)


CONFIGURING = "Only Anna can set up Ur."


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def configuring_for_others(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.lobbies.configure(table.id, BEN, "classic", ["ziggurat"])


@refuses(Refusal.UNKNOWN_OPTION, "There's no option called chess. Choose one from the list.")
async def configuring_what_is_unknown(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.configure(table.id, ANNA, "classic", ["ziggurat", "chess"])


for text in ["", " \n ", "\u200d"]:
    refuses(Refusal.ANNOUNCEMENT_EMPTY, "That's empty. Write what to announce.")(announcing(text))


@refuses(Refusal.UNKNOWN_BOARD, "There's no board called round. Choose classic or advanced.")
async def configuring_an_unknown_board(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.configure(table.id, ANNA, "round", [])


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def configuring_too_late(services):
    table = await running(services)
    return lambda: services.lobbies.configure(table.id, ANNA, "advanced", [])


@refuses(Refusal.FEWER_SEATS, "Ur has more players than that. Remove a player first.")
async def fewer_seats_than_people(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    for person in (BEN, CORA):
        await services.lobbies.join(table.id, person)
    return lambda: services.lobbies.configure(table.id, ANNA, seats=2)


@refuses(Refusal.SEATS, "A game has two to four seats.")
async def more_seats_than_there_are(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.configure(table.id, ANNA, seats=5)


@refuses(Refusal.NAME_EMPTY, "A game needs a name.")
async def renaming_to_nothing(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.configure(table.id, ANNA, name="  ")


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def renaming_for_others(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.lobbies.configure(table.id, BEN, name="Kish")


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def taking_out_for_others(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.lobbies.take_out(table.id, BEN, ANNA.user_id)


@refuses(Refusal.TAKES_ONESELF_OUT, "To leave Ur, press Leave in its lobby.")
async def taking_oneself_out(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.take_out(table.id, ANNA, ANNA.user_id)


@refuses(Refusal.NOT_AT_TABLE, "That player is no longer in Ur.")
async def taking_nobody_out(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.take_out(table.id, ANNA, BEN.user_id)


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def taking_out_too_late(services):
    table = await running(services)
    return lambda: services.lobbies.take_out(table.id, ANNA, BEN.user_id)


@refuses(Refusal.ONLY_INVITED, "Ur is by invitation only. Ask Anna to invite you.")
async def joining_uninvited(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    await services.invitations.invite(table.id, ANNA, [BEN.user_id])
    return lambda: services.lobbies.join(table.id, CORA)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def inviting_for_others(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.invitations.invite(table.id, BEN, [CORA.user_id])


@refuses(Refusal.BOT_CHOSEN, "Bots can't play. Choose a person.")
async def inviting_a_bot(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.invitations.invite(table.id, ANNA, [BEN.user_id], bots=True)


@refuses(
    Refusal.TOO_MANY_INVITED,
    "You've reached your limit of invitations: 25. Wait until some are answered.",
)
async def inviting_too_many(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.invitations.invite(table.id, ANNA, range(26))


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def drawing_for_others(services):
    table = await running(services, options=["display"])
    return lambda: services.play.draw_the_rest(table.id, DAN.user_id, always=True)


@refuses(Refusal.NOT_STARTED, "Ur hasn't started yet.")
async def choosing_how_to_draw_too_early(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", options=["display"])
    return lambda: services.play.draw_by_choice(table.id, ANNA.user_id)


@refuses(
    Refusal.NOT_FROM_BAG, "In Ur you choose where to draw each time. There is nothing to change."
)
async def asking_to_choose_who_already_does(services):
    table = await running(services, options=["display"])
    waiting = next(player for player in table.players if player != table.decider)
    return lambda: services.play.draw_by_choice(table.id, waiting.user_id)


@refuses(Refusal.ONLY_OPENER_STARTS, "Only Anna can start Ur.")
async def starting_for_others(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.lobbies.start(table.id, BEN)


@refuses(
    Refusal.TOO_FEW_PLAYERS,
    "Ur needs at least two players to start. Invite a player or add a computer.",
)
async def starting_alone(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.lobbies.start(table.id, ANNA)


@refuses(Refusal.NOT_STARTED, "Ur hasn't started yet.")
async def acting_too_early(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.play.act(table.id, ANNA.user_id, EndTurn())


@refuses(Refusal.NOT_STARTED, "Ur hasn't started yet.")
async def a_record_of_nothing(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return lambda: services.games.record(table.id)


@refuses(Refusal.CANCELLED, "Ur was cancelled.")
async def joining_a_cancelled_table(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.leave(table.id, ANNA)
    return lambda: services.lobbies.join(table.id, ANNA)


@refuses(Refusal.GAME_OVER, "Ur is over.")
async def acting_too_late(services):
    table = await ended(services)
    return lambda: services.play.act(table.id, ANNA.user_id, EndTurn())


@refuses(Refusal.NOT_OVER, "Ur isn't over yet. Its record would reveal hidden information.")
async def a_record_too_early(services):
    table = await running(services)
    return lambda: services.games.record(table.id)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, "Only Anna can set up Ur.")
async def a_pace_chosen_by_somebody_else(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return lambda: services.paces.choose(table.id, BEN, PACES["daily"])


@refuses(Refusal.ALREADY_STARTED, "Ur has already started.")
async def a_pace_chosen_late(services):
    table = await running(services)
    return lambda: services.paces.choose(table.id, ANNA, PACES["daily"])


def pacing(pace: Pace) -> Case:
    async def case(services: Services) -> Callable[[], Awaitable[object]]:
        table = await services.opening.open(ANNA, PLACE, "Ur")
        return lambda: services.paces.choose(table.id, ANNA, pace)

    return case


DAY = timedelta(days=1)
for wrong in (
    Pace(limit=Limit(timedelta(seconds=59))),
    Pace(limit=Limit(timedelta(0), 3 * DAY)),
    Pace(limit=Limit(30 * DAY + timedelta(seconds=1))),
    Pace(Reminders(timedelta(seconds=59), DAY)),
    Pace(Reminders(DAY, 31 * DAY)),
):
    refuses(Refusal.TIME_RANGE, "Reminders and decision times go from 1 minute to 30 days.")(
        pacing(wrong)
    )
for bank in (timedelta(seconds=59), 61 * DAY):
    refuses(Refusal.BANK_RANGE, "A time bank goes from 1 minute to 60 days.")(
        pacing(Pace(limit=Limit(DAY, bank)))
    )


@refuses(Refusal.NOT_PLAYED_ON, "You've left Ur. You can't decide there any more.")
async def acting_after_resigning(services):
    table = await running(services)
    await services.play.resign(table.id, BEN.user_id)
    return lambda: services.play.act(table.id, BEN.user_id, EndTurn())


@refuses(Refusal.NOT_PLAYED_ON, "You've left Ur. You can't decide there any more.")
async def resigning_twice(services):
    table = await running(services)
    await services.play.resign(table.id, BEN.user_id)
    return lambda: services.play.resign(table.id, BEN.user_id)


@refuses(Refusal.STALE, "The game has moved on since then. Look at the board again.")
async def pressing_an_old_button(services):
    table = await running(services)
    await services.play.act(table.id, decider(table), EndTurn())
    return lambda: services.play.act(
        table.id, table.player(1).user_id, EndTurn(), table.state_version
    )


@refuses(Refusal.STALE, "The game has moved on since then. Look at the board again.")
async def undoing_with_an_old_button(services):
    table = await a_turn_with_an_undoable_decision(services)
    return lambda: services.play.undo(table.id, table.undoer.user_id, table.state_version - 1)


@refuses(Refusal.NOTHING_TO_UNDO, "There's nothing to undo yet.")
async def undoing_the_start(services):
    table = await running(services)
    return lambda: services.play.undo(table.id, decider(table))


@refuses(Refusal.UNDO_REVEALED, "You can't undo that: it revealed hidden information.")
async def undoing_the_end_of_a_turn(services):
    table = await running(services)
    await services.play.act(table.id, decider(table), EndTurn())
    return lambda: services.play.undo(table.id, decider(table))


async def a_turn_with_an_undoable_decision(services):
    table = await running(services)
    while table.undoer is None:
        table = (await act_at_random(services, table, Random(1))).table
    return table


# --- who is asked by name to join ----------------------------------------------------------------


async def asked(services):
    """A table of three at which Anna sits, and Ben is asked to join."""
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    return await services.invitations.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.INVITES_ONESELF, "You already play in Ur. Invite another player.")
async def asking_oneself(services):
    table = await asked(services)
    return lambda: services.invitations.ask_also(table.id, ANNA, ANNA.user_id)


@refuses(Refusal.SITS_THERE, "Ben already plays in Ur.")
async def asking_somebody_at_the_table(services):
    table = await asked(services)
    await services.lobbies.join(table.id, BEN)
    return lambda: services.invitations.ask_also(table.id, ANNA, BEN.user_id)


@refuses(
    Refusal.ALREADY_INVITED, "You've already invited that player to Ur. They haven't answered yet."
)
async def asking_twice(services):
    table = await asked(services)
    return lambda: services.invitations.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.HAS_DECLINED, "That player declined to play in Ur. I won't ask again.")
async def asking_who_has_declined(services):
    table = await asked(services)
    await services.invitations.decline(table.id, BEN.user_id)
    return lambda: services.invitations.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.HAS_DECLINED, "That player declined to play in Ur. I won't ask again.")
async def asking_who_has_declined_with_others(services):
    table = await asked(services)
    await services.invitations.decline(table.id, BEN.user_id)
    return lambda: services.invitations.ask(table.id, ANNA, [BEN.user_id, CORA.user_id])


@refuses(Refusal.BOT_CHOSEN, "Bots can't play. Choose a person.")
async def asking_a_bot(services):
    table = await asked(services)
    return lambda: services.invitations.ask_also(table.id, ANNA, None)


@refuses(Refusal.NO_SEAT_TO_KEEP, "Ur doesn't have that many empty seats. No one was invited.")
async def asking_more_than_there_are_seats(services):
    table = await asked(services)
    return lambda: services.invitations.ask(
        table.id, ANNA, [BEN.user_id, CORA.user_id, DAN.user_id]
    )


@refuses(Refusal.NOT_IN_GAME, "You don't play in Ur.")
async def asking_as_a_stranger(services):
    table = await asked(services)
    return lambda: services.invitations.ask_also(table.id, CORA, DAN.user_id)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, "Only Anna can set up Ur.")
async def asking_somebody_to_a_table_of_others(services):
    table = await asked(services)
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    return lambda: services.invitations.ask_also(table.id, BEN, CORA.user_id)


@refuses(Refusal.NOT_INVITED, "You have no invitation to Ur that you could answer.")
async def declining_unasked(services):
    table = await asked(services)
    return lambda: services.invitations.decline(table.id, CORA.user_id)


@refuses(
    Refusal.SEATS_KEPT,
    "I'm keeping the empty seats in Ur for invited players until they answer.",
)
async def joining_where_a_seat_is_kept(services):
    table = await asked(services)
    await services.lobbies.join(table.id, CORA)
    return lambda: services.lobbies.join(table.id, DAN)


@refuses(
    Refusal.FEWER_SEATS_KEPT,
    "Ur is keeping seats for invited players. Choose more seats.",
)
async def fewer_seats_than_are_kept(services):
    table = await asked(services)
    await services.lobbies.join(table.id, CORA)
    return lambda: services.lobbies.configure(table.id, ANNA, seats=2)


# --- seats that pass ------------------------------------------------------------------------------


async def offering(services, to=None):
    """A game of three of which the first seat is offered; and its player."""
    table = await running(services)
    player = table.player(0)
    person = Person(player.user_id, player.name)
    return await services.seats.offer(table.id, person, to), person


def takes(services, table, person, seen=None):
    return lambda: services.seats.take(table.id, person, 0, seen or table.player(0).offered_seq)


EVE = Person(DAN.user_id + 1, "Eve")


@refuses(Refusal.PLAYS_THERE, "That seat in Ur already belongs to this player.")
async def offering_a_seat_to_oneself(services):
    table, person = await offering(services)
    return lambda: services.seats.offer(table.id, person, person.user_id)


@refuses(Refusal.PLAYS_THERE, "That seat in Ur already belongs to this player.")
async def taking_the_own_seat(services):
    table, person = await offering(services)
    return takes(services, table, person)


@refuses(Refusal.SEEN_ANOTHER_HAND, "You've seen another hand in Ur, so you can't take that seat.")
async def offering_a_seat_to_another_player(services):
    table, person = await offering(services)
    return lambda: services.seats.offer(table.id, person, table.player(1).user_id)


@refuses(Refusal.BOT_CHOSEN, "Bots can't play. Choose a person.")
async def offering_a_seat_to_a_bot(services):
    table, person = await offering(services)
    return lambda: services.seats.offer(table.id, person, bot=True)


@refuses(Refusal.NOT_OFFERED, "Your seat in Ur isn't on offer.")
async def keeping_what_is_not_offered(services):
    table, _ = await offering(services)
    return lambda: services.seats.keep(table.id, table.player(1).user_id)


@refuses(Refusal.SEAT_FOR_ANOTHER, "That seat in Ur is offered to another player.")
async def taking_what_is_offered_to_another(services):
    table, _ = await offering(services, EVE.user_id)
    return takes(services, table, DAN)


@refuses(Refusal.SEAT_FOR_ANOTHER, "That seat in Ur is offered to another player.")
async def refusing_what_is_offered_to_another(services):
    table, _ = await offering(services, EVE.user_id)
    seen = table.player(0).offered_seq
    return lambda: services.seats.refuse(table.id, DAN.user_id, 0, seen)


@refuses(Refusal.SEAT_NOT_FREE, "That seat in Ur isn't empty any more.")
async def taking_what_was_offered_before(services):
    table, person = await offering(services)
    before = table
    await services.seats.offer(table.id, person, EVE.user_id)
    return takes(services, before, EVE)


@refuses(Refusal.SEAT_NOT_FREE, "That seat in Ur isn't empty any more.")
async def taking_a_seat_that_there_is_not(services):
    table, _ = await offering(services)
    return lambda: services.seats.take(table.id, DAN, 3, 1)


@refuses(Refusal.GAME_OVER, "Ur is over.")
async def taking_a_seat_too_late(services):
    table, _ = await offering(services)
    for player in table.players[1:]:
        await services.play.resign(table.id, player.user_id)
    return takes(services, table, EVE)


@refuses(Refusal.SEEN_ANOTHER_HAND, "You've seen another hand in Ur, so you can't take that seat.")
async def taking_a_second_seat(services):
    table, _ = await offering(services)
    other = table.player(1)
    return takes(services, table, Person(other.user_id, other.name))


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("refusal", "sentence", "case"), CASES, ids=[refusal.name for refusal, _, _ in CASES]
)
async def test_refused_with_a_sentence_and_harmless(services, store, refusal, sentence, case):
    use_case = await case(services)
    before = await everything(store)
    with pytest.raises(Refused) as caught:
        await use_case()
    assert caught.value.refusal is refusal
    assert str(caught.value) == sentence
    assert await everything(store) == before


def test_every_refusal_is_tested():
    elsewhere = {
        Refusal.UNDO_NOT_YOURS,  # test_undo.py
        Refusal.UNDO_AUTOMATIC,
        Refusal.OTHERS_WANT_IT,  # test_seats.py
        Refusal.PLAYED_ALONE,  # test_solo.py
        Refusal.BEGUN_ALREADY,
        Refusal.UNREADABLE,  # test_damaged_games.py
        Refusal.TELLS_EVERYBODY,  # those of roles: journeys/test_lobby.py
        Refusal.ROLE_NOT_YOURS,
        Refusal.ROLE_NOT_MINE,
        Refusal.NOT_LOST,  # test_delivery_of_lost_places.py
        Refusal.OTHER_SERVER,
        Refusal.NOTHING_LOST,  # journeys/test_servers.py
        Refusal.SILENCED,  # those of what is set for a server: test_server_rules.py
        Refusal.OPENED_BY_ROLES,
        Refusal.OPENED_ELSEWHERE,
        Refusal.OPENED_MANY_HERE,
        Refusal.OPTIONS_NOT_HERE,
        Refusal.PACE_NOT_HERE,
        Refusal.UNKNOWN_PACE,
        Refusal.UNKNOWN_ZONE,
        Refusal.PAUSED_ALREADY,  # those of admins: test_managing.py
        Refusal.NOT_PAUSED,
        Refusal.NOT_MANAGER,  # journeys/test_admins.py
        Refusal.NOBODY_PLAYS,  # test_seats.py
        Refusal.COMPUTER_PLAYS,  # test_seats_of_computers.py
        Refusal.STILL_PLAYED,
        Refusal.NO_HINTS,  # those of hints: test_hints.py
        Refusal.NO_HINTS_HERE,
        Refusal.NO_HINT_NOW,
        Refusal.SAME_HINTS,
        Refusal.NOTHING_PLAYED,  # those of looking back: test_reviewing.py
        Refusal.NOT_REVIEWED_YET,
        Refusal.NOT_REPLAYABLE,
        Refusal.UNKNOWN_LEVEL,  # client/test_typed.py
        Refusal.PAUSED,  # test_pausing.py
        Refusal.ALREADY_PROPOSED,  # this one, and those below: test_agreeing.py
        Refusal.PROPOSED_LATELY,
        Refusal.SAME_PACE,
        Refusal.OWN_SEAT,
        Refusal.SETTLED,
        Refusal.NOT_YOURS_TO_ANSWER,
        Refusal.NOT_YOUR_PROPOSAL,
        Refusal.MAINTENANCE,  # times/test_maintenance.py
        Refusal.NOT_SEALED,  # test_sealing.py
        Refusal.NOT_OWNER,  # tests/journeys/test_owner.py
        Refusal.READ_ONLY,
        Refusal.ON_VACATION,  # test_time_to_answer.py
        Refusal.BAD_HOURS,  # those of hours and vacations: test_vacation.py
        Refusal.LONG_QUIET,
        Refusal.HOURS_CHANGED_LATELY,
        Refusal.ZONE_WHILE_AWAY,
        Refusal.NO_VACATION_DAYS,
        Refusal.NO_VACATION,
        Refusal.NOT_AWAY,
        Refusal.NO_DURATION,  # client/test_typed_times.py
        Refusal.BANK_ALONE,
    }
    assert {refusal for refusal, _, _ in CASES} == set(Refusal) - elsewhere


@pytest.mark.parametrize(
    "name", ["Ur", "x" * 60, "Zwischen den Flüssen", "👩‍🌾 فارم", "a@b.c", "1 < 2 # 3"]
)
async def test_names_that_are_fine(services, name):
    assert (await services.opening.open(ANNA, PLACE, name)).name == name


def test_a_refusal_speaks_other_languages():
    refused = Refused(Refusal.GAME_FULL, game="Ur", capacity=2)
    german = {Refusal.GAME_FULL.value: "Alle {capacity} Plätze von {game} sind besetzt."}
    assert refused.sentence(german.__getitem__) == "Alle 2 Plätze von Ur sind besetzt."
    assert refused.sentence(name=lambda value: f"*{value}*") == (
        "*Ur* is full. `/games` lists open lobbies."
    )
