"""Rules of a server: who may open games there, where, how many, and how they are played."""

import logging
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import insert, update
from tabletop import ANNA, BEN, CORA, DAN, PLACE, refuses

from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import ChannelMention, OptionName, PaceName, Refusal, Refused, RoleMention
from bot.domain.server_rules import NOTHING_SET, Member, ServerRules
from bot.domain.table import Place
from bot.store.queries import servers
from bot.store.schema.tables import game, server
from bot.use_cases import GameLimits, Services

GUILD = PLACE.guild_id
ELSEWHERE = Place(PLACE.guild_id, PLACE.channel_id + 1)
GAMERS = 77


def test_what_is_set_is_read_as_it_was_stored():
    rules = ServerRules(
        channels=(1, 2),
        roles=(3,),
        most_games=5,
        most_each=1,
        board="advanced",
        options=(),
        forbidden=("open",),
        pace="daily",
        paces=("daily", "bank"),
        reminders=False,
        language="en",
        zone="Europe/Paris",
        silenced=(9,),
    )
    assert ServerRules.load(rules.dump()) == rules
    assert NOTHING_SET.dump() == "{}"
    assert ServerRules.load("{}") == NOTHING_SET


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", '{"channels": 7}', '{"channels": ["7"]}', '{"most_games": true}'),
        *('{"most_games": -1}', '{"board": "round"}', '{"forbidden": ["rain"]}'),
        *('{"pace": "hasty"}', '{"reminders": null}', '{"zone": "Atlantis"}'),
        *('{"colour": "red"}', '{"dump": "red"}'),
    ],
)
def test_what_is_damaged_cannot_be_read(text):
    with pytest.raises(ValueError, match=r"."):
        ServerRules.load(text)
    assert ServerRules.public(text) == NOTHING_SET


async def test_a_damaged_rule_counts_as_not_set_and_is_logged_once(store, services, caplog):
    text = '{"colour": "red"}'
    table = await services.opening.open(ANNA, PLACE, "Ur")

    def damage(connection):
        connection.execute(insert(server).values(guild_id=GUILD, rules=text))

    await store.write(damage)
    with caplog.at_level(logging.ERROR):
        assert await services.servers.rules(GUILD) == NOTHING_SET
        assert (await services.games.get(table.id)).rules == NOTHING_SET
        await services.opening.open(ANNA, PLACE, "Ur")
    (message,) = caplog.messages
    assert str(GUILD) in message
    assert text not in message
    assert (await services.servers.change(GUILD, ANNA, most_each=2)).most_each == 2
    assert (await services.servers.rules(GUILD)).most_each == 2


async def _refusal(services, place=PLACE, **wished):
    """The refusal when Ben opens a game, and its details."""
    with pytest.raises(Refused) as refused:
        await services.opening.open(BEN, place, "Ur", **wished)
    return refused.value.refusal, refused.value.details


# --- places and people ----------------------------------------------------------------------------


async def test_games_are_opened_in_the_channels_that_are_set(services):
    await services.servers.change(GUILD, ANNA, channels=(PLACE.channel_id, 5))
    allowed = {"channels": (ChannelMention(PLACE.channel_id), ChannelMention(5))}
    assert await _refusal(services, ELSEWHERE) == (Refusal.OPENED_ELSEWHERE, allowed)
    await services.opening.open(BEN, PLACE, "Ur")
    await services.opening.open(BEN, ELSEWHERE, "in a thread, or in a category", within=(5,))
    # not even by those who have set it: they can set something else
    refused = await _refusal(services, ELSEWHERE, member=Member(manages=True))
    assert refused == (Refusal.OPENED_ELSEWHERE, allowed)


async def test_games_are_opened_by_those_with_one_of_the_roles(services):
    await services.servers.change(GUILD, ANNA, roles=(GAMERS, 78))
    refused = await _refusal(services, member=Member(frozenset({1})))
    assert refused == (Refusal.OPENED_BY_ROLES, {"roles": (RoleMention(GAMERS), RoleMention(78))})
    await services.opening.open(BEN, PLACE, "Ur", member=Member(frozenset({1, GAMERS})))
    await services.opening.open(CORA, PLACE, "by an admin", member=Member(manages=True))


async def test_whoever_is_silenced_opens_no_games_and_plays_those_of_others(services):
    await services.servers.silence(GUILD, BEN.user_id, silent=True)
    await services.servers.silence(GUILD, CORA.user_id, silent=True)
    assert (await services.servers.rules(GUILD)).silenced == (BEN.user_id, CORA.user_id)
    assert await _refusal(services) == (Refusal.SILENCED, {})
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await services.servers.silence(GUILD, BEN.user_id, silent=False)
    assert (await services.opening.open(BEN, PLACE, "Ur")).opener_id == BEN.user_id


# --- numbers --------------------------------------------------------------------------------------


async def test_as_many_games_are_under_way_as_are_set(store, clock):
    services = Services(store, Random(0), clock, GameLimits(per_user=25, per_server=3))
    await services.servers.change(GUILD, ANNA, most_games=1)
    table = await services.opening.open(ANNA, PLACE, "Ur")
    assert await _refusal(services) == (Refusal.MANY_IN_SERVER, {"limit": 1})
    await services.lobbies.leave(table.id, ANNA)
    await services.opening.open(BEN, PLACE, "Ur")
    # never more than the host lets there be
    await services.servers.change(GUILD, ANNA, most_games=100)
    await services.opening.open(BEN, PLACE, "Kish")
    await services.opening.open(BEN, PLACE, "Uruk")
    assert await _refusal(services) == (Refusal.MANY_IN_SERVER, {"limit": 3})


async def test_each_opens_as_many_as_are_set_in_that_server_and_in_its_language(services):
    assert (await services.opening.open(ANNA, PLACE, "Ur", language="fr")).language == "fr"
    await services.servers.change(GUILD, ANNA, most_each=1, language="de")
    assert await services.servers.rules(GUILD + 1) == NOTHING_SET
    assert await services.servers.rules(None) == NOTHING_SET
    await services.opening.open(BEN, Place(GUILD + 1, 5), "in another server")
    await services.opening.open(BEN, PLACE, "Ur")
    assert await _refusal(services) == (Refusal.OPENED_MANY_HERE, {"limit": 1})
    assert (await services.opening.open(CORA, PLACE, "Ur", language="fr")).language == "de"


# --- options --------------------------------------------------------------------------------------


async def test_options_that_are_forbidden_are_not_chosen(services):
    table = await services.opening.open(ANNA, PLACE, "opened before", options=["open"])
    await services.servers.change(GUILD, ANNA, forbidden=("open", "display"))
    named = (OptionName("open"), OptionName("display"))
    refused = await _refusal(services, options=("buildings", "open"))
    assert refused == (Refusal.OPTIONS_NOT_HERE, {"options": named})
    other = await services.opening.open(ANNA, PLACE, "Ur", options=["buildings"])
    chosen = services.lobbies.configure(other.id, ANNA, options=["buildings", "display"])
    await refuses(Refusal.OPTIONS_NOT_HERE, chosen)
    # what was opened before stays as it is, and can be changed otherwise
    table = await services.lobbies.configure(table.id, ANNA, options=["open", "english"])
    assert table.options == ("english", "open")


def test_what_is_usual_is_taken_where_nothing_is_chosen():
    rules = NOTHING_SET.changed(board="advanced", options=("buildings", "open"))
    assert rules.opened_like("classic", (), chosen=False) == ("advanced", ("buildings", "open"))
    assert rules.opened_like("classic", (), chosen=True) == ("classic", ())
    without = rules.changed(forbidden=("open",))
    assert without.options == ("buildings",)
    only = NOTHING_SET.changed(forbidden=("open",))
    assert only.opened_like("classic", ("open",), chosen=False) == ("classic", ())


async def test_what_there_is_not_cannot_be_set(services):
    await services.servers.change(GUILD, ANNA, most_each=3)
    for wrong, refusal in (
        ({"board": "round"}, Refusal.UNKNOWN_BOARD),
        ({"forbidden": ("rain",)}, Refusal.UNKNOWN_OPTION),
        ({"paces": ("hasty",)}, Refusal.UNKNOWN_PACE),
        ({"zone": "Atlantis"}, Refusal.UNKNOWN_ZONE),
    ):
        await refuses(refusal, services.servers.change(GUILD, ANNA, **wrong))
    assert await services.servers.rules(GUILD) == ServerRules(most_each=3)


# --- pace -----------------------------------------------------------------------------------------


async def test_games_are_played_at_the_paces_that_are_set(services):
    await services.servers.change(GUILD, ANNA, paces=("daily", "bank"))
    allowed = {"paces": (PaceName("daily"), PaceName("bank"))}
    for pace in (PACES["live"], UNHURRIED):
        assert await _refusal(services, pace=pace) == (Refusal.PACE_NOT_HERE, allowed)
    table = await services.opening.open(ANNA, PLACE, "Ur")
    assert table.pace == PACES["daily"], "the first of them, as nothing is chosen"
    asking = Pace(None, Limit(timedelta(days=1), at_end=AtEnd.ASK))
    assert (await services.opening.open(ANNA, PLACE, "Ur", pace=asking)).pace == asking
    await services.servers.change(GUILD, ANNA, pace="bank")
    assert (await services.opening.open(ANNA, PLACE, "Ur")).pace == PACES["bank"]


async def test_without_reminders_nobody_is_reminded_in_games_opened_before_or_afterwards(services):
    daily = await services.opening.open(ANNA, PLACE, "daily", pace=PACES["daily"])
    unhurried = await services.opening.open(ANNA, PLACE, "unhurried", pace=UNHURRIED)
    other = await services.opening.open(ANNA, Place(GUILD + 1, 5), "elsewhere", pace=PACES["daily"])
    await services.lobbies.join(daily.id, BEN)
    running = await services.lobbies.start(daily.id, ANNA)

    await services.servers.change(GUILD, CORA, reminders=False)

    after = await services.games.get(daily.id)
    assert after.pace == Pace(None, PACES["daily"].limit)
    assert after.version == running.version + 1
    message = (await services.games.history(daily.id))[-1]
    assert (message.kind, message.user_id) == ("paced", CORA.user_id)
    assert (message.pace, message.why, message.by) == (after.pace, "admin", "Cora")
    assert await services.games.get(unhurried.id) == unhurried
    assert await services.games.get(other.id) == other
    opened = await services.opening.open(ANNA, PLACE, "opened afterwards", pace=PACES["relaxed"])
    assert opened.pace == UNHURRIED
    # said a second time it changes nothing
    await services.servers.change(GUILD, CORA, reminders=False)
    assert (await services.games.get(daily.id)).version == after.version


async def test_a_pace_is_agreed_upon_as_far_as_the_server_permits(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    number = table.id

    def wish(pace):
        question = Question(Topic.PACE, pace=pace)
        return services.proposals.propose(number, ANNA.user_id, question)

    assert table.pace == PACES["relaxed"], "as nothing is chosen, here or in the server"
    table = await services.lobbies.join(table.id, BEN)
    await services.servers.change(GUILD, CORA, paces=("daily", "bank"))
    await refuses(Refusal.PACE_NOT_HERE, wish(PACES["live"]))
    await services.servers.change(GUILD, CORA, paces=())
    await refuses(Refusal.TIME_RANGE, wish(Pace(limit=Limit(timedelta(days=400)))))
    table = await wish(PACES["bank"])
    await services.servers.change(GUILD, CORA, reminders=False)  # while it is open
    (proposal,) = table.proposals
    table = await services.proposals.answer(table.id, BEN.user_id, proposal.seq, yes=True)
    assert table.pace == Pace(None, PACES["bank"].limit)
    table = await wish(PACES["daily"])
    assert table.proposals[0].question.pace == Pace(None, PACES["daily"].limit)


# --- lists of games -------------------------------------------------------------------------------


@pytest.mark.sqlite  # where a column keeps anything
async def test_the_games_of_a_server_that_are_not_over_are_listed(store, services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    other = await services.opening.open(BEN, ELSEWHERE, "Kish")
    await services.opening.open(ANNA, Place(GUILD + 1, 5), "elsewhere")
    left = await services.opening.open(ANNA, PLACE, "left")
    await services.lobbies.leave(left.id, ANNA)
    assert await services.games.named_in(GUILD) == [(other.id, "Kish"), (table.id, "Ur")]

    def damage(connection):
        connection.execute(update(game).where(game.c.id == other.id).values(name=b"\xff"))

    await store.write(damage)
    assert await services.games.named_in(GUILD) == [(other.id, f"#{other.id}"), (table.id, "Ur")]


# --- servers that the bot was thrown out of -------------------------------------------------------


async def test_when_the_bot_left_is_known_until_it_is_back_and_what_is_set_stays(
    store, services, clock
):
    before = await services.servers.change(GUILD, ANNA, most_each=2)
    left_at = clock()
    await store.write(servers.note_left, GUILD, left_at)
    clock.advance(days=3)
    await store.write(servers.note_left, GUILD, clock())
    await store.write(servers.note_left, GUILD + 1, clock())
    assert await store.read(servers.left) == {GUILD: left_at, GUILD + 1: clock()}
    assert await services.servers.rules(GUILD) == before
    assert await services.servers.rules(GUILD + 1) == NOTHING_SET
    await store.write(servers.note_back, GUILD)
    await store.write(servers.note_back, GUILD + 2)
    assert await store.read(servers.left) == {GUILD + 1: clock()}
    assert await services.servers.rules(GUILD) == before
    await store.write(servers.note_left, GUILD, clock())
    assert (await store.read(servers.left))[GUILD] == clock()


# --- offers at a table ----------------------------------------------------------------------------


async def test_what_is_offered_at_a_table_is_accepted_and_nothing_else(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    assert table.rules == NOTHING_SET
    await services.servers.change(GUILD, CORA, forbidden=("open",), paces=("daily", "bank"))
    await services.servers.silence(GUILD, DAN.user_id, silent=True)
    rules = (await services.games.get(table.id)).rules
    assert rules == NOTHING_SET.changed(forbidden=("open",), paces=("daily", "bank"))
    assert (await services.opening.open(ANNA, PLACE, "Kish")).rules == rules
    for name, pace in PACES.items():
        if name in rules.paces_offered:
            assert (await services.paces.choose(table.id, ANNA, pace)).pace == pace
        else:
            await refuses(Refusal.PACE_NOT_HERE, services.paces.choose(table.id, ANNA, pace))
