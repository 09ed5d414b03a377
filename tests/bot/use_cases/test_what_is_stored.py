"""The stored data that a user can read: everything about that user, and nothing else."""

import json
from random import Random

from tabletop import ANNA, BEN, CORA, PLACE, act_at_random, person_at, running

from bot.content.names import called_former
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.features.personal_data import confirm_forgetting, own_data_page
from bot.i18n import Words
from bot.store.queries import logs, personal

WORDS = Words.of("en")
ZOE = Person(42, "Zoe")
GUILD = PLACE.guild_id


async def written(data):
    """The content of the file."""
    (file,) = own_data_page(WORDS, data, 0).files
    return (await file.read()).decode()


async def two_rounds(services, table):
    rng = Random(5)
    while table.turn < 5:
        table = (await act_at_random(services, table, rng)).table
    return table


async def test_of_a_stranger_there_is_nothing_but_the_wish_to_be_forgotten(store, services, clock):
    await running(services)
    data = await services.personal_data.read(ZOE.user_id)
    assert data.is_empty
    page = own_data_page(WORDS, data, 0)
    assert (page.text, page.files, page.rows) == ("I store nothing about you.", (), ())
    await store.write(personal.note_farewell, ZOE.user_id, clock())
    content = await written(await services.personal_data.read(ZOE.user_id))
    assert f"to be forgotten: {clock()}" in content


async def test_it_contains_the_user_s_own_actions_and_nobody_else_s(store, services):
    table = await two_rounds(services, await running(services))
    log = await store.read(logs.read_log, table.id)
    (start,) = (entry for entry in log if entry.kind == "started")
    assert start.user_id == CORA.user_id, "who took the last seat"
    for person in (ANNA, BEN, CORA):
        data = await services.personal_data.read(person.user_id)
        (game,) = data.games
        own = [entry for entry in log if entry.user_id == person.user_id]
        assert [(each.kind, each.turn, each.at) for each in game.deeds] == [
            (entry.kind, entry.turn, entry.at) for entry in own
        ]
        decided = [entry.text for entry in own if entry.kind == "acted"]
        assert [each.text for each in game.deeds if each.kind == "acted"] == decided
        assert decided
        content = await written(data)
        assert json.loads(start.text)["bag"] not in content
        for other in (ANNA, BEN, CORA):
            assert (str(other.user_id) in content) == (other is person)
            assert (other.name in content) == (other is person)


async def test_it_contains_everything_else_that_is_stored(services):
    """Also None and zero: midnight, the first seat, and switches turned off."""
    table = await running(services)
    mine, host = table.player(0).user_id, person_at(table, 1)
    await services.notes.keep_note(mine, table.id, "the black monument")
    await services.vacations.set_hours(mine, zone="Europe/Berlin", quiet=Quiet(0, 420))
    await services.preferences.switch(mine, advice=False)
    await services.lessons.begin(mine, "01-tiles")
    await services.servers.silence(GUILD, mine, silent=True)
    gathering = await services.opening.open(host, PLACE, "asked to join")
    await services.invitations.ask_also(gathering.id, host, mine)
    data = await services.personal_data.read(mine)
    content = await written(data)
    for line in ("note: the black monument", "zone: Europe/Berlin", "last started: 01-tiles"):
        assert line in content
    assert {"quiet from: 0", "advice: False", "  seat: 0", str(GUILD)} <= {*content.splitlines()}
    assert "asked to join ==" in content
    text = own_data_page(WORDS, data, 0).text
    assert "your settings, 1 game, your notes and plans and your lessons." in text


async def test_it_contains_what_others_have_stored_about_the_user(services):
    """A user who has done nothing: asked, invited, offered a seat, named in a proposal."""
    user = ZOE.user_id
    asked = await services.opening.open(BEN, PLACE, "asked to join")
    await services.invitations.ask_also(asked.id, BEN, user)
    invited = await services.opening.open(BEN, PLACE, "invited")
    await services.invitations.invite(invited.id, BEN, [user, ANNA.user_id])
    offered = await running(services, name="offered a seat")
    await services.seats.offer(offered.id, BEN, user, name=ZOE.name)
    proposed = await running(services, name="proposed")
    (seat,) = (each.seat for each in proposed.players if each.user_id == BEN.user_id)
    await services.proposals.propose(
        proposed.id, ANNA.user_id, Question(Topic.REPLACE, seat, user, name=ZOE.name)
    )
    was_asked = await services.opening.open(CORA, PLACE, "was asked")
    await services.invitations.ask_also(was_asked.id, CORA, user)
    await services.invitations.ask(was_asked.id, CORA, [])
    data = await services.personal_data.read(user)
    names = "was asked, proposed, offered a seat, invited, asked to join"
    assert ", ".join(game.name for game in data.games) == names
    assert not data.is_empty
    content = await written(data)
    for line in ("  asked: ", "  invited: ", "  offered seat: ", "  proposed for seat: "):
        assert line in content
    for person in (ANNA, BEN, CORA):
        assert person.name not in content
        assert str(person.user_id) not in content
    assert own_data_page(WORDS, data, 0).text.startswith(
        "**What I store about you:** places that name you."
    )


async def test_it_contains_lessons_and_waiting_times_of_a_game(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    table = await two_rounds(services, await services.lobbies.join(table.id, BEN))
    content = await written(await services.personal_data.read(ANNA.user_id))
    assert "  taught: {'games': 0" in content
    assert "  missed: 0" in content
    assert "  bank: 3 days, " in content


async def test_it_says_what_is_left_when_it_is_deleted(services):
    for number in range(7):
        await services.opening.open(ANNA, PLACE, f"game {number}")
    resigned = await running(services, name="resigned")  # who has resigned leaves no seat
    await services.play.resign(resigned.id, ANNA.user_id)
    data = await services.personal_data.read(ANNA.user_id)
    text = confirm_forgetting(WORDS, data, 0).text
    assert "You leave **game 6**, **game 5**, **game 4**, **game 3**, **game 2** and 2 more" in text
    assert own_data_page(WORDS, data, 365).text.count("365 days")


async def test_rules_that_are_damaged_hinder_nobody_from_seeing_the_rest(store, services):
    await running(services)
    await services.servers.silence(GUILD, ANNA.user_id, silent=True)
    async with store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE server SET rules = '[{ANNA.user_id}'")
    data = await services.personal_data.read(ANNA.user_id)
    assert data.games
    assert data.silenced_in == ()


def test_a_former_player_has_a_name_in_every_language():
    assert called_former("en") == called_former("ko") == "a former player"
    assert called_former("fr") != called_former("ja") != "a former player"
