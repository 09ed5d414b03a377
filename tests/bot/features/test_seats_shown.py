"""Displays of seats that change hands or are empty, and their results.

Nothing of a hand gets to who does not hold it any more.
"""

import re
from random import Random

import pytest
from post_box import RecordingBox, deliver, due_of
from seated import WORDS, handle_request, seats_of
from tabletop import (
    DAN,
    EVE,
    PLACE,
    Clock,
    InOrder,
    a_day_later,
    act,
    act_at_random,
    change_directly,
    game_of,
    in_conflict,
    mark_delivered,
    person_at,
    resign,
    running,
    take_seat,
    user_at,
)

from bot.changes import go_on
from bot.content.ending import outcome_line
from bot.content.message import Button, Select, UserSelect
from bot.content.names import final_thread_name
from bot.content.pictures import chart_picture
from bot.delivery import FLEETING, Delivery, ToChannel, ToHome
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.entries import Why
from bot.domain.hours import Quiet
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refused
from bot.domain.seating import giving_up
from bot.domain.table import Status
from bot.features.board import board_page, log_page
from bot.features.games import Listing, games_page
from bot.features.help import help_page
from bot.features.lobby.lobby_post import lobby
from bot.features.planning import plan_page
from bot.features.preferences import preferences_page
from bot.features.table.seating import confirm_offering, confirm_resigning, offer_line
from bot.features.table.table_page import table_page
from bot.i18n.times import moment
from bot.intents import NO_GAME, parse_custom_id
from bot.intents.planning import AskNote
from bot.intents.rules import SeeLegend, SeeRule, SeeRules
from bot.parts.buttons import rows_of_help
from bot.parts.result import result
from bot.parts.turn.keypad import choose_space
from bot.posts.game_messages import past_turn
from bot.posts.posts_due import Due
from bot.use_cases import Services
from bot.use_cases.besides_playing import give_up_seat, offer_seat
from bot.use_cases.inside import AllSeats
from engine import Colour, EndTurn, IllegalAction, PlaceLeader

# --- the old desk, and the new one ---------------------------------------------------------------


async def test_the_old_desk_goes_and_never_shows_the_seat_again(store, services, clock):
    """Though nobody is called by it, so that the desk is for the same call as before."""
    box = RecordingBox()
    delivery = Delivery(store, services, box, due_of(services), clock, alarm=lambda _: None)
    services.notify(delivery, alarm=delivery.alarm)
    table = await in_conflict(services)
    seat = (game_of(table).decision.seat + 1) % 3
    old = person_at(table, seat)
    await deliver(delivery, table)
    (desk,) = (number for number, shown in box.live().items() if shown["where"] == old.user_id)
    table = await services.seats.offer(table.id, old)
    await deliver(delivery, table)
    table, before = await take_seat(services, table, seat, EVE), len(box.contents)
    await deliver(delivery, table)
    for _ in range(3):
        table = (await act_at_random(services, table, Random(1))).table
        await deliver(delivery, table)
    assert old.user_id not in {place for place, _, _ in box.contents[before:]}
    assert desk not in box.live()
    assert [line["message"] for line in box.lines("remove")].count(desk) == 1
    desks = [key for place, key, _ in box.contents if place == EVE.user_id]
    assert desks
    assert not {key for place, key, _ in box.contents if place == old.user_id} & set(desks)
    await delivery.close()


def pages(seat, table):
    """Pages that a player may have open."""
    yield desk_page(WORDS, seat)
    yield help_page(WORDS, rows_of_help(WORDS, table, seat), table.options)
    yield confirm_resigning(WORDS, seat)
    yield confirm_offering(WORDS, seat)
    yield plan_page(WORDS, seat)
    yield choose_space(WORDS, seat, Colour.RED)


def presses(contents):
    """Every button, and some choice of every select."""
    found = set()
    for content in contents:
        for row in content.rows:
            if isinstance(row, Select):
                found |= {(row.custom_id, (option.value,)) for option in row.options[:3]}
            elif isinstance(row, UserSelect):
                found.add((row.custom_id, (str(DAN.user_id),)))
            else:
                found |= {(each.custom_id, ()) for each in row if isinstance(each, Button)}
    return found


ELSEWHERE = SeeLegend | SeeRules | SeeRule | AskNote
"""Intents that are answered without a table."""


async def answer(services, request, person):
    """The answer to a user's intent, or its refusal."""
    try:
        shown = await handle_request(services, person, request)
    except (Refused, IllegalAction) as refused:
        return refused.args
    return shown.text, shown.rows, shown.picture


async def test_every_button_of_who_was_replaced_is_answered_as_a_strangers(services):
    table = await running(services)
    seat = game_of(table).decision.seat
    old = person_at(table, seat)
    mine = (await services.visits.of(table.id, old.user_id)).seat
    habits = await services.preferences.habits(old.user_id)
    orders = await services.preferences.standing_orders(old.user_id, table.id)
    shown = [*pages(mine, table), preferences_page(WORDS, habits, orders, mine)]
    (free,) = [
        post.made()
        for post in Due(services.games.record)(
            await AllSeats(services).everyone((await services.seats.offer(table.id, old)).id),
            frozenset(),
        )
        if "-seat-" in post.key
    ]
    table = await take_seat(services, table, seat, EVE)
    pressed = presses([*shown, free])
    assert len(pressed) > 15
    stranger = Person(DAN.user_id + 100, "Stranger")
    for custom_id, values in pressed:
        request = parse_custom_id(custom_id, values)
        if request.game == NO_GAME or isinstance(request.intent, ELSEWHERE):
            continue
        answers = [await answer(services, request, person) for person in (old, stranger)]
        assert answers[0] == answers[1], custom_id
    assert await services.games.get(table.id) == table


# --- public messages -----------------------------------------------------------------------------


async def posts(services, table):
    """The due posts about seats, by key."""
    due = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    found = {}
    for post in due:
        key = post.key.removeprefix(f"game-{table.id}-")
        if key.startswith(("seat-", "asked-")):
            assert post.kind in FLEETING
            assert post.target == (ToHome() if key.startswith("seat-") else ToChannel())
            found[key] = post.made()
    return found


async def test_a_free_seat_is_posted_until_it_is_taken_or_kept(services, clock):
    """An offer in somebody's quiet hours does not show that: all see a silent message's mark."""
    now = clock().hour * 60
    await services.vacations.set_hours(EVE.user_id, zone="UTC", quiet=Quiet(now, now + 60))
    table = await running(services)
    assert await posts(services, table) == {}
    owner = person_at(table, 1)
    table = await services.seats.offer(table.id, owner)
    ((key, content),) = (await posts(services, table)).items()
    assert key == f"seat-1-{table.version}"
    assert content.text.startswith(f"**{owner.name}** (")
    assert ") is offering a seat in **Ur**. Take it, and its hand" in content.text
    assert content.silent
    assert not content.ping
    assert [button.label for button in content.rows[0]] == ["Take the seat"]
    # an offer by name rings the one it is made to, once; the post is another one
    table = await services.seats.offer(table.id, owner, EVE.user_id)
    ((key, content),) = (await posts(services, table)).items()
    assert key == f"seat-1-{table.version}"
    assert (content.ping, content.silent) == ((), False)
    await services.vacations.set_hours(EVE.user_id, zone="UTC", quiet=None)
    table = await services.seats.keep(table.id, owner.user_id)
    table = await services.seats.offer(table.id, owner, EVE.user_id)
    ((key, content),) = (await posts(services, table)).items()
    assert content.ping == (EVE.user_id,)
    assert [button.label for button in content.rows[0]] == ["Take the seat", "No thanks"]
    mine = (await services.visits.of(table.id, owner.user_id)).seat
    assert f"<@{EVE.user_id}>" in offer_line(WORDS, mine)
    table = await act(services, table, EndTurn())
    assert (await posts(services, table))[key] == content  # and is not edited while others play
    table = await services.seats.keep(table.id, owner.user_id)
    assert await posts(services, table) == {}
    table = (await services.play.resign(table.id, owner.user_id)).table
    (content,) = (await posts(services, table)).values()
    assert content.text.startswith(f"**{owner.name}**'s seat (")
    table = (await services.seats.take(table.id, EVE, 1, table.player(1).free_since)).table
    assert await posts(services, table) == {}


async def test_history_names_both(services):
    table = await running(services, 2)
    old, other = person_at(table, 0), person_at(table, 1)
    table = (await services.play.act(table.id, old.user_id, EndTurn())).table
    ended = table.turns[0]
    heading = past_turn(WORDS, table, ended, "x").text
    table = await take_seat(services, table, 0, EVE)
    table = await act(services, table, EndTurn())
    table = (await services.play.act(table.id, EVE.user_id, EndTurn())).table
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert f"{old.name} ends the turn" in log
    assert f"Eve takes over {old.name}'s seat." in log
    assert "Eve ends the turn" in log
    assert past_turn(WORDS, table, ended, "x").text == heading  # what is there is not rewritten
    table = (await services.play.resign(table.id, other.user_id)).table
    assert table.status is Status.OVER
    shown = result(WORDS, table, "x", lambda: services.games.record(table.id)).text
    assert f"after {old.name}" in shown
    assert f'"{old.name} then Eve, {other.name}"' in await services.games.record(table.id)


@pytest.mark.parametrize(
    ("why", "by", "to_all", "to_player", "logged", "logged_by_name"),
    [
        (
            Why.OWN,
            "",
            "**Anna** (…) is offering a seat in **Ur**.",
            "",
            "Anna offers their seat.",
            "Anna offers their seat to Eve.",
        ),
        (
            Why.TIME,
            "",
            "**Anna**'s seat (…) in **Ur** is on offer.",
            " You ran out of time three times in a row. Decide in time to keep your seat.",
            "Anna ran out of time three times in a row. Their seat is on offer.",
            "",
        ),
        (
            Why.AGREED,
            "",
            "The players agreed to offer **Anna**'s seat (…) in **Ur**.",
            " The others agreed to this.",
            "Anna's seat is on offer.",
            "Anna's seat is offered to Eve.",
        ),
        (
            Why.ADMIN,
            "Root",
            "**Root**, an admin, offers **Anna**'s seat (…) in **Ur**.",
            " **Root**, an admin, decided this.",
            "",
            "Root (admin) offered Anna's seat to Eve.",
        ),
    ],
)
async def test_the_reason_of_an_offer_is_public(
    store, clock, why, by, to_all, to_player, logged, logged_by_name
):
    """Its own player by the desk, which is edited for it; and all by the log."""
    services = Services(store, InOrder(0), clock, sealing=False)
    table = await running(services, 2)
    before = (await seats_of(services, table))[0]

    def offer(change):
        return offer_seat(change, 0, to=None, why=why, by=by)

    def offer_by_name(change):
        return offer_seat(change, 0, to=EVE.user_id, why=why, by=by, name="Eve")

    async def log():
        return log_page(WORDS, table, await services.games.history(table.id)).text

    await change_directly(services, table, offer)
    seat = (await seats_of(services, table))[0]
    assert desk_shown(seat) != desk_shown(before)
    (content,) = (await posts(services, seat.table)).values()
    assert re.sub(r"\(.*?\)", "(…)", content.text).startswith(f"{to_all} Take it, and")
    ends = f"The offer ends {moment(seat.table.offers[-1].until)}."
    assert ends in content.text
    line = f"Your seat is on offer. You play on until it's taken. {ends}{to_player}"
    assert line in desk_page(WORDS, seat).text.split("\n")
    assert logged in await log()
    await change_directly(services, table, offer_by_name, people=[EVE.user_id])
    assert logged_by_name in await log()


@pytest.mark.parametrize("by", ["", "Root"])
async def test_a_game_that_waits_for_company_says_so(services, by):
    table = await running(services, 2)

    def give_up(change):
        for seat in (1, 0):
            change = give_up_seat(change, seat, why=Why.ADMIN if by else Why.AGREED, by=by)
        return go_on(change)

    table = await change_directly(services, table, give_up)
    name = table.player(0).name
    assert f"Waiting for a player to take **{name}**'s seat" in lobby(WORDS, table).text
    desk = desk_page(WORDS, (await services.visits.of(table.id, person_at(table, 1).user_id)).seat)
    assert f"**Ur**: Waiting for someone to take **{name}**'s seat." in desk.text
    line = f"Root (admin) removed {name} from their seat." if by else f"{name} loses their seat."
    assert line in log_page(WORDS, table, await services.games.history(table.id)).text


ZOE = Person(42, "Zoe")
"""She manages the server."""


async def given_up(services, table, seat):
    return await services.admins.give_up_seat(table.id, PLACE.guild_id, ZOE, seat)


async def given_up_by_all(services, table, seat):
    """The table once everybody has agreed to give up that seat."""
    by = next(each for each in table.players if not each.abandoned and each.seat != seat)
    table = await services.proposals.propose(table.id, by.user_id, Question(Topic.ABANDON, seat))
    (proposal,) = table.proposals
    for asked in proposal.asked:
        table = await services.proposals.answer(
            table.id, user_at(table, asked), proposal.seq, yes=True
        )
    table = await a_day_later(services, table)
    assert table.player(seat).abandoned
    return table


async def rounds(store, services, table, count):
    """The table that many turns later, each of which was shown."""
    for _ in range(count):
        table = await act(services, table, EndTurn())
        table = await mark_delivered(store, services, table)
    return table


def again(store):
    """The tables as a program that has just started reads them."""
    return Services(store, Random(1), Clock())


async def texts(services, table):
    """All public texts with the places of a finished game."""
    chart = chart_picture(WORDS, table, "chart", table.players[0])
    due = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    (posted,) = (post for post in due if post.key.endswith("-result"))
    return [
        result(WORDS, table, "x", lambda: services.games.record(table.id)).text,
        lobby(WORDS, table).text,
        board_page(WORDS, table).text,
        games_page(WORDS, Listing([], finished=[table]), user_at(table, 0)).text,
        outcome_line(WORDS, table),
        posted.content.text,
        posted.content.picture.alt,
        chart.alt,
        *(desk_page(WORDS, each).text for each in await seats_of(services, table)),
    ]


async def test_each_place_is_described_as_it_was(services, store):
    """However long ago, and for every reader."""
    table = await running(services, 4)
    table = await given_up(services, table, 0)
    table = await given_up_by_all(services, table, 1)
    table = await rounds(store, services, table, 9)
    table = await resign(services, table, 2)
    assert table.turn > 12
    assert table.status is Status.OVER
    stayed, *left = table.standings
    assert stayed.player.seat == 3
    assert [each.player.seat for each in left] == [2, 1, 0]
    read = await again(store).games.get(table.id)
    assert read == table
    for shown in (table, read):
        for text in await texts(services, shown):
            assert (text.count("resigned"), text.count("lost the seat")) == (1, 2), text
            assert text.index("resigned") < text.index("lost the seat")


async def test_who_takes_the_seat_and_resigns_has_resigned(services, store):
    table = await given_up(services, await running(services, 2), 1)
    eve = Person(77, "Eve")
    table = (await services.seats.take(table.id, eve, 1, table.player(1).free_since)).table
    assert giving_up(table, table.player(1)) is None
    table = (await services.play.resign(table.id, eve.user_id)).table
    for shown in (table, await again(store).games.get(table.id)):
        for text in await texts(services, shown):
            assert "resigned" in text
            assert "lost the seat" not in text


async def test_where_nobody_has_stayed_nobody_has_won(services):
    """Players who resigned later are placed first, and that is all."""
    table = await given_up(services, await running(services, 2), 0)
    table = await resign(services, table, 1)
    assert [each.place for each in table.standings] == [1, 2]
    assert table.winners == ()
    assert final_thread_name(table) == f"Ur · {table.id}"
    line = outcome_line(WORDS, table)
    assert line.startswith("No winner: everyone left. 1. **")
    assert "wins" not in "".join(await texts(services, table))


# --- the desk of who plays no more ---------------------------------------------------------------


def labels_on_desk(seat):
    rows = desk_page(WORDS, seat).rows
    return [button.label for row in rows if isinstance(row, tuple) for button in row]


async def test_the_desk_says_how_to_come_back(services):
    table = await resign(services, await running(services, 4), 1)
    table = await given_up_by_all(services, table, 2)
    seat = (await seats_of(services, table))[0]
    assert "take it back" not in desk_page(WORDS, seat).text
    for number, said in ((1, "You've resigned."), (2, "The others stopped waiting for you.")):
        seat = (await seats_of(services, table))[number]
        assert f"\n{said} You can take" in desk_page(WORDS, seat).text
        assert "Take it back" in labels_on_desk(seat)
    # the button to come back is for the offer as it is
    before = desk_shown((await seats_of(services, table))[1])
    table = await services.admins.offer_seat(table.id, PLACE.guild_id, ZOE, 1, Person(77, "Eve"))
    assert desk_shown((await seats_of(services, table))[1]) != before
    own = Person(user_at(table, 1), table.player(1).name)
    seq = table.player(1).free_since
    assert (await services.seats.take(table.id, own, 1, seq)).seat.goes_on
    table = await resign(services, await services.games.get(table.id), 1)
    table = await services.admins.end(table.id, PLACE.guild_id, ZOE, result=False)
    for number in range(3):
        seat = (await seats_of(services, table))[number]
        assert "take it back" not in desk_page(WORDS, seat).text
        assert "Take it back" not in labels_on_desk(seat)


async def test_a_game_that_waits_for_company_asks_nothing_of_who_was_given_up(services):
    """Although the game has stopped at that seat's turn."""
    table = await running(services, 2)
    first = next(each for each in game_of(table).legal_actions() if isinstance(each, PlaceLeader))
    table = await act(services, table, first)
    for number in (1, 0):
        table = await given_up(services, table, number)
    assert table.decider == table.player(0)
    seat = (await seats_of(services, table))[0]
    assert not seat.decides
    assert "Waiting for someone to take " in desk_page(WORDS, seat).text.split("\n")[0]
    assert "End turn" not in labels_on_desk(seat)
    # a player removed by an admin does not come back
    assert "\nAn admin removed you from your seat. Only " in desk_page(WORDS, seat).text
    assert "Take it back" not in labels_on_desk(seat)


async def test_everybody_reads_of_an_empty_seat_and_can_have_it_filled(services):
    """On the desk, which is edited for it, and at the table, which gets no further button."""
    table = await running(services)
    before = await seats_of(services, table)

    def pass_for_time(change):
        return go_on(give_up_seat(change, 0, why=Why.TIME))

    table = await change_directly(services, table, pass_for_time)
    (free,) = (await posts(services, table)).values()
    assert re.sub(r"\(.*?\)", "(…)", free.text).startswith(
        f"**{table.player(0).name}** (…) ran out of time three times in a row in **Ur**. The seat "
        "is empty. Take it, and"
    )
    assert (free.silent, free.ping) == (True, ())
    line = f"🪑 **{table.player(0).name}**'s seat is empty. I end its turns until someone takes it."
    gone, *others = await seats_of(services, table)
    for seat in others:
        assert desk_shown(seat) != desk_shown(before[seat.number])
        page = table_page(WORDS, seat)
        for shown in (desk_page(WORDS, seat), page):
            assert line in shown.text.split("\n")
            assert [each.label for each in shown.buttons].count("Fill the seat") == 1
        assert len([*page.buttons]) == len([*table_page(WORDS, before[seat.number]).buttons])
    mine = desk_page(WORDS, gone)
    assert (
        "You ran out of time three times in a row. You can take your seat back while it's empty."
    ) in mine.text
    assert mine.text.count("three times") == 1
    assert "Fill the seat" not in labels_on_desk(gone)
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "ran out of time three times in a row. Their seat is empty." in log
