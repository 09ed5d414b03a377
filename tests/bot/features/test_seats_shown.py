"""What is seen of seats that pass: nothing of a hand gets to who does not hold it any more."""

import re
from random import Random

import pytest
from post_box import Reading, deliver, due_of
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    act_at_random,
    decider,
    drafted,
    in_conflict,
    person_at,
    running,
    whole,
)

from bot.changes.handing_over import give_up_seat, offer_seat
from bot.content.content import Button, Select, UserSelect
from bot.delivery import Delivery, ToChannel, ToHome
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import answer_at_table
from bot.domain import Person, Quiet, Refused, Status, Why
from bot.features.board.buttons import rows_of_help
from bot.features.board.desk import desk_page, desk_shown
from bot.features.lobby.lobby import lobby
from bot.features.lobby.set_up import people_page
from bot.features.log.story import log_page
from bot.features.planning.intents import AskNote
from bot.features.planning.plan_pages import plan_page
from bot.features.posts.posts_due import Due
from bot.features.posts.result import result
from bot.features.posts.turns import past_turn
from bot.features.preferences.preferences import preferences_page
from bot.features.rules.help import help_page
from bot.features.rules.intents import SeeLegend, SeeRule, SeeRules
from bot.features.seats.resigning import confirm_resigning
from bot.features.seats.seating import confirm_offering, offer_line
from bot.features.turn.keypad import choose_space
from bot.i18n import Words
from bot.intents import NO_GAME, parse_custom_id
from bot.services.inside import AllSeats
from engine import Colour, EndTurn, IllegalAction

EVE = Person(ANNA.user_id + 10, "Eve")
WORDS = Words()


async def passed(services, table, seat, person=EVE):
    """The table after a seat was offered and taken."""
    offered = await services.seats.offer(table.id, person_at(table, seat))
    return await taken(services, offered, seat, person)


async def taken(services, table, seat, person=EVE):
    """The table after a seat on offer was taken."""
    since = table.player(seat).offered_seq
    assert since is not None
    return (await services.seats.take(table.id, person, seat, since)).table


# --- the old desk, and the new one ---------------------------------------------------------------


async def test_the_old_desk_goes_and_never_shows_the_seat_again(store, services, clock):
    """Though nobody is called by it, so that the desk is for the same call as before."""
    box = Reading()
    delivery = Delivery(store, services, box, due_of(services), clock, alarm=lambda _: None)
    services.notify(delivery, alarm=delivery.alarm)
    table = await in_conflict(services)
    seat = (whole(table).decision.seat + 1) % 3
    old = person_at(table, seat)
    await deliver(delivery, table)
    (desk,) = (number for number, shown in box.live().items() if shown["where"] == old.user_id)
    table = await services.seats.offer(table.id, old)
    await deliver(delivery, table)
    table, before = await taken(services, table, seat), len(box.said)
    await deliver(delivery, table)
    for _ in range(3):
        table = (await act_at_random(services, table, Random(1))).table
        await deliver(delivery, table)
    assert old.user_id not in {place for place, _, _ in box.said[before:]}
    assert desk not in box.live()
    assert [line["message"] for line in box.lines("remove")].count(desk) == 1
    desks = [key for place, key, _ in box.said if place == EVE.user_id]
    assert desks
    assert not {key for place, key, _ in box.said if place == old.user_id} & set(desks)
    await delivery.close()


def pages(seat, table):
    """What a player may have open."""
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
"""What is answered without an errand to the table."""


async def answer(services, request, person):
    """What somebody is shown who wishes that, or why not."""
    assert request.game is not None
    visit = await services.visits.of(request.game, person.user_id)
    try:
        shown = await answer_at_table(TableContext(services, WORDS, person, request, visit=visit))
    except (Refused, IllegalAction) as refused:
        return refused.args
    return shown.text, shown.rows, shown.picture


async def test_every_button_of_who_was_replaced_is_answered_as_a_strangers(services):
    table = await running(services)
    seat = whole(table).decision.seat
    old = person_at(table, seat)
    mine = (await services.visits.of(table.id, old.user_id)).seat
    assert mine is not None
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
    table = await passed(services, table, seat)
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


# --- what everybody sees -------------------------------------------------------------------------


async def posts(services, table):
    """What is due about seats, by its key."""
    due = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    found = {}
    for post in due:
        key = post.key.removeprefix(f"game-{table.id}-")
        if key.startswith(("seat-", "asked-")):
            assert post.fleeting
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
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
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
    table = await passed(services, table, 0)
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
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
            "**{player}** (…) is offering a seat in **Ur**.",
            "",
            "{player} offers their seat.",
            "{player} offers their seat to Eve.",
        ),
        (
            Why.TIME,
            "",
            (
                "**{player}** (…) ran out of time three times in a row in **Ur**. I'm offering "
                "the seat."
            ),
            " You ran out of time three times in a row. Decide in time to keep your seat.",
            "{player} ran out of time three times in a row. Their seat is on offer.",
            "",
        ),
        (
            Why.AGREED,
            "",
            "The players agreed to offer **{player}**'s seat (…) in **Ur**.",
            " The others agreed to this.",
            "{player}'s seat is on offer.",
            "{player}'s seat is offered to Eve.",
        ),
        (
            Why.ADMIN,
            "Root",
            "**Root**, an admin, offers **{player}**'s seat (…) in **Ur**.",
            " **Root**, an admin, decided this.",
            "",
            "Root (admin) offered {player}'s seat to Eve.",
        ),
    ],
)
async def test_all_are_told_why_a_seat_is_offered(
    services, why, by, to_all, to_player, logged, logged_by_name
):
    """Its own player by the desk, which is edited for it; and all by the log."""
    table = await running(services, 2)
    name = table.player(0).name
    before = (await AllSeats(services).everyone(table.id)).seats[0]

    async def offer(draft):
        offer_seat(draft, draft.table.player(0), to=None, why=why, by=by)

    async def offer_by_name(draft):
        offer_seat(draft, draft.table.player(0), to=EVE.user_id, why=why, by=by, name="Eve")

    await drafted(services, table, offer)
    seat = (await AllSeats(services).everyone(table.id)).seats[0]
    assert desk_shown(seat) != desk_shown(before)
    (content,) = (await posts(services, seat.table)).values()
    told = to_all.format(player=name)
    assert re.sub(r"\(.*?\)", "(…)", content.text).startswith(f"{told} Take it, and")
    line = f"Your seat is on offer. You play on until it's taken.{to_player}"
    assert line in desk_page(WORDS, seat).text.split("\n")
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert logged.format(player=name) in log
    await drafted(services, table, offer_by_name)
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert logged_by_name.format(player=name) in log


@pytest.mark.parametrize("by", ["", "Root"])
async def test_a_game_that_waits_for_company_says_so(services, by):
    table = await running(services, 2)

    async def give_up(draft):
        give_up_seat(draft, draft.table.player(0), why=Why.ADMIN if by else Why.AGREED, by=by)
        await draft.go_on()

    table = await drafted(services, table, give_up)
    name = table.player(0).name
    assert f"Waiting for a player to take **{name}**'s seat" in lobby(WORDS, table).text
    desk = desk_page(WORDS, (await services.visits.of(table.id, person_at(table, 1).user_id)).seat)
    assert f"**Ur**: **{name}** has left. The seat is empty." in desk.text
    told = f"Root (admin) removed {name} from their seat." if by else f"{name} loses their seat."
    assert told in log_page(WORDS, table, await services.games.history(table.id)).text


# --- before the start ----------------------------------------------------------------------------


async def test_who_is_asked_to_join_is_mentioned_once_and_can_accept_or_decline(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4)
    table = await services.invitations.ask(table.id, ANNA, [BEN.user_id, CORA.user_id])
    asked = await posts(services, table)
    assert set(asked) == {f"asked-{BEN.user_id}", f"asked-{CORA.user_id}"}
    content = asked[f"asked-{BEN.user_id}"]
    assert content.ping == (BEN.user_id,)
    assert content.text.startswith(f"<@{BEN.user_id}>, **Anna** invites you to **Ur**.")
    assert [button.label for button in content.rows[0]] == ["Accept", "Decline"]
    assert (
        f"Invited, no answer yet: <@{BEN.user_id}> and <@{CORA.user_id}>"
        in lobby(WORDS, table).text
    )
    table = await services.lobbies.join(table.id, BEN)
    assert set(await posts(services, table)) == {f"asked-{CORA.user_id}"}
    table = await services.invitations.decline(table.id, CORA.user_id)
    assert await posts(services, table) == {}
    assert f"Declined: <@{CORA.user_id}>" in lobby(WORDS, table).text
    assert f"Declined: <@{CORA.user_id}>" in people_page(WORDS, table).text
    table = await services.lobbies.start(table.id, ANNA)
    assert table.asked == ()
