"""A game is played again: who is asked, when it starts, and what the series is."""

from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    PEOPLE,
    PLACE,
    ended,
    refuses,
    resign,
    running,
    take_seat,
)

from bot.domain.checks import may_join
from bot.domain.entries import Opened
from bot.domain.hint_rule import HintRule
from bot.domain.pace import PACES
from bot.domain.refusals import Refusal
from bot.domain.series import Series
from bot.domain.server_rules import Member
from bot.domain.table import HomeKind, Status
from bot.ops.game_check import examine
from bot.store.queries import due, outbox
from bot.use_cases import Services
from bot.use_cases.lobbies import ANSWERS, TIME_TO_ANSWER
from engine import Level


async def again(services, table, person=ANNA, **where):
    return await services.rematches.play_again(table.id, person, **where)


async def answers_due(store, table):
    return [row.at for row in await store.read(due.read_kind, ANSWERS, of_games=[table.id])]


def seated(table):
    return {player.name for player in table.players}


async def test_the_same_table_is_opened_and_the_others_are_asked(services, store, clock):
    table = await services.opening.open(
        ANNA, PLACE, "Ur", seats=3, options=["open"], board="advanced", pace=PACES["daily"]
    )
    await services.hints.choose(table.id, ANNA, HintRule.NEVER)
    await services.invitations.invite(table.id, ANNA, [BEN.user_id, CORA.user_id])
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    await services.lobbies.join(table.id, BEN)
    table = await services.lobbies.join(table.id, CORA)
    for person in (ANNA, BEN):
        table = (await services.play.resign(table.id, person.user_id)).table
    opened = await again(services, table, BEN)
    same = ("name", "place", "board", "options", "capacity", "hints", "only_invited", "invited")
    assert [getattr(opened, each) for each in same] == [getattr(table, each) for each in same]
    assert opened.pace == table.pace
    assert (opened.status, opened.opener_id, opened.after) == (Status.LOBBY, BEN.user_id, table.id)
    assert opened.seal.digest != table.seal.digest
    assert seated(opened) == {"Ben"}
    # also a player who resigned
    assert set(opened.open_invitations) == {ANNA.user_id, CORA.user_id}
    assert await answers_due(store, opened) == [clock.now + TIME_TO_ANSWER]
    assert await services.games.get(opened.id) == opened
    await services.lobbies.join(opened.id, ANNA)
    begun = await services.lobbies.join(opened.id, CORA)
    assert begun.status is Status.RUNNING
    assert not await answers_due(store, begun)
    assert not (await store.read(examine, begun.id)).faults


async def test_it_starts_once_all_have_answered(services):
    opened = await again(services, await ended(services, 4))
    await services.invitations.decline(opened.id, DAN.user_id)
    await services.lobbies.join(opened.id, BEN)
    await services.invitations.note_unreached(opened.id, EVE.user_id)
    assert (await services.games.get(opened.id)).status is Status.LOBBY
    begun = await services.invitations.decline(opened.id, CORA.user_id)
    assert (begun.status, seated(begun)) == (Status.RUNNING, {"Anna", "Ben"})


async def test_a_user_who_does_not_answer_in_two_days_is_left_out(services, store, clock):
    opened = await again(services, await ended(services, 3))
    await services.lobbies.join(opened.id, CORA)
    await services.jobs[ANSWERS](opened.id)
    assert (await services.games.get(opened.id)).status is Status.LOBBY
    clock.advance(days=2)
    await services.jobs[ANSWERS](opened.id)
    begun = await services.games.get(opened.id)
    assert (begun.status, seated(begun)) == (Status.RUNNING, {"Anna", "Cora"})
    assert [(each.user_id, each.late) for each in begun.asked] == [(BEN.user_id, True)]
    assert not (await store.read(examine, begun.id)).faults


async def test_if_only_one_is_left_it_stays_a_usual_lobby(services, store, clock):
    opened = await again(services, await ended(services, 3))
    await services.invitations.decline(opened.id, CORA.user_id)
    clock.advance(days=2)
    await services.jobs[ANSWERS](opened.id)
    left = await services.games.get(opened.id)
    assert (left.status, left.open_invitations) == (Status.LOBBY, ())
    assert not await answers_due(store, left)
    assert may_join(left, EVE.user_id)
    joined = await services.lobbies.join(left.id, EVE)
    assert joined.status is Status.LOBBY
    late = await services.lobbies.join(left.id, BEN)
    assert late.status is Status.RUNNING


async def test_a_user_who_is_asked_later_has_as_much_time(services, store, clock):
    opened = await again(services, await ended(services, 3))
    clock.advance(days=1)
    await services.invitations.decline(opened.id, CORA.user_id)
    await services.invitations.ask_also(opened.id, ANNA, DAN.user_id)
    assert await answers_due(store, opened) == [clock.now + TIME_TO_ANSWER]
    until = int((clock.now + TIME_TO_ANSWER).timestamp())
    asked = (await services.games.get(opened.id)).asked
    assert {each.until for each in asked if not each.declined} == {until}
    await services.jobs[ANSWERS](opened.id)  # a job due before that
    assert set((await services.games.get(opened.id)).open_invitations) == {BEN.user_id, DAN.user_id}


async def test_a_second_press_leads_to_the_same_table(services):
    table = await ended(services, 3)
    await refuses(Refusal.PLAYED_BY_OTHERS, again(services, table, EVE))
    opened = await again(services, table)
    assert await again(services, table) == opened
    assert await again(services, table, EVE) == opened
    joined = await again(services, table, BEN)  # this is an answer, too
    assert (joined.id, seated(joined)) == (opened.id, {"Anna", "Ben"})
    begun = await again(services, table, CORA)
    assert (begun.id, begun.status) == (opened.id, Status.RUNNING)
    assert await again(services, table, CORA) == begun
    over = await resign(services, await resign(services, begun, 0), 1)
    assert (await again(services, table, EVE)).id == over.id


async def test_after_a_closed_lobby_another_is_opened(services):
    table = await ended(services, 2)
    opened = await again(services, table)
    await services.lobbies.leave(opened.id, ANNA)
    assert (await again(services, table, BEN)).id > opened.id


async def test_alone_against_computers_it_begins_at_once(services, store):
    levels = [(Level.EASY, "Computer (easy)"), (Level.STRONG, "Computer (strong)")]
    table = await services.opening.open_solo(ANNA, 77, "Solo", levels, board="advanced")
    table = (await services.play.resign(table.id, ANNA.user_id)).table
    begun = await again(services, table)
    assert (begun.status, begun.name, begun.board) == (Status.RUNNING, "Solo", "advanced")
    assert (begun.home.kind, begun.home.channel_id) == (HomeKind.DIRECT, 77)
    assert {(each.level, each.name) for each in begun.players} == {*levels, (None, "Anna")}
    assert not (await store.read(examine, begun.id)).faults
    at_table = await running(services, 2, levels=[Level.EASY])
    at_table = (await services.play.resign(at_table.id, ANNA.user_id)).table
    assert (await again(services, at_table)).status is Status.RUNNING


async def test_the_players_are_those_who_held_the_seats_at_the_end(store, clock):
    async def members(_guild_id, user_id):
        return user_id != CORA.user_id

    services = Services(store, Random(7), clock, members=members)
    table = await running(services, 4)
    table = await resign(services, table, table.player_of(BEN.user_id).seat)
    table = await take_seat(services, table, table.player_of(DAN.user_id).seat, EVE)
    for person in (ANNA, CORA):
        table = (await services.play.resign(table.id, person.user_id)).table
    assert table.status is Status.OVER
    await refuses(Refusal.PLAYED_BY_OTHERS, again(services, table, DAN))
    await refuses(Refusal.LEFT_SERVER, again(services, table, CORA))
    await services.forgetting.forget(BEN.user_id, lambda _: "a former player")
    opened = await again(services, await services.games.get(table.id))
    assert opened.open_invitations == (EVE.user_id,)


async def test_a_game_that_has_not_ended_or_whose_channel_is_gone_is_not_played_again(
    services, store
):
    lobby = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    await refuses(Refusal.NOT_STARTED, again(services, lobby))
    table = await running(services)
    await refuses(Refusal.AGAIN_TOO_EARLY, again(services, table))
    over = await ended(services)
    await store.write(outbox.lose_channel, over.id)
    await refuses(Refusal.NO_CHANNEL, again(services, over))


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [
        ({"roles": (7,)}, Refusal.OPENED_BY_ROLES),
        ({"channels": (7,)}, Refusal.OPENED_ELSEWHERE),
        ({"forbidden": ("open",)}, Refusal.OPTIONS_NOT_HERE),
        ({"paces": ("daily",)}, Refusal.PACE_NOT_HERE),
        ({"most_games": 0}, Refusal.MANY_IN_SERVER),
        ({"most_each": 0}, Refusal.OPENED_MANY_HERE),
    ],
)
async def test_the_rules_of_the_server_hold_as_they_are_now(services, rules, refusal):
    table = await running(services, 2, options=["open"])
    table = await resign(services, table, 0)
    await services.servers.change(PLACE.guild_id, ANNA, **rules)
    await refuses(refusal, again(services, table))
    if refusal is Refusal.OPENED_BY_ROLES:
        assert await again(services, table, member=Member(frozenset({7})))
    if refusal is Refusal.OPENED_ELSEWHERE:
        assert await again(services, table, within=(7,))


# --- the series ----------------------------------------------------------------------------------


async def played(services, table, winner):
    """The next game of that table, which everybody else resigns."""
    table = await again(services, table)
    for person in PEOPLE[1:3]:
        if table.status is Status.LOBBY:
            table = await services.lobbies.join(table.id, person)
    for player in table.players:
        if player.name != winner:
            table = (await services.play.resign(table.id, player.user_id)).table
    return table


async def test_a_series_continues_only_with_the_same_players(services, store):
    first = await ended(services, 3)  # Anna has won
    second = await played(services, first, "Ben")
    third = await played(services, second, "Anna")
    people = dict(third.series.won)
    assert people == {ANNA.user_id: 2, BEN.user_id: 1, CORA.user_id: 0}
    assert third.series.games == 3
    assert not (await store.read(examine, third.id)).faults
    # with other players it starts over
    opened = await again(services, third)
    await services.invitations.decline(opened.id, CORA.user_id)
    two = await services.lobbies.join(opened.id, BEN)
    two = (await services.play.resign(two.id, BEN.user_id)).table
    assert two.series == Series(
        tuple((player.user_id, int(player.name == "Anna")) for player in two.players)
    )
    # a forgotten user's number is gone; the results stay
    await services.forgetting.forget(BEN.user_id, lambda _: "a former player")
    (start, *_) = await services.games.history(third.id)
    assert isinstance(start, Opened)
    assert BEN.user_id not in dict(start.series.won)
    third = await services.games.get(third.id)
    assert dict(third.series.won) == {ANNA.user_id: 2, "a former player": 1, CORA.user_id: 0}
    assert not (await store.read(examine, third.id)).faults


async def test_a_game_with_several_winners_is_shared_and_one_without_counts_for_nobody(services):
    table = await ended(services, 2)
    once = Series().and_then(table.players, table.winners)
    shared = once.and_then(table.players, table.players)
    assert (shared.games, shared.shared) == (2, 1)
    assert shared.and_then(table.players, ()) == shared
