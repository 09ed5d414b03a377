"""One stored game is damaged: it is set aside, says so, and all the others go on."""

import json
import logging
from random import Random

import pytest
from post_box import deliver
from tabletop import ANNA, BEN, CORA, PLACE, act_at_random, decider, forget, running, whole

from bot.domain import Origin, Place, Purpose, Refusal, Refused, Unreadable
from bot.features.games.game_list import Listing, games_page
from bot.i18n import Words
from bot.services import Services
from engine import EndTurn, PlaceLeader
from tests.databases import meddle

Damage = tuple[str, tuple[object, ...]]


@pytest.fixture
def path(tmp_path):
    """Where the store of these tests has its file."""
    return tmp_path / "games.sqlite3"


STATE = "UPDATE snapshot SET state = {} WHERE game_id = 1"
EVENTS = "UPDATE entry SET events = ? WHERE game_id = 1 AND seq = (SELECT max(seq) FROM entry)"
DAMAGES = {
    "a state cut short": (STATE.format("substr(state, 1, 100)"), ()),
    "a state of another version": (STATE.format("""json_set(state, '$.version', 99)"""), ()),
    "a state of three players": (STATE.format("""json_remove(state, '$.hands[0]')"""), ()),
    "a state of other seats": (STATE.format("""json_set(state, '$.seats', json('"pl"'))"""), ()),
    "a state on another board": (STATE.format("""json_set(state, '$.layout', 'advanced')"""), ()),
    "a state with a bit between two rows of the board": (
        STATE.format(f"json_set(state, '$.catastrophes', {1 << 33})"),
        (),
    ),
    "a state that is no text": (STATE.format("x'ff00'"), ()),
    "a state that is a text in no alphabet": (STATE.format("CAST(x'ff22ff' AS TEXT)"), ()),
    "no state": ("DELETE FROM snapshot WHERE game_id = 1", ()),
    "no last entry": ("DELETE FROM entry WHERE game_id = 1 AND seq > 4", ()),
    "an event of an unknown kind": (EVENTS, ('[["Earthquake", {}]]',)),
    "an event that is none": (EVENTS, ('[["TurnBegan", {"chair": 1}]]',)),
    "an event of a seat that no one has": (EVENTS, ('[["TurnBegan", {"seat": 3}]]',)),
    "an event beside the board": (
        EVENTS,
        ('[["UnificationEnded", {"cell": {"row": 1, "col": 16}}]]',),
    ),
    "a vacation without an end": (
        """UPDATE entry SET kind = 'away', text = '{"until": "soon"}' WHERE seq = 5""",
        (),
    ),
    "events that are no JSON": (EVENTS, ("[[[",)),
    "a decision that is none": ("UPDATE entry SET text = 'z@Q99' WHERE kind = 'acted'", ()),
    "an entry of an unknown kind": ("UPDATE entry SET kind = 'cheated' WHERE seq > 3", ()),
    "an entry without a time": ("UPDATE entry SET at = 'yesterday' WHERE game_id = 1", ()),
    "an unknown board": ("UPDATE game SET board = 'round' WHERE id = 1", ()),
    "an unknown option": ("""UPDATE game SET options = '["chess"]' WHERE id = 1""", ()),
    "options that are none": ("UPDATE game SET options = '7' WHERE id = 1", ()),
    "an unknown status": ("UPDATE game SET status = 'paused' WHERE id = 1", ()),
    "a status that is too early": ("UPDATE game SET status = 'running', state_version = 0", ()),
    "a version that is none": ("UPDATE game SET version = 'last' WHERE id = 1", ()),
    "a version that is too high": ("UPDATE game SET version = 9999 WHERE id = 1", ()),
    "a version that was shown before it was": (
        "UPDATE game SET delivered_version = 9999 WHERE id = 1",
        (),
    ),
    "a turn that was shown before it was": (
        "UPDATE game SET delivered_turn = 9999 WHERE id = 1",
        (),
    ),
    "reminders without a pause": (
        """UPDATE game SET pace = '{"reminders": [60, 0]}' WHERE id = 1""",
        (),
    ),
    "an absurd number of seats": ("UPDATE game SET capacity = -7 WHERE id = 1", ()),
    "a dynasty that is none": (
        "UPDATE player SET dynasty = 'x' WHERE game_id = 1 AND seat = 0",
        (),
    ),
    "a place to be called that is none": (
        "UPDATE player SET calls_in = 'null' WHERE game_id = 1 AND seat = 0",
        (),
    ),
    "a standing order that is none": (
        "UPDATE player SET standing_order = 'flee' WHERE game_id = 1 AND seat = 0",
        (),
    ),
    "a seat that is none": ("UPDATE player SET seat = 77 WHERE game_id = 1 AND seat = 0", ()),
    "what somebody was taught that is none": ("UPDATE game SET taught = '[{}]' WHERE id = 1", ()),
    "a player too many taught": ("""UPDATE game SET taught = '[{"games":0}]' WHERE id = 1""", ()),
    "a player too few": ("DELETE FROM player WHERE game_id = 1 AND user_id = ?", (CORA.user_id,)),
}


IN_FILES = {
    "a state of another version",  # SQLite changes the text
    "a state of three players",
    "a state of other seats",
    "a state on another board",
    "a state with a bit between two rows of the board",
    "no last entry",  # its state refers to it
    "a state that is no text",  # what a column cannot hold at a server
    "a state that is a text in no alphabet",
    "events that are no JSON",
    "an entry without a time",
    "a version that is none",
}
"""Damages that only a file of SQLite's can have, or only there can be made so."""


async def damaged_game(services, path, damage):
    """A game of three that is damaged then, and another one of two of them."""
    table = await running(services, name="Ur")
    table = (await act_at_random(services, table, Random(1))).table
    statement, values = damage
    await meddle(path, statement, *values)
    return table, await running(services, 2, "Kish")


async def test_a_seat_before_the_start_is_damage(services, path):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    await meddle(path, "UPDATE player SET seat = 1")
    with pytest.raises(Refused) as refused:
        await services.visits.of(table.id, ANNA.user_id)
    assert refused.value.refusal is Refusal.UNREADABLE


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(damage, id=name, marks=[pytest.mark.sqlite] * (name in IN_FILES))
        for name, damage in DAMAGES.items()
    ],
)
async def test_it_alone_is_set_aside(services, store, clock, path, damage, caplog):
    ur, kish = await damaged_game(services, path, damage)
    hidden = [str(each) for each in (*whole(ur).hands, whole(ur).bag)]
    services = Services(store, Random(1), clock)  # a program that has nothing in memory
    with caplog.at_level(logging.INFO):
        await its_players_are_told(services, ur)
        await the_other_game_goes_on(services, kish, ur)
        with pytest.raises(Refused):  # once more: it is said once
            await services.games.get(ur.id)
    (told,) = caplog.messages
    assert told.startswith("game 1 is set aside: ")
    assert "`python -m bot check`" in told
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert not any(secret in caplog.text for secret in hidden)


async def its_players_are_told(services, ur):
    origin = Origin(CORA.user_id, PLACE.guild_id, PLACE.channel_id)
    for read in (
        lambda: services.games.get(ur.id),
        lambda: services.visits.of(ur.id, CORA.user_id),
        lambda: services.play.act(ur.id, decider(ur), EndTurn()),
        lambda: services.games.history(ur.id),
        lambda: services.visits.named(origin, str(ur.id)),
        lambda: services.visits.named(Origin(BEN.user_id, None, None), "ur"),
    ):
        with pytest.raises(Refused) as caught:
            await read()
        assert caught.value.refusal is Refusal.UNREADABLE
        assert str(caught.value).startswith("Ur is damaged, so I can't read it.")


async def the_other_game_goes_on(services, kish, ur):
    at_home = Origin(ANNA.user_id, PLACE.guild_id, None)
    (visit,) = await services.visits.meant(at_home, Purpose.PLAY)
    assert visit.table.id == kish.id
    table = visit.table
    table = (
        await services.play.act(table.id, decider(table), EndTurn(), table.state_version)
    ).table
    listed = await services.games.of_user(ANNA.user_id)
    assert listed == [table, Unreadable(ur.id, "Ur", PLACE, PLACE.channel_id)]
    page = games_page(Words.of("en"), Listing(listed), ANNA.user_id).text.splitlines()
    page = [line for line in page if str(PLACE.channel_id) in line]
    assert [("Ur" in line, "Damaged" in line) for line in page] == [(False, False), (True, True)]
    assert await services.games.at(PLACE.channel_id) == [table]


async def test_who_plays_in_no_other_game_is_not_told_to_play_in_none(services, store, clock, path):
    ur, kish = await damaged_game(services, path, DAMAGES["no state"])
    assert CORA.user_id in {each.user_id for each in ur.players}
    assert CORA.user_id not in {each.user_id for each in kish.players}
    services = Services(store, Random(1), clock)
    with pytest.raises(Refused) as caught:
        await services.visits.meant(Origin(CORA.user_id, PLACE.guild_id, None), Purpose.PLAY)
    assert caught.value.refusal is Refusal.UNREADABLE
    page = games_page(
        Words.of("en"), Listing(await services.games.of_user(CORA.user_id)), CORA.user_id
    )
    assert "Ur" in page.text
    assert "no game" not in page.text


async def test_its_own_thread_speaks_of_it(services, store, clock, path):
    """Even to those who play elsewhere: there nothing else can be meant."""
    ur, _ = await damaged_game(services, path, DAMAGES["an unknown board"])
    await meddle(path, "UPDATE game SET home_id = 77, home_kind = 'thread' WHERE id = ?", ur.id)
    services = Services(store, Random(1), clock)
    with pytest.raises(Refused) as caught:
        await services.visits.meant(Origin(ANNA.user_id, PLACE.guild_id, 77), Purpose.PLAY)
    assert caught.value.refusal is Refusal.UNREADABLE


@pytest.mark.sqlite
async def test_a_name_that_is_lost_too(services, store, clock, path):
    ur, _ = await damaged_game(services, path, DAMAGES["an unknown status"])
    torn = "UPDATE game SET name = CAST(x'ff' AS TEXT), channel_id = 'there' WHERE id = 1"
    await meddle(path, torn)
    services = Services(store, Random(1), clock)
    assert (await services.games.of_user(ANNA.user_id))[1] == Unreadable(
        ur.id, "#1", Place(PLACE.guild_id, 0), 0
    )


async def test_once_it_is_mended_it_goes_on_and_what_is_damaged_anew_is_told_anew(
    services, store, clock, path, caplog
):
    ur = await running(services, name="Ur")
    program = Services(store, Random(1), clock)
    for _ in range(2):
        await meddle(path, "UPDATE game SET status = 'paused' WHERE id = ?", ur.id)
        with pytest.raises(Refused):
            await program.games.get(ur.id)
        await meddle(path, "UPDATE game SET status = 'running' WHERE id = ?", ur.id)
        assert await program.games.get(ur.id) == ur
    assert len(caplog.messages) == 2
    assert (await program.play.act(ur.id, decider(ur), EndTurn())).table.turn == 2


async def test_nothing_of_it_is_delivered_and_that_is_said_once(
    services, store, path, clock, box, make, caplog
):
    ur, kish = await damaged_game(services, path, DAMAGES["no state"])
    forget(services)  # the program starts
    delivery = make()
    for _ in range(3):
        await delivery.start()
        await delivery.rest()
    await deliver(delivery, ur)
    assert [line["game"] for line in box.lines("send")] == [kish.id] * len(box.lines("send"))
    assert box.lines("send")
    assert len(caplog.messages) == 1


async def test_a_state_to_which_is_undone(services, path):
    ur = await running(services, name="Ur")
    first = next(each for each in whole(ur).legal_actions() if isinstance(each, PlaceLeader))
    acted = (await services.play.act(ur.id, decider(ur), first)).table
    await meddle(
        path, "DELETE FROM snapshot WHERE game_id = ? AND seq = ?", ur.id, ur.state_version
    )
    with pytest.raises(Refused) as caught:
        await services.play.undo(ur.id, decider(ur))
    assert caught.value.refusal is Refusal.UNREADABLE
    assert await services.games.get(ur.id) == acted


@pytest.mark.parametrize("text", ["", "{}", json.dumps({"users": [1], "seats": "lz", "bag": 7})])
async def test_an_earlier_entry_of_a_game_that_is_over(services, path, text):
    """It is shown as it ended; only its record is lost."""
    table = await running(services, 2)
    for player in table.players[:1]:
        table = (await services.play.resign(table.id, player.user_id)).table
    await meddle(path, "UPDATE entry SET text = ? WHERE kind = 'started'", text)
    assert await services.games.get(table.id) == table
    with pytest.raises(Refused) as caught:
        await services.games.record(table.id)
    assert caught.value.refusal is Refusal.UNREADABLE
