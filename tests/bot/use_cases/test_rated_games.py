"""Rated games: chosen in the lobby, among people, without hints."""

from dataclasses import replace
from random import Random

from tabletop import ANNA, BEN, PLACE, decider, propose, refuses

from bot.domain.hint_rule import HintRule
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.features.lobby.lobby_post import lobby
from bot.features.lobby.set_up import set_up_page
from bot.features.queue import queue_page
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.use_cases import GameLimits, Services
from engine import Level

WORDS = Words.of("en")
RATED = "**Rated:** the result changes the players' ratings. No hints."
GUILD = PLACE.guild_id


async def rated_lobby(services, seats=3):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=seats)
    return await services.lobbies.configure(table.id, ANNA, rated=True)


async def test_the_opener_rates_a_game_until_it_starts(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    assert not table.rated
    assert RATED not in lobby(WORDS, table).text
    await refuses(
        Refusal.ONLY_OPENER_CONFIGURES, services.lobbies.configure(table.id, BEN, rated=True)
    )
    table = await services.lobbies.configure(table.id, ANNA, rated=True)
    for text in (lobby(WORDS, table).text, set_up_page(WORDS, table).text):
        assert text.count(RATED) == 1
        assert "Hints" not in text
    again = await services.lobbies.configure(table.id, ANNA, rated=False)
    assert (again.rated, again.hints) == (False, HintRule.USUAL)
    await services.lobbies.configure(table.id, ANNA, rated=True)
    table = await services.lobbies.join(table.id, BEN)
    assert (table.status, table.rated) == (Status.RUNNING, True)
    await refuses(Refusal.ALREADY_STARTED, services.lobbies.configure(table.id, ANNA, rated=False))
    assert (await store.read(examine, table.id)).faults == ()


async def test_a_server_can_rate_its_games_unless_the_opener_chooses(services):
    await services.servers.change(GUILD, ANNA, rated=True)
    assert (await services.opening.open(ANNA, PLACE, "Ur")).rated
    assert not (await services.opening.open(ANNA, PLACE, "Uruk", rated=False)).rated
    elsewhere = replace(PLACE, guild_id=GUILD + 1)
    assert not (await services.opening.open(ANNA, elsewhere, "Kish")).rated
    assert (await services.opening.open(ANNA, elsewhere, "Mari", rated=True)).rated


async def test_outside_a_server_nothing_is_rated(services):
    directly = replace(PLACE, guild_id=None)
    table = await services.opening.open(ANNA, directly, "Ur", rated=True)
    assert not table.rated
    await refuses(Refusal.RATED_IN_SERVERS, services.lobbies.configure(table.id, ANNA, rated=True))
    assert "ated" not in str(set_up_page(WORDS, table).rows)


async def test_at_the_local_table_nothing_is_rated(store, clock):
    """All its people are one: ``bot.local`` says so to the services."""
    services = Services(store, Random(7), clock, GameLimits(rated=False))
    table = await services.opening.open(ANNA, PLACE, "Ur", rated=True)
    assert not table.rated
    await refuses(Refusal.RATED_IN_SERVERS, services.lobbies.configure(table.id, ANNA, rated=True))
    rates = services.rates_games
    assert "ated" not in str(set_up_page(WORDS, table, rates=rates).rows)
    own = await services.queue.of(ANNA.user_id, GUILD)
    assert len(queue_page(WORDS, own, [], rates=rates).buttons) == 1


async def test_computers_and_ratings_exclude_each_other(services):
    table = await rated_lobby(services)
    seating = services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Computer")
    await refuses(Refusal.RATED_WITHOUT_COMPUTERS, seating)
    assert "Add a computer" not in str(lobby(WORDS, table).rows)
    await services.lobbies.configure(table.id, ANNA, rated=False)
    await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Computer")
    await refuses(
        Refusal.RATED_AMONG_PEOPLE, services.lobbies.configure(table.id, ANNA, rated=True)
    )


async def test_a_rated_game_has_no_hints_and_nothing_brings_them(services):
    table = await rated_lobby(services, 2)
    choosing = services.hints.choose(table.id, ANNA, HintRule.ALWAYS)
    await refuses(Refusal.RATED_WITHOUT_HINTS, choosing)
    table = await services.lobbies.join(table.id, BEN)
    assert table.hints is HintRule.NEVER
    asking = services.hints.to_hint(table.id, decider(table))
    await refuses(Refusal.RATED_WITHOUT_HINTS, asking)
    question = Question(Topic.HINTS, hints=HintRule.ALWAYS)
    await refuses(Refusal.RATED_WITHOUT_HINTS, propose(services, table, 0, question))
