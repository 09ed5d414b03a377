"""Every refusal of a use case: it has a reason, and nothing changes."""

from datetime import timedelta
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    PLACE,
    act,
    all_rows,
    catastrophe,
    decider,
    ended,
    person_at,
    refuses,
    running,
    second_program,
    user_at,
)

from bot.domain.game_lookup import Origin
from bot.domain.pace import PACES, Limit, Pace, Reminders
from bot.domain.refusals import Refusal, Refused
from bot.ops.game_check import examine
from bot.store.queries import due, games, logs, players
from bot.use_cases import GameLimits
from engine import EndTurn

CASES = {}
"""Refusals by the function that makes the table."""

DETAILS = {"game": "Ur", "opener": "Anna", "player": "Ben", "board": "round", "option": "chess"}
LIMITS = {
    Refusal.NAME_TOO_LONG: 60,
    Refusal.WORD_INVALID: 64,
    Refusal.OPENED_MANY: 25,
    Refusal.MANY_IN_SERVER: 2,
    Refusal.TOO_MANY_INVITED: 25,
}
"""The names filled into sentences."""
ELSEWHERE = """
    UNDO_NOT_YOURS UNDO_AUTOMATIC OTHERS_WANT_IT PLAYED_ALONE BEGUN_ALREADY UNREADABLE
    TELLS_EVERYBODY ROLE_NOT_YOURS ROLE_NOT_MINE NOT_LOST OTHER_SERVER NOTHING_LOST SILENCED
    OPENED_BY_ROLES OPENED_ELSEWHERE OPENED_MANY_HERE OPTIONS_NOT_HERE PACE_NOT_HERE UNKNOWN_PACE
    UNKNOWN_ZONE PAUSED_ALREADY NOT_PAUSED NOT_MANAGER NOBODY_PLAYS COMPUTER_PLAYS STILL_PLAYED
    NO_HINTS NO_HINTS_HERE NO_HINT_NOW SAME_HINTS NOTHING_PLAYED NOT_REVIEWED_YET NOT_REPLAYABLE
    UNKNOWN_LEVEL PAUSED ALREADY_PROPOSED PROPOSED_LATELY SAME_PACE OWN_SEAT RESOLVED
    NOT_YOURS_TO_ANSWER NOT_YOUR_PROPOSAL MAINTENANCE NOT_SEALED NOT_OWNER READ_ONLY ON_VACATION
    BAD_HOURS LONG_QUIET HOURS_CHANGED_LATELY NO_VACATION_DAYS NO_VACATION NOT_AWAY
    VACATION_DAY AWAY_ALREADY
    NO_DURATION BANK_ALONE RECORD_EMPTY RECORD_TOO_LONG RECORD_TOO_MANY RECORD_NOT_TEXT
    RECORD_ILLEGIBLE RECORD_HIDES RECORD_WITHOUT_DECISIONS RECORD_NOT_KEPT FILE_UNREACHABLE
    OF_NO_GAME RATED_IN_SERVERS RATED_AMONG_PEOPLE
    RATED_WITHOUT_COMPUTERS RATED_WITHOUT_HINTS
    AGAIN_TOO_EARLY PLAYED_BY_OTHERS NO_CHANNEL LEFT_SERVER
    TIME_NOT_RUNNING NOT_REMINDED
"""
"""Refusals whose tests are with what they are about."""
DAY = timedelta(days=1)


def where(*cases):
    """Register a refusal at the table that the function makes."""

    def note(world):
        CASES[world] = [*cases]
        return world

    return note


def opening(name="Ur", by=ANNA, **wished):
    return lambda s, _: s.opening.open(by, PLACE, name, **wished)


def configuring(by=ANNA, **wished):
    return lambda s, t: s.lobbies.configure(t.id, by, **wished)


def joining(person):
    return lambda s, t: s.lobbies.join(t.id, person)


def asking(user_id, by=ANNA):
    return lambda s, t: s.invitations.ask_also(t.id, by, user_id)


def pacing(pace, by=ANNA):
    return lambda s, t: s.paces.choose(t.id, by, pace)


def writing(word):
    return lambda s, t: s.sealing.give_word(t.id, ANNA, word)


def announcing(text):
    return lambda s, _: s.announcements.write(text)


def acting(user_id):
    return lambda s, t: s.play.act(t.id, user_id, EndTurn())


def taking(person, seat=0):
    return lambda s, t: s.seats.take(t.id, person, seat, t.player(0).offered_seq)


# --- before the game -----------------------------------------------------------------------------

MENTIONS = ["@everyone", "to @here!", "<@123>", "<@!123>", "<@&123>", "<#123>", "@Everyone"]
CONTROLS = ["two\nlines", "a\x00b", "a\x1bb", "right\u202eleft", "line\u2028break", "a\u200bb"]
WORDS = ["", "  ", "\u200b", "two\nlines", "a\x00b", "\u200d", "x" * 65, "\ud800", "\u202eriver"]


@where(
    *((Refusal.NAME_EMPTY, opening(name)) for name in ["", " \n ", "\u200d"]),
    (Refusal.NAME_TOO_LONG, opening("x" * 61)),
    *((Refusal.NAME_MENTIONS, opening(name)) for name in MENTIONS),
    *((Refusal.NAME_CONTROL, opening(name)) for name in CONTROLS),
    *((Refusal.WORD_INVALID, writing(word)) for word in WORDS),
    *((Refusal.ANNOUNCEMENT_EMPTY, announcing(text)) for text in ["", " \n ", "\u200d"]),
    (Refusal.UNKNOWN_BOARD, opening(board="round")),
    (Refusal.UNKNOWN_BOARD, configuring(board="round")),
    (Refusal.UNKNOWN_OPTION, opening(options=["chess"])),
    (Refusal.UNKNOWN_OPTION, configuring(options=["ziggurat", "chess"])),
    (Refusal.SEATS, opening(seats=1)),
    (Refusal.SEATS, opening(seats=5)),
    (Refusal.SEATS, configuring(seats=5)),
    (Refusal.NAME_EMPTY, configuring(name="  ")),
    (Refusal.UNKNOWN_GAME, lambda s, _: s.games.history(99)),
    (Refusal.UNKNOWN_GAME, lambda s, _: s.games.record(99)),
    (Refusal.ALREADY_JOINED, joining(ANNA)),
    (Refusal.NOT_IN_GAME, lambda s, t: s.lobbies.leave(t.id, BEN)),
    (Refusal.TAKES_ONESELF_OUT, lambda s, t: s.lobbies.take_out(t.id, ANNA, ANNA.user_id)),
    (Refusal.NOT_AT_TABLE, lambda s, t: s.lobbies.take_out(t.id, ANNA, BEN.user_id)),
    (Refusal.BOT_CHOSEN, lambda s, t: s.invitations.invite(t.id, ANNA, [BEN.user_id], bots=True)),
    (Refusal.TOO_MANY_INVITED, lambda s, t: s.invitations.invite(t.id, ANNA, range(26))),
    (Refusal.TOO_FEW_PLAYERS, lambda s, t: s.lobbies.start(t.id, ANNA)),
    (Refusal.NOT_STARTED, acting(ANNA.user_id)),
    (Refusal.NOT_STARTED, lambda s, t: s.play.draw_by_choice(t.id, ANNA.user_id)),
    (Refusal.NOT_STARTED, lambda s, t: s.games.record(t.id)),
    (Refusal.TIME_RANGE, pacing(Pace(limit=Limit(timedelta(seconds=59))))),
    (Refusal.TIME_RANGE, pacing(Pace(limit=Limit(timedelta(0), 3 * DAY)))),
    (Refusal.TIME_RANGE, pacing(Pace(limit=Limit(30 * DAY + timedelta(seconds=1))))),
    (Refusal.TIME_RANGE, pacing(Pace(Reminders(timedelta(seconds=59), DAY)))),
    (Refusal.TIME_RANGE, pacing(Pace(Reminders(DAY, 31 * DAY)))),
    (Refusal.BANK_RANGE, pacing(Pace(limit=Limit(DAY, timedelta(seconds=59))))),
    (Refusal.BANK_RANGE, pacing(Pace(limit=Limit(DAY, 61 * DAY)))),
)
async def anna_alone(services):
    return await services.opening.open(ANNA, PLACE, "Ur", options=["display"])


@where(
    (Refusal.ONLY_OPENER_CONFIGURES, configuring(BEN, options=["ziggurat"])),
    (Refusal.ONLY_OPENER_CONFIGURES, configuring(BEN, name="Kish")),
    (Refusal.ONLY_OPENER_CONFIGURES, lambda s, t: s.lobbies.take_out(t.id, BEN, ANNA.user_id)),
    (Refusal.ONLY_OPENER_CONFIGURES, lambda s, t: s.invitations.invite(t.id, BEN, [DAN.user_id])),
    (Refusal.ONLY_OPENER_CONFIGURES, pacing(PACES["daily"], BEN)),
    (Refusal.ONLY_OPENER_STARTS, lambda s, t: s.lobbies.start(t.id, BEN)),
    (Refusal.FEWER_SEATS, configuring(seats=2)),
)
async def three_of_four(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return await services.lobbies.join(table.id, CORA)


@where((Refusal.OPENED_MANY, opening()))
async def twenty_five_of_anna(services):
    for _ in range(25):
        table = await services.opening.open(ANNA, PLACE, "Ur")
    return table


@where((Refusal.MANY_IN_SERVER, lambda s, _: limited(s).opening.open(CORA, PLACE, "Ur")))
async def two_in_a_server(services):
    await limited(services).opening.open(ANNA, PLACE, "Ur")
    return await limited(services).opening.open(BEN, PLACE, "Ur")


def limited(services):
    return second_program(services, Random(7), GameLimits(per_server=2))


@where((Refusal.ONLY_INVITED, joining(CORA)))
async def ben_invited(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    return await services.invitations.invite(table.id, ANNA, [BEN.user_id])


@where((Refusal.CANCELLED, joining(ANNA)))
async def cancelled(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return await services.lobbies.leave(table.id, ANNA)


# --- invitations ---------------------------------------------------------------------------------

EVERYBODY = [BEN.user_id, CORA.user_id, DAN.user_id]


@where(
    (Refusal.INVITES_ONESELF, asking(ANNA.user_id)),
    (Refusal.ALREADY_INVITED, asking(BEN.user_id)),
    (Refusal.BOT_CHOSEN, asking(None)),
    (Refusal.NO_SEAT_TO_KEEP, lambda s, t: s.invitations.ask(t.id, ANNA, EVERYBODY)),
    (Refusal.NOT_IN_GAME, asking(DAN.user_id, CORA)),
    (Refusal.NOT_INVITED, lambda s, t: s.invitations.decline(t.id, CORA.user_id)),
)
async def ben_asked(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    return await services.invitations.ask_also(table.id, ANNA, BEN.user_id)


@where(
    (Refusal.SITS_THERE, asking(BEN.user_id)),
    (Refusal.ONLY_OPENER_CONFIGURES, asking(CORA.user_id, BEN)),
)
async def ben_has_come(services):
    table = await ben_asked(services)
    await services.lobbies.join(table.id, BEN)
    return await services.lobbies.configure(table.id, ANNA, only_invited=True)


@where(
    (Refusal.HAS_DECLINED, asking(BEN.user_id)),
    (Refusal.HAS_DECLINED, lambda s, t: s.invitations.ask(t.id, ANNA, EVERYBODY[:2])),
)
async def ben_has_declined(services):
    return await services.invitations.decline((await ben_asked(services)).id, BEN.user_id)


@where((Refusal.SEATS_KEPT, joining(DAN)), (Refusal.FEWER_SEATS_KEPT, configuring(seats=2)))
async def a_seat_kept_for_ben(services):
    return await services.lobbies.join((await ben_asked(services)).id, CORA)


# --- the game ------------------------------------------------------------------------------------


@where(
    (Refusal.GAME_FULL, joining(CORA)),
    (Refusal.ALREADY_STARTED, lambda s, t: s.lobbies.leave(t.id, BEN)),
    (Refusal.ALREADY_STARTED, lambda s, t: s.lobbies.start(t.id, ANNA)),
    (Refusal.ALREADY_STARTED, configuring(board="advanced")),
    (Refusal.ALREADY_STARTED, lambda s, t: s.lobbies.take_out(t.id, ANNA, BEN.user_id)),
    (Refusal.ALREADY_STARTED, pacing(PACES["daily"])),
    (Refusal.NOT_IN_GAME, acting(DAN.user_id)),
    (Refusal.NOT_IN_GAME, lambda s, t: s.play.undo(t.id, DAN.user_id)),
    (Refusal.NOT_IN_GAME, lambda s, t: s.play.resign(t.id, DAN.user_id)),
    (Refusal.NOT_IN_GAME, lambda s, t: s.play.draw_the_rest(t.id, DAN.user_id, always=True)),
    (Refusal.NOT_FROM_BAG, lambda s, t: s.play.draw_by_choice(t.id, user_at(t, 1))),
    (Refusal.NOT_OVER, lambda s, t: s.games.record(t.id)),
    (Refusal.NOTHING_TO_UNDO, lambda s, t: s.play.undo(t.id, decider(t))),
)
async def begun(services):
    return await running(services, 2, options=["display"])


@where((Refusal.ALREADY_STARTED, joining(CORA)))
async def begun_with_empty_seats(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    return await services.lobbies.start(table.id, ANNA)


@where((Refusal.GAME_OVER, acting(ANNA.user_id)))
async def over(services):
    return await ended(services)


@where(
    (Refusal.NOT_PLAYED_ON, acting(BEN.user_id)),
    (Refusal.NOT_PLAYED_ON, lambda s, t: s.play.resign(t.id, BEN.user_id)),
)
async def ben_has_resigned(services):
    return (await services.play.resign((await running(services)).id, BEN.user_id)).table


@where(
    (Refusal.STALE, lambda s, t: s.play.act(t.id, user_at(t, 1), EndTurn(), t.state_version - 1)),
    (Refusal.UNDO_REVEALED, lambda s, t: s.play.undo(t.id, user_at(t, 0))),
)
async def a_turn_over(services):
    return await act(services, await running(services), EndTurn())


@where((Refusal.STALE, lambda s, t: s.play.undo(t.id, user_at(t, 0), t.state_version - 1)))
async def a_decision_that_can_be_undone(services):
    table = await running(services)
    return await act(services, table, catastrophe(table))


# --- seats that pass ------------------------------------------------------------------------------


@where(
    (Refusal.PLAYS_THERE, lambda s, t: s.seats.offer(t.id, person_at(t, 0), user_at(t, 0))),
    (Refusal.PLAYS_THERE, lambda s, t: taking(person_at(t, 0))(s, t)),
    (Refusal.SEEN_ANOTHER_HAND, lambda s, t: s.seats.offer(t.id, person_at(t, 0), user_at(t, 1))),
    (Refusal.SEEN_ANOTHER_HAND, lambda s, t: taking(person_at(t, 1))(s, t)),
    (Refusal.BOT_CHOSEN, lambda s, t: s.seats.offer(t.id, person_at(t, 0), bot=True)),
    (Refusal.NOT_OFFERED, lambda s, t: s.seats.keep(t.id, user_at(t, 1))),
    (Refusal.SEAT_NOT_FREE, taking(DAN, 3)),
)
async def a_seat_on_offer(services):
    table = await running(services)
    return await services.seats.offer(table.id, person_at(table, 0))


@where(
    (Refusal.SEAT_FOR_ANOTHER, taking(DAN)),
    (
        Refusal.SEAT_FOR_ANOTHER,
        lambda s, t: s.seats.refuse(t.id, DAN.user_id, 0, t.player(0).offered_seq),
    ),
    (Refusal.SEAT_NOT_FREE, lambda s, t: s.seats.take(t.id, EVE, 0, t.player(0).offered_seq - 1)),
)
async def a_seat_offered_first_to_all_and_then_to_eve(services):
    table = await a_seat_on_offer(services)
    return await services.seats.offer(table.id, person_at(table, 0), EVE.user_id)


@where((Refusal.GAME_OVER, taking(EVE)))
async def a_seat_on_offer_when_it_ended(services):
    table = await a_seat_on_offer(services)
    for seat in (1, 2):
        await services.play.resign(table.id, user_at(table, seat))
    return table


@pytest.mark.sqlite
@pytest.mark.parametrize("world", CASES, ids=lambda world: world.__name__)
async def test_refused_with_a_sentence_and_harmless(services, store, world):
    table = await world(services)
    before = await all_rows(store)
    for refusal, use_case in CASES[world]:
        message = str(await refuses(refusal, use_case(services, table)))
        assert message == refusal.value.format(**DETAILS, limit=LIMITS.get(refusal))
    assert await all_rows(store) == before


def test_every_refusal_is_tested():
    here = {refusal for cases in CASES.values() for refusal, _ in cases}
    assert {*Refusal} - here == {Refusal[name] for name in ELSEWHERE.split()}


async def test_names_that_are_fine(services):
    for name in ["Ur", "x" * 60, "Zwischen den Flüssen", "👩‍🌾 فارم", "a@b.c", "1 < 2 # 3"]:
        assert (await services.opening.open(ANNA, PLACE, name)).name == name


async def test_the_shortest_and_the_longest_times_are_fine(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    minute = timedelta(minutes=1)
    for pace in (
        Pace(limit=Limit(minute, minute)),
        Pace(Reminders(minute, 30 * DAY), Limit(30 * DAY, 60 * DAY)),
    ):
        assert (await services.paces.choose(table.id, ANNA, pace)).pace == pace


def test_a_refusal_speaks_other_languages():
    refused = Refused(Refusal.GAME_FULL, game="Ur", capacity=2)
    german = {Refusal.GAME_FULL.value: "Alle {capacity} Plätze von {game} sind besetzt."}
    assert refused.sentence(german.__getitem__) == "Alle 2 Plätze von Ur sind besetzt."
    assert refused.sentence(name=lambda value: f"*{value}*") == (
        "*Ur* is full. `/games` lists open lobbies."
    )


# --- numbers that no game, entry or player can have -----------------------------------------------


NUMBERS = [0, -1, 2**31, 10**17, 10**18 - 1, 2**63, 10**30, -(10**30)]
WHENCE = Origin(ANNA.user_id, PLACE.guild_id, PLACE.channel_id)


async def test_there_is_no_such_game_and_nothing_is_found_or_changed(store, services):
    table = await running(services)
    (entry, *_) = await store.read(logs.read_log, table.id)
    before = await all_rows(store)
    for number in NUMBERS:
        for use_case in (
            services.games.get(number),
            services.visits.of(number, ANNA.user_id),
            services.visits.named(WHENCE, str(number)),
            services.play.act(number, ANNA.user_id, EndTurn()),
            services.lobbies.join(number, ANNA),
            services.play.undo(number, ANNA.user_id),
            services.preferences.mute(ANNA.user_id, number, muted=True),
        ):
            await refuses(Refusal.UNKNOWN_GAME, use_case)
        assert await store.read(examine, number) is None
        assert await store.read(games.read_headers, games.numbered(number)) == []
        assert await store.read(logs.read_log, number) == []
        assert await store.read(logs.last_state, number) == 0
        await store.write(players.change_own, number, ANNA.user_id, note="hello")
        await store.write(games.change_game, number, held=True)
        await store.write(due.cancel_all, number)
        await store.write(games.hold, games.numbered(number))
        assert not await store.write(logs.has_entry, number, entry)
    assert await all_rows(store) == before


async def test_no_channel_is_no_games_home(services):
    """Discord may leave the channel out; a game that is shown nowhere yet has no home."""
    table = await running(services)
    assert table.home is None
    nowhere = Origin(CORA.user_id + 1, None, None)
    for look in (
        services.visits.of_button(nowhere, table.id),
        services.visits.named(nowhere, f"{table.id}"),
    ):
        await refuses(Refusal.UNKNOWN_GAME, look)
