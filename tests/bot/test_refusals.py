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
    decider,
    ended,
    everything,
    running,
)

from bot.domain import Person, Refusal, Refused
from bot.domain.pace import PACES, Limit, Pace, Reminders
from bot.services import Most, Tables
from bot.store import Store
from engine import EndTurn

Case = Callable[[Tables], Awaitable[Callable[[], Awaitable[object]]]]
CASES: list[tuple[Refusal, str, Case]] = []


def refuses(refusal: Refusal, sentence: str) -> Callable[[Case], Case]:
    """A case prepares a table and answers the use case to be refused."""

    def note(case: Case) -> Case:
        CASES.append((refusal, sentence, case))
        return case

    return note


def naming(name: str) -> Case:
    async def case(tables: Tables) -> Callable[[], Awaitable[object]]:
        return lambda: tables.open(ANNA, PLACE, name)

    return case


for name in ["", " \n ", "\u200d"]:
    refuses(Refusal.NAME_EMPTY, "A game needs a name.")(naming(name))
refuses(Refusal.NAME_TOO_LONG, "The name is too long: 60 characters are the most.")(
    naming("x" * 61)
)
for name in ["@everyone", "to @here!", "<@123>", "<@!123>", "<@&123>", "<#123>", "@Everyone"]:
    refuses(Refusal.NAME_MENTIONS, "The name may not mention anybody, or a channel.")(naming(name))
for name in ["two\nlines", "a\x00b", "a\x1bb", "right\u202eleft", "line\u2028break", "a\u200bb"]:
    refuses(Refusal.NAME_CONTROL, "The name may hold neither line breaks nor control characters.")(
        naming(name)
    )


@refuses(Refusal.UNKNOWN_BOARD, "There is no board round: the boards are classic, advanced.")
async def unknown_board(tables):
    return lambda: tables.open(ANNA, PLACE, "Ur", board="round")


@refuses(Refusal.UNKNOWN_OPTION, "The option chess is not known here.")
async def unknown_option(tables):
    return lambda: tables.open(ANNA, PLACE, "Ur", options=["chess"])


@refuses(
    Refusal.OPENED_MANY,
    "You have opened 25 games that are not over yet: end or leave one of them first.",
)
async def one_game_too_many(tables):
    for _ in range(25):
        await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.open(ANNA, PLACE, "Ur")


@refuses(Refusal.MANY_IN_SERVER, "As many games are under way in this server as there may be: 2.")
async def one_game_too_many_for_the_server(tables):
    tables._most = Most(per_server=2)
    for person in (ANNA, BEN):
        await tables.open(person, PLACE, "Ur")
    return lambda: tables.open(CORA, PLACE, "Ur")


@refuses(Refusal.SEATS, "Two to four play, not 1.")
async def one_seat(tables):
    return lambda: tables.open(ANNA, PLACE, "Ur", seats=1)


@refuses(Refusal.SEATS, "Two to four play, not 5.")
async def five_seats(tables):
    return lambda: tables.open(ANNA, PLACE, "Ur", seats=5)


for verb in ("get", "history", "record"):

    def unknown_game(tables, verb=verb):
        async def prepare():
            return lambda: getattr(tables, verb)(99)

        return prepare()

    refuses(Refusal.UNKNOWN_GAME, "There is no such game.")(unknown_game)


@refuses(Refusal.UNKNOWN_GAME, "There is no such game.")
async def joining_nothing(tables):
    return lambda: tables.join(99, ANNA)


@refuses(Refusal.UNKNOWN_GAME, "There is no such game.")
async def acting_nowhere(tables):
    return lambda: tables.act(99, ANNA.user_id, EndTurn())


@refuses(Refusal.ALREADY_JOINED, "You sit at Ur already.")
async def joining_twice(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.join(table.id, ANNA)


@refuses(Refusal.GAME_FULL, "All 2 seats of Ur are taken.")
async def joining_a_full_table(tables):
    table = await running(tables, 2)
    return lambda: tables.join(table.id, CORA)


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def joining_too_late(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    await tables.start(table.id, ANNA)
    return lambda: tables.join(table.id, CORA)


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def leaving_too_late(tables):
    table = await running(tables, 2)
    return lambda: tables.leave(table.id, BEN)


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def starting_twice(tables):
    table = await running(tables, 2)
    return lambda: tables.start(table.id, ANNA)


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def leaving_where_one_is_not(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.leave(table.id, BEN)


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def acting_for_others(tables):
    table = await running(tables)
    return lambda: tables.act(table.id, DAN.user_id, EndTurn())


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def undoing_for_others(tables):
    table = await running(tables)
    return lambda: tables.undo(table.id, DAN.user_id)


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def resigning_for_others(tables):
    table = await running(tables)
    return lambda: tables.resign(table.id, DAN.user_id)


CONFIGURING = "Only Anna can choose how Ur is played."


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def configuring_for_others(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.configure(table.id, BEN, "classic", ["ziggurat"])


@refuses(Refusal.UNKNOWN_OPTION, "The option chess is not known here.")
async def configuring_what_is_unknown(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.configure(table.id, ANNA, "classic", ["ziggurat", "chess"])


@refuses(Refusal.UNKNOWN_BOARD, "There is no board round: the boards are classic, advanced.")
async def configuring_an_unknown_board(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.configure(table.id, ANNA, "round", [])


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def configuring_too_late(tables):
    table = await running(tables)
    return lambda: tables.configure(table.id, ANNA, "advanced", [])


@refuses(Refusal.FEWER_SEATS, "3 sit at Ur already: it cannot have 2 seats.")
async def fewer_seats_than_people(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    for person in (BEN, CORA):
        await tables.join(table.id, person)
    return lambda: tables.configure(table.id, ANNA, seats=2)


@refuses(Refusal.SEATS, "Two to four play, not 5.")
async def more_seats_than_there_are(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.configure(table.id, ANNA, seats=5)


@refuses(Refusal.NAME_EMPTY, "A game needs a name.")
async def renaming_to_nothing(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.configure(table.id, ANNA, name="  ")


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def renaming_for_others(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.configure(table.id, BEN, name="Kish")


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def taking_out_for_others(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.take_out(table.id, BEN, ANNA.user_id)


@refuses(Refusal.TAKES_ONESELF_OUT, "You cannot take yourself out of Ur: press Leave under it.")
async def taking_oneself_out(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.take_out(table.id, ANNA, ANNA.user_id)


@refuses(Refusal.NOT_AT_TABLE, "Nobody of that name sits at Ur any more.")
async def taking_nobody_out(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.take_out(table.id, ANNA, BEN.user_id)


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def taking_out_too_late(tables):
    table = await running(tables)
    return lambda: tables.take_out(table.id, ANNA, BEN.user_id)


@refuses(Refusal.ONLY_INVITED, "Only those who are invited can join Ur: Anna can invite you.")
async def joining_uninvited(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.configure(table.id, ANNA, only_invited=True)
    await tables.invite(table.id, ANNA, [BEN.user_id])
    return lambda: tables.join(table.id, CORA)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, CONFIGURING)
async def inviting_for_others(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.invite(table.id, BEN, [CORA.user_id])


@refuses(Refusal.BOT_CHOSEN, "A bot cannot play: choose somebody who can.")
async def inviting_a_bot(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.invite(table.id, ANNA, [BEN.user_id], bots=True)


@refuses(Refusal.TOO_MANY_INVITED, "At most 25 can be invited: nothing has changed.")
async def inviting_too_many(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.invite(table.id, ANNA, range(26))


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def drawing_for_others(tables):
    table = await running(tables, options=["display"])
    return lambda: tables.draw_the_rest(table.id, DAN.user_id, always=True)


@refuses(Refusal.NOT_STARTED, "Ur has not started yet.")
async def choosing_how_to_draw_too_early(tables):
    table = await tables.open(ANNA, PLACE, "Ur", options=["display"])
    return lambda: tables.draw_by_choice(table.id, ANNA.user_id)


@refuses(
    Refusal.NOT_FROM_BAG, "You do not always draw from the bag in Ur: there is nothing to change."
)
async def asking_to_choose_who_already_does(tables):
    table = await running(tables, options=["display"])
    waiting = next(player for player in table.players if player != table.decider)
    return lambda: tables.draw_by_choice(table.id, waiting.user_id)


@refuses(Refusal.ONLY_OPENER_STARTS, "Only Anna can start Ur.")
async def starting_for_others(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.start(table.id, BEN)


@refuses(Refusal.TOO_FEW_PLAYERS, "At least two players are needed to start Ur.")
async def starting_alone(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.start(table.id, ANNA)


@refuses(Refusal.NOT_STARTED, "Ur has not started yet.")
async def acting_too_early(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.act(table.id, ANNA.user_id, EndTurn())


@refuses(Refusal.NOT_STARTED, "Ur has not started yet.")
async def a_record_of_nothing(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    return lambda: tables.record(table.id)


@refuses(Refusal.CANCELLED, "Ur was cancelled.")
async def joining_a_cancelled_table(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.leave(table.id, ANNA)
    return lambda: tables.join(table.id, ANNA)


@refuses(Refusal.GAME_OVER, "Ur is over.")
async def acting_too_late(tables):
    table = await ended(tables)
    return lambda: tables.act(table.id, ANNA.user_id, EndTurn())


@refuses(Refusal.NOT_OVER, "Ur is not over yet: its record would tell what is still hidden.")
async def a_record_too_early(tables):
    table = await running(tables)
    return lambda: tables.record(table.id)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, "Only Anna can choose how Ur is played.")
async def a_pace_chosen_by_somebody_else(tables):
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    return lambda: tables.set_pace(table.id, BEN, PACES["daily"])


@refuses(Refusal.ALREADY_STARTED, "Ur has started already.")
async def a_pace_chosen_late(tables):
    table = await running(tables)
    return lambda: tables.set_pace(table.id, ANNA, PACES["daily"])


def pacing(pace: Pace) -> Case:
    async def case(tables: Tables) -> Callable[[], Awaitable[object]]:
        table = await tables.open(ANNA, PLACE, "Ur")
        return lambda: tables.set_pace(table.id, ANNA, pace)

    return case


DAY = timedelta(days=1)
for wrong in (
    Pace(limit=Limit(timedelta(seconds=59))),
    Pace(limit=Limit(timedelta(0), 3 * DAY)),
    Pace(limit=Limit(30 * DAY + timedelta(seconds=1))),
    Pace(Reminders(timedelta(seconds=59), DAY)),
    Pace(Reminders(DAY, 31 * DAY)),
):
    refuses(
        Refusal.TIME_RANGE, "Reminders and the time for a decision are from 1 minute to 30 days."
    )(pacing(wrong))
for bank in (timedelta(seconds=59), 61 * DAY):
    refuses(Refusal.BANK_RANGE, "A bank is from 1 minute to 60 days.")(
        pacing(Pace(limit=Limit(DAY, bank)))
    )


@refuses(Refusal.NOT_PLAYED_ON, "Your seat in Ur is not played any more.")
async def acting_after_resigning(tables):
    table = await running(tables)
    await tables.resign(table.id, BEN.user_id)
    return lambda: tables.act(table.id, BEN.user_id, EndTurn())


@refuses(Refusal.NOT_PLAYED_ON, "Your seat in Ur is not played any more.")
async def resigning_twice(tables):
    table = await running(tables)
    await tables.resign(table.id, BEN.user_id)
    return lambda: tables.resign(table.id, BEN.user_id)


@refuses(Refusal.STALE, "The game has moved on since then: look at the board again.")
async def pressing_an_old_button(tables):
    table = await running(tables)
    await tables.act(table.id, decider(table), EndTurn())
    return lambda: tables.act(table.id, table.player(1).user_id, EndTurn(), table.state_version)


@refuses(Refusal.STALE, "The game has moved on since then: look at the board again.")
async def undoing_with_an_old_button(tables):
    table = await a_turn_with_an_undoable_decision(tables)
    return lambda: tables.undo(table.id, table.undoer.user_id, table.state_version - 1)


@refuses(Refusal.NOTHING_TO_UNDO, "There is nothing to undo yet.")
async def undoing_the_start(tables):
    table = await running(tables)
    return lambda: tables.undo(table.id, decider(table))


@refuses(Refusal.UNDO_REVEALED, "That cannot be undone: it let something hidden be seen.")
async def undoing_the_end_of_a_turn(tables):
    table = await running(tables)
    await tables.act(table.id, decider(table), EndTurn())
    return lambda: tables.undo(table.id, decider(table))


async def a_turn_with_an_undoable_decision(tables):
    table = await running(tables)
    while table.undoer is None:
        table = (await act_at_random(tables, table, Random(1))).table
    return table


# --- who is asked by name to join ----------------------------------------------------------------


async def asked(tables):
    """A table of three at which Anna sits, and Ben is asked to join."""
    table = await tables.open(ANNA, PLACE, "Ur", seats=3)
    return await tables.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.INVITES_ONESELF, "You sit at Ur already: invite somebody else.")
async def asking_oneself(tables):
    table = await asked(tables)
    return lambda: tables.ask_also(table.id, ANNA, ANNA.user_id)


@refuses(Refusal.SITS_THERE, "Ben sits at Ur already.")
async def asking_somebody_at_the_table(tables):
    table = await asked(tables)
    await tables.join(table.id, BEN)
    return lambda: tables.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.ALREADY_INVITED, "That one is invited already: Ur waits for the answer.")
async def asking_twice(tables):
    table = await asked(tables)
    return lambda: tables.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.HAS_DECLINED, "That one has declined to play in Ur, and is not invited again.")
async def asking_who_has_declined(tables):
    table = await asked(tables)
    await tables.decline(table.id, BEN.user_id)
    return lambda: tables.ask_also(table.id, ANNA, BEN.user_id)


@refuses(Refusal.HAS_DECLINED, "That one has declined to play in Ur, and is not invited again.")
async def asking_who_has_declined_with_others(tables):
    table = await asked(tables)
    await tables.decline(table.id, BEN.user_id)
    return lambda: tables.ask(table.id, ANNA, [BEN.user_id, CORA.user_id])


@refuses(Refusal.BOT_CHOSEN, "A bot cannot play: choose somebody who can.")
async def asking_a_bot(tables):
    table = await asked(tables)
    return lambda: tables.ask_also(table.id, ANNA, None)


@refuses(Refusal.NO_SEAT_TO_KEEP, "Ur has no seat left that could be kept: nobody was invited.")
async def asking_more_than_there_are_seats(tables):
    table = await asked(tables)
    return lambda: tables.ask(table.id, ANNA, [BEN.user_id, CORA.user_id, DAN.user_id])


@refuses(Refusal.NOT_IN_GAME, "You do not play in Ur.")
async def asking_as_a_stranger(tables):
    table = await asked(tables)
    return lambda: tables.ask_also(table.id, CORA, DAN.user_id)


@refuses(Refusal.ONLY_OPENER_CONFIGURES, "Only Anna can choose how Ur is played.")
async def asking_somebody_to_a_table_of_others(tables):
    table = await asked(tables)
    await tables.join(table.id, BEN)
    await tables.configure(table.id, ANNA, only_invited=True)
    return lambda: tables.ask_also(table.id, BEN, CORA.user_id)


@refuses(Refusal.NOT_INVITED, "You are not invited to Ur, or not any more.")
async def declining_unasked(tables):
    table = await asked(tables)
    return lambda: tables.decline(table.id, CORA.user_id)


@refuses(
    Refusal.SEATS_KEPT,
    "The seats of Ur that are left are kept for those who were invited, until they answer.",
)
async def joining_where_a_seat_is_kept(tables):
    table = await asked(tables)
    await tables.join(table.id, CORA)
    return lambda: tables.join(table.id, DAN)


@refuses(
    Refusal.FEWER_SEATS_KEPT,
    "With those who are invited, Ur needs more than 2 seats.",
)
async def fewer_seats_than_are_kept(tables):
    table = await asked(tables)
    await tables.join(table.id, CORA)
    return lambda: tables.configure(table.id, ANNA, seats=2)


# --- seats that pass ------------------------------------------------------------------------------


async def offering(tables, to=None):
    """A game of three of which the first seat is offered; and its player."""
    table = await running(tables)
    player = table.player(0)
    person = Person(player.user_id, player.name)
    return await tables.offer_seat(table.id, person, to), person


def takes(tables, table, person, seen=None):
    return lambda: tables.take_seat(table.id, person, 0, seen or table.player(0).offered_seq)


EVE = Person(DAN.user_id + 1, "Eve")


@refuses(Refusal.PLAYS_THERE, "That seat of Ur is played by the same player already.")
async def offering_a_seat_to_oneself(tables):
    table, person = await offering(tables)
    return lambda: tables.offer_seat(table.id, person, person.user_id)


@refuses(Refusal.PLAYS_THERE, "That seat of Ur is played by the same player already.")
async def taking_the_own_seat(tables):
    table, person = await offering(tables)
    return takes(tables, table, person)


@refuses(Refusal.SEEN_ANOTHER_HAND, "Whoever has seen another hand in Ur cannot take that seat.")
async def offering_a_seat_to_another_player(tables):
    table, person = await offering(tables)
    return lambda: tables.offer_seat(table.id, person, table.player(1).user_id)


@refuses(Refusal.BOT_CHOSEN, "A bot cannot play: choose somebody who can.")
async def offering_a_seat_to_a_bot(tables):
    table, person = await offering(tables)
    return lambda: tables.offer_seat(table.id, person, bot=True)


@refuses(Refusal.NOT_OFFERED, "Your seat in Ur is not offered.")
async def keeping_what_is_not_offered(tables):
    table, _ = await offering(tables)
    return lambda: tables.keep_seat(table.id, table.player(1).user_id)


@refuses(Refusal.SEAT_FOR_ANOTHER, "That seat of Ur is offered to somebody else.")
async def taking_what_is_offered_to_another(tables):
    table, _ = await offering(tables, EVE.user_id)
    return takes(tables, table, DAN)


@refuses(Refusal.SEAT_FOR_ANOTHER, "That seat of Ur is offered to somebody else.")
async def refusing_what_is_offered_to_another(tables):
    table, _ = await offering(tables, EVE.user_id)
    seen = table.player(0).offered_seq
    return lambda: tables.refuse_seat(table.id, DAN.user_id, 0, seen)


@refuses(Refusal.SEAT_NOT_FREE, "That seat of Ur is not free, or not any more.")
async def taking_what_was_offered_before(tables):
    table, person = await offering(tables)
    before = table
    await tables.offer_seat(table.id, person, EVE.user_id)
    return takes(tables, before, EVE)


@refuses(Refusal.SEAT_NOT_FREE, "That seat of Ur is not free, or not any more.")
async def taking_a_seat_that_there_is_not(tables):
    table, _ = await offering(tables)
    return lambda: tables.take_seat(table.id, DAN, 3, 1)


@refuses(Refusal.GAME_OVER, "Ur is over.")
async def taking_a_seat_too_late(tables):
    table, _ = await offering(tables)
    for player in table.players[1:]:
        await tables.resign(table.id, player.user_id)
    return takes(tables, table, EVE)


@refuses(Refusal.SEEN_ANOTHER_HAND, "Whoever has seen another hand in Ur cannot take that seat.")
async def taking_a_second_seat(tables):
    table, _ = await offering(tables)
    other = table.player(1)
    return takes(tables, table, Person(other.user_id, other.name))


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("refusal", "sentence", "case"), CASES, ids=[refusal.name for refusal, _, _ in CASES]
)
async def test_refused_with_a_sentence_and_harmless(
    tables: Tables, store: Store, refusal: Refusal, sentence: str, case: Case
) -> None:
    use_case = await case(tables)
    before = await everything(store)
    with pytest.raises(Refused) as caught:
        await use_case()
    assert caught.value.refusal is refusal
    assert str(caught.value) == sentence
    assert await everything(store) == before


def test_every_refusal_is_tested() -> None:
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
async def test_names_that_are_fine(tables: Tables, name: str) -> None:
    assert (await tables.open(ANNA, PLACE, name)).name == name


def test_a_refusal_speaks_other_languages() -> None:
    refused = Refused(Refusal.GAME_FULL, game="Ur", capacity=2)
    german = {Refusal.GAME_FULL.value: "Alle {capacity} Plätze von {game} sind besetzt."}
    assert refused.sentence(german.__getitem__) == "Alle 2 Plätze von Ur sind besetzt."
    assert refused.sentence(name=lambda value: f"*{value}*") == "All *2* seats of *Ur* are taken."
