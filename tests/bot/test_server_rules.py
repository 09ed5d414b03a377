"""What is set for a server: who may open games there, where, how many, and how they are played."""

import logging
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from tabletop import ANNA, BEN, CORA, PLACE, Clock

from bot.domain import (
    ChannelMention,
    Kind,
    OptionName,
    PaceName,
    Place,
    Question,
    Refusal,
    Refused,
    RoleMention,
    Topic,
)
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace
from bot.services import NOTHING_SET, Member, Most, ServerRules, Tables
from bot.store import Store
from bot.store.schema.tables import game, server

GUILD = PLACE.guild_id
assert GUILD is not None
ELSEWHERE = Place(PLACE.guild_id, PLACE.channel_id + 1)
GAMERS = 77


@pytest.mark.parametrize(
    "rules",
    [
        NOTHING_SET,
        ServerRules(
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
        ),
    ],
)
def test_what_is_set_is_read_as_it_was_stored(rules: ServerRules) -> None:
    assert ServerRules.load(rules.dump()) == rules


def test_with_nothing_set_nothing_is_stored() -> None:
    assert NOTHING_SET.dump() == "{}"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "7",
        '{"channels": 7}',
        '{"channels": ["7"]}',
        '{"most_games": true}',
        '{"most_games": -1}',
        '{"board": "round"}',
        '{"forbidden": ["rain"]}',
        '{"pace": "hasty"}',
        '{"reminders": null}',
        '{"zone": "Atlantis"}',
        '{"colour": "red"}',
        '{"dump": "red"}',
    ],
)
async def test_what_is_damaged_counts_as_not_set_and_the_host_is_told_once(
    store: Store, tables: Tables, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    await store.write(_damage, text)
    with caplog.at_level(logging.ERROR):
        assert await tables.server_rules(GUILD) == NOTHING_SET
        await tables.open(ANNA, PLACE, "Ur")
    (told,) = caplog.messages
    assert str(GUILD) in told
    assert text not in told
    assert (await tables.change_rules(GUILD, ANNA, most_each=2)).most_each == 2
    assert (await tables.server_rules(GUILD)).most_each == 2


def _damage(connection: Connection, text: str) -> None:
    connection.execute(insert(server).values(guild_id=GUILD, rules=text))


async def test_each_server_has_its_own(tables: Tables) -> None:
    await tables.change_rules(GUILD, ANNA, channels=(1,))
    assert await tables.server_rules(GUILD + 1) == NOTHING_SET
    assert await tables.server_rules(None) == NOTHING_SET
    await tables.open(BEN, Place(GUILD + 1, 5), "Ur")


async def _refusal(
    tables: Tables, place: Place = PLACE, **wished: Any
) -> tuple[Refusal, dict[str, object]]:
    """Why Ben may open no game, and what would be allowed."""
    with pytest.raises(Refused) as refused:
        await tables.open(BEN, place, "Ur", **wished)
    return refused.value.refusal, refused.value.details


# --- where and by whom ----------------------------------------------------------------------------


async def test_games_are_opened_in_the_channels_that_are_set(tables: Tables) -> None:
    await tables.change_rules(GUILD, ANNA, channels=(PLACE.channel_id, 5))
    allowed = {"channels": (ChannelMention(PLACE.channel_id), ChannelMention(5))}
    assert await _refusal(tables, ELSEWHERE) == (Refusal.OPENED_ELSEWHERE, allowed)
    await tables.open(BEN, PLACE, "Ur")
    await tables.open(BEN, ELSEWHERE, "in a thread, or in a category", within=(5,))
    # not even by those who have set it: they can set something else
    refused = await _refusal(tables, ELSEWHERE, member=Member(manages=True))
    assert refused == (Refusal.OPENED_ELSEWHERE, allowed)


async def test_games_are_opened_by_those_with_one_of_the_roles(tables: Tables) -> None:
    await tables.change_rules(GUILD, ANNA, roles=(GAMERS, 78))
    refused = await _refusal(tables, member=Member(frozenset({1})))
    assert refused == (Refusal.OPENED_BY_ROLES, {"roles": (RoleMention(GAMERS), RoleMention(78))})
    await tables.open(BEN, PLACE, "Ur", member=Member(frozenset({1, GAMERS})))
    await tables.open(CORA, PLACE, "by an admin", member=Member(manages=True))


async def test_whoever_is_silenced_opens_no_games_and_plays_those_of_others(
    tables: Tables,
) -> None:
    await tables.silence(GUILD, BEN.user_id, silent=True)
    await tables.silence(GUILD, CORA.user_id, silent=True)
    assert (await tables.server_rules(GUILD)).silenced == (BEN.user_id, CORA.user_id)
    assert await _refusal(tables) == (Refusal.SILENCED, {})
    table = await tables.open(ANNA, PLACE, "Ur")
    await tables.join(table.id, BEN)
    await tables.silence(GUILD, BEN.user_id, silent=False)
    assert (await tables.open(BEN, PLACE, "Ur")).opener_id == BEN.user_id


# --- how many -------------------------------------------------------------------------------------


async def test_as_many_games_are_under_way_as_are_set(store: Store, clock: Clock) -> None:
    tables = Tables(store, Random(0), clock, Most(per_user=25, per_server=3))
    await tables.change_rules(GUILD, ANNA, most_games=1)
    table = await tables.open(ANNA, PLACE, "Ur")
    assert await _refusal(tables) == (Refusal.MANY_IN_SERVER, {"limit": 1})
    await tables.leave(table.id, ANNA)
    await tables.open(BEN, PLACE, "Ur")
    # never more than the host lets there be
    await tables.change_rules(GUILD, ANNA, most_games=100)
    await tables.open(BEN, PLACE, "Kish")
    await tables.open(BEN, PLACE, "Uruk")
    assert await _refusal(tables) == (Refusal.MANY_IN_SERVER, {"limit": 3})


async def test_each_opens_as_many_as_are_set(tables: Tables) -> None:
    await tables.change_rules(GUILD, ANNA, most_each=1)
    await tables.open(BEN, Place(GUILD + 1, 5), "in another server")
    await tables.open(BEN, PLACE, "Ur")
    assert await _refusal(tables) == (Refusal.OPENED_MANY_HERE, {"limit": 1})
    await tables.open(CORA, PLACE, "Ur")


# --- how they are played --------------------------------------------------------------------------


async def test_options_that_are_forbidden_are_not_chosen(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "opened before", options=["open"])
    await tables.change_rules(GUILD, ANNA, forbidden=("open", "display"))
    named = (OptionName("open"), OptionName("display"))
    refused = await _refusal(tables, options=("buildings", "open"))
    assert refused == (Refusal.OPTIONS_NOT_HERE, {"options": named})
    other = await tables.open(ANNA, PLACE, "Ur", options=["buildings"])
    with pytest.raises(Refused) as chosen_later:
        await tables.configure(other.id, ANNA, options=["buildings", "display"])
    assert chosen_later.value.refusal is Refusal.OPTIONS_NOT_HERE
    # what was opened before stays as it is, and can be changed otherwise
    table = await tables.configure(table.id, ANNA, options=["open", "english"])
    assert table.options == ("english", "open")


def test_what_is_usual_is_taken_where_nothing_is_chosen() -> None:
    rules = NOTHING_SET.changed(board="advanced", options=("buildings", "open"))
    assert rules.opened_like("classic", (), chosen=False) == ("advanced", ("buildings", "open"))
    assert rules.opened_like("classic", (), chosen=True) == ("classic", ())
    without = rules.changed(forbidden=("open",))
    assert without.options == ("buildings",)
    only = NOTHING_SET.changed(forbidden=("open",))
    assert only.opened_like("classic", ("open",), chosen=False) == ("classic", ())


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"board": "round"}, Refusal.UNKNOWN_BOARD),
        ({"forbidden": ("rain",)}, Refusal.UNKNOWN_OPTION),
        ({"paces": ("hasty",)}, Refusal.UNKNOWN_PACE),
        ({"zone": "Atlantis"}, Refusal.UNKNOWN_ZONE),
    ],
)
async def test_what_there_is_not_cannot_be_set(
    tables: Tables, wrong: dict[str, object], refusal: Refusal
) -> None:
    await tables.change_rules(GUILD, ANNA, most_each=3)
    with pytest.raises(Refused) as refused:
        await tables.change_rules(GUILD, ANNA, **wrong)
    assert refused.value.refusal is refusal
    assert await tables.server_rules(GUILD) == ServerRules(most_each=3)


async def test_what_everybody_reads_is_in_the_language_that_is_set(tables: Tables) -> None:
    assert (await tables.open(ANNA, PLACE, "Ur", language="fr")).language == "fr"
    await tables.change_rules(GUILD, ANNA, language="de")
    assert (await tables.open(ANNA, PLACE, "Ur", language="fr")).language == "de"


# --- how fast -------------------------------------------------------------------------------------


async def test_games_are_played_at_the_paces_that_are_set(tables: Tables) -> None:
    await tables.change_rules(GUILD, ANNA, paces=("daily", "bank"))
    allowed = {"paces": (PaceName("daily"), PaceName("bank"))}
    for pace in (PACES["live"], UNHURRIED):
        assert await _refusal(tables, pace=pace) == (Refusal.PACE_NOT_HERE, allowed)
    table = await tables.open(ANNA, PLACE, "Ur")  # the first of them, as nothing is chosen
    assert table.pace == PACES["daily"]
    asking = Pace(None, Limit(timedelta(days=1), at_end=AtEnd.ASK))
    assert (await tables.open(ANNA, PLACE, "Ur", pace=asking)).pace == asking
    await tables.change_rules(GUILD, ANNA, pace="bank")
    assert (await tables.open(ANNA, PLACE, "Ur")).pace == PACES["bank"]


async def test_without_reminders_nobody_is_reminded_in_games_opened_before_or_afterwards(
    tables: Tables,
) -> None:
    daily = await tables.open(ANNA, PLACE, "daily", pace=PACES["daily"])
    unhurried = await tables.open(ANNA, PLACE, "unhurried", pace=UNHURRIED)
    other = await tables.open(ANNA, Place(GUILD + 1, 5), "elsewhere", pace=PACES["daily"])
    await tables.join(daily.id, BEN)
    running = await tables.start(daily.id, ANNA)

    await tables.change_rules(GUILD, CORA, reminders=False)

    after = await tables.get(daily.id)
    assert after.pace == Pace(None, PACES["daily"].limit)
    assert after.version == running.version + 1
    told = (await tables.history(daily.id))[-1]
    assert (told.kind, told.user_id) == (Kind.PACED, CORA.user_id)
    assert told.details == {"pace": after.pace.dump(), "why": "admin", "by": "Cora"}
    assert await tables.get(unhurried.id) == unhurried
    assert await tables.get(other.id) == other
    opened = await tables.open(ANNA, PLACE, "opened afterwards", pace=PACES["relaxed"])
    assert opened.pace == UNHURRIED
    # said a second time it changes nothing
    await tables.change_rules(GUILD, CORA, reminders=False)
    assert (await tables.get(daily.id)).version == after.version


async def test_a_pace_is_agreed_upon_as_far_as_the_server_permits(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "Ur", seats=2)
    assert table.pace == PACES["relaxed"], "as nothing is chosen, here or in the server"
    table = await tables.join(table.id, BEN)
    await tables.change_rules(GUILD, CORA, paces=("daily", "bank"))
    with pytest.raises(Refused) as refused:
        await tables.propose(table.id, ANNA.user_id, Question(Topic.PACE, pace=PACES["live"]))
    assert refused.value.refusal is Refusal.PACE_NOT_HERE
    far = Pace(limit=Limit(timedelta(days=400)))
    await tables.change_rules(GUILD, CORA, paces=())
    with pytest.raises(Refused) as refused:
        await tables.propose(table.id, ANNA.user_id, Question(Topic.PACE, pace=far))
    assert refused.value.refusal is Refusal.TIME_RANGE
    table = await tables.propose(table.id, ANNA.user_id, Question(Topic.PACE, pace=PACES["bank"]))
    await tables.change_rules(GUILD, CORA, reminders=False)  # while it is open
    (proposal,) = table.proposals
    table = await tables.answer(table.id, BEN.user_id, proposal.seq, yes=True)
    assert table.pace == Pace(None, PACES["bank"].limit)
    question = Question(Topic.PACE, pace=PACES["daily"])
    table = await tables.propose(table.id, ANNA.user_id, question)
    assert table.proposals[0].question.pace == Pace(None, PACES["daily"].limit)


# --- which games there are ------------------------------------------------------------------------


@pytest.mark.sqlite  # where a column keeps anything
async def test_the_games_of_a_server_that_are_not_over_are_listed(
    store: Store, tables: Tables
) -> None:
    table = await tables.open(ANNA, PLACE, "Ur")
    other = await tables.open(BEN, ELSEWHERE, "Kish")
    await tables.open(ANNA, Place(GUILD + 1, 5), "elsewhere")
    left = await tables.open(ANNA, PLACE, "left")
    await tables.leave(left.id, ANNA)
    assert await tables.named_in(GUILD) == [(other.id, "Kish"), (table.id, "Ur")]

    def damage(connection: Connection) -> None:
        connection.execute(update(game).where(game.c.id == other.id).values(name=b"\xff"))

    await store.write(damage)
    assert await tables.named_in(GUILD) == [(other.id, f"#{other.id}"), (table.id, "Ur")]
