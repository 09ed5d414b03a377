"""The queue: which table fits those who wait."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.hours import Hours, Quiet, Span
from bot.domain.naming import PRESETS
from bot.domain.pace import PACES
from bot.domain.queue import PRESENT, WISH_KEPT, Permitted, QueuedUser, Wish, city, find_match
from bot.domain.server_rules import ServerRules

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
ANYTHING = Permitted.by(ServerRules())
HERE, THERE = 30, 40


def wish(seats=(), paces=(), presets=(), rated=None):
    return Wish(frozenset(seats), frozenset(paces), frozenset(presets), rated)


def waits(user_id, *seats, ago=timedelta(0), paces=(), presets=(), rated=None, **more):
    """A user who waits."""
    asked = NOW - ago
    more = {"channel_id": HERE} | more
    return QueuedUser(user_id, wish(seats, paces, presets, rated), asked, asked, **more)


def seated(*waiting, offered=ANYTHING, unseen=()):
    """The users who get a table."""
    match = find_match(waiting, offered, NOW, unseen=unseen)
    return match and [each.user_id for each in match.players]


def awake(start, end, **more):
    """Hours of a user in Greenwich who is awake from one hour to another."""
    return Hours(quiet=Quiet(end * 60 % 1440, start * 60), **more)


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ([waits(1)], None),
        ([waits(1), waits(2)], [1, 2]),
        ([waits(1), waits(2), waits(3), waits(4), waits(5)], [1, 2, 3, 4]),
        ([waits(1, 3), waits(2, 3)], None),
        ([waits(1, 3), waits(2, 3), waits(3, 3)], [1, 2, 3]),
        ([waits(1, 2, 3), waits(2, 3, 4), waits(3)], [1, 2, 3]),
        ([waits(1, 2), waits(2, 4), waits(3, 2)], [1, 3]),
        # The first who waits is seated first, even if more could be seated without them.
        ([waits(1, 2), waits(2, 2, 4), waits(3, 4), waits(4, 4), waits(5, 4)], [1, 2]),
        ([waits(1, 4), waits(2, 2), waits(3, 2)], [2, 3]),
    ],
)
def test_the_number_of_players_is_what_all_want(waiting, expected):
    assert seated(*waiting) == expected


def test_the_pace_is_what_all_want_or_the_usual_one():
    match = find_match([waits(1), waits(2)], ANYTHING, NOW)
    assert match.pace == PACES["relaxed"]
    match = find_match([waits(1, paces=["bank", "daily"]), waits(2)], ANYTHING, NOW)
    assert match.pace == PACES["daily"]
    here = Permitted.by(ServerRules(pace="bank", paces=("bank", "daily")))
    match = find_match([waits(1, paces=["bank", "daily"]), waits(2)], here, NOW)
    assert match.pace == PACES["bank"]
    assert seated(waits(1, paces=["bank"]), waits(2, paces=["daily"])) is None
    assert seated(waits(1, paces=["relaxed"]), waits(2), offered=here) is None  # not permitted


def test_the_preset_is_what_all_want_or_the_usual_one():
    assert find_match([waits(1), waits(2)], ANYTHING, NOW).preset == PRESETS["rulebook"]
    match = find_match([waits(1, presets=["everything"]), waits(2)], ANYTHING, NOW)
    assert match.preset == PRESETS["everything"]
    one, other = waits(1, presets=["everything"]), waits(2, presets=["first game"])
    assert seated(one, other) is None
    own = Permitted.by(ServerRules(board="advanced", options=("open",), forbidden=("ziggurat",)))
    assert find_match([waits(1), waits(2)], own, NOW).preset == ("advanced", ("open",))
    assert seated(one, waits(2), offered=own) is None  # not permitted
    match = find_match([waits(1, presets=["first game"]), waits(2)], own, NOW)
    assert match.preset == PRESETS["first game"]


def test_it_is_rated_if_all_want_that_or_as_usual():
    assert not find_match([waits(1), waits(2)], ANYTHING, NOW).rated
    assert find_match([waits(1), waits(2)], Permitted.by(ServerRules(rated=True)), NOW).rated
    assert find_match([waits(1, rated=True), waits(2)], ANYTHING, NOW).rated
    assert seated(waits(1, rated=True), waits(2, rated=False), waits(3)) == [1, 3]


def test_users_do_not_sit_with_those_they_avoid():
    shy = waits(1, avoids=frozenset({2}))
    assert seated(shy, waits(2)) is None
    assert seated(waits(2), shy) is None
    assert seated(shy, waits(2), waits(3), waits(4)) == [1, 3, 4]


def test_with_a_time_limit_all_share_three_hours_a_day():
    one = waits(1, paces=["daily"], hours=awake(6, 18))
    assert seated(one, waits(2, hours=awake(15, 23))) == [1, 2]
    assert seated(one, waits(2, hours=awake(16, 23))) is None
    assert seated(one, waits(2)) == [1, 2]  # hours that are unknown
    three = waits(2, hours=awake(10, 22)), waits(3, hours=awake(16, 4))
    assert seated(one, three[0]) == [1, 2]
    assert seated(*three) == [2, 3]
    assert seated(one, *three) == [1, 2]  # but not all three
    tokyo = Hours("Asia/Tokyo", Quiet(23 * 60, 8 * 60))  # awake from 23 to 14
    assert seated(one, waits(2, hours=tokyo)) == [1, 2]
    assert seated(one, waits(2, hours=replace(tokyo, days_off=frozenset({0, 1, 2, 3, 4})))) is None
    # Without a limit they need not share any.
    assert seated(replace(one, wish=wish()), waits(2, hours=awake(18, 6))) == [1, 2]


def test_nobody_on_vacation_is_seated():
    away = Hours(away=Span(NOW - timedelta(days=1), NOW + timedelta(days=1)))
    assert seated(waits(1, hours=away), waits(2)) is None
    back = Hours(away=Span(NOW - timedelta(days=1), NOW))
    assert seated(waits(1, hours=back), waits(2)) == [1, 2]


def test_a_live_table_is_for_those_who_are_there_and_want_it():
    live = waits(1, paces=["live"])
    assert seated(live, waits(2, paces=["live", "daily"])) == [1, 2]
    assert seated(live, waits(2)) is None  # left open
    assert seated(live, waits(2, paces=["live", "daily"], ago=PRESENT)) is None
    only_live = Permitted.by(ServerRules(pace="live", paces=("live",)))
    assert seated(waits(1), waits(2), offered=only_live) == [1, 2]
    assert seated(waits(1, ago=PRESENT), waits(2), offered=only_live) is None


def test_nobody_waits_for_ever():
    assert waits(1).until == NOW + WISH_KEPT
    assert waits(1, paces=["live"]).until == NOW + PRESENT
    assert seated(waits(1, ago=WISH_KEPT - timedelta(minutes=1)), waits(2)) == [1, 2]
    assert seated(waits(1, ago=WISH_KEPT), waits(2)) is None


def test_one_player_may_open_the_table_where_all_see_it():
    assert seated(waits(1, opens=False), waits(2, opens=False)) is None
    match = find_match([waits(1, opens=False), waits(2)], ANYTHING, NOW)
    assert match.opener.user_id == 2
    one, other = waits(1), waits(2, channel_id=THERE)
    assert find_match([one, other], ANYTHING, NOW).channel_id == HERE
    assert find_match([one, other], ANYTHING, NOW, unseen={(HERE, 2)}).channel_id == THERE
    assert seated(one, other, unseen={(HERE, 2), (THERE, 1)}) is None
    assert seated(one, other, waits(3), unseen={(HERE, 2), (THERE, 1)}) == [1, 3]


def test_hundreds_who_do_not_fit_cost_little_and_keep_nobody_from_a_table():
    """A search that tries every four of them does not end."""
    many = range(1, 151)
    groups = [frozenset(many[first::3]) for first in range(3)]  # in which each avoids all others
    apart = [waits(each, 4, avoids=groups[(each - 1) % 3] - {each}) for each in many]
    assert seated(*apart, waits(200, 2), waits(201, 2)) == [200, 201]
    assert seated(*(waits(each, opens=False) for each in many)) is None
    asked = []
    match = find_match([waits(each) for each in many], ANYTHING, NOW, may_open=asked.append)
    assert match is None
    assert len(asked) == len(set(asked))  # each is looked up once
    own = [waits(each, channel_id=each) for each in many]
    unseen = {(channel_id, each) for channel_id in many for each in many if channel_id != each}
    assert seated(*own, unseen=unseen) is None
    assert seated(*(waits(each) for each in many)) == [1, 2, 3, 4]


def test_a_wish_is_read_as_it_is_written():
    every = wish([2, 3], PACES, ["first game", "everything"], rated=False)
    for each in (Wish(), every, wish([4]), wish(paces=["bank"]), wish(rated=True)):
        assert Wish.parse(str(each)) == each
    for bad in ("", "5...", "..nothing.", ".quick..", "..", "two...", "...perhaps"):
        with pytest.raises(ValueError):  # noqa: PT011  # whichever
            Wish.parse(bad)


def test_a_table_is_named_after_a_city():
    assert city(0, []) == "Uruk"
    assert city(0, ["Uruk"]) == "Ur"
    assert city(-1, ["Susa"]) == "Uruk"
    every = {city(number, []) for number in range(19)}
    assert len(every) == 19
    assert city(1, every) == "Ur"


# --- at random -----------------------------------------------------------------------------------

HOURS = st.sampled_from(
    [
        Hours(),
        awake(6, 18),
        awake(14, 2),
        awake(18, 6),
        Hours("America/Denver", Quiet(22 * 60, 7 * 60), frozenset({5, 6})),
        Hours(away=Span(NOW, NOW + timedelta(days=9))),
    ]
)
WAITING = st.builds(
    waits,
    st.just(0),
    ago=st.sampled_from([timedelta(0), PRESENT, WISH_KEPT]),
    paces=st.sets(st.sampled_from(["live", "daily", "relaxed"])),
    presets=st.sets(st.sampled_from(["rulebook", "everything"])),
    rated=st.sampled_from([None, None, True, False]),
    channel_id=st.sampled_from([HERE, THERE]),
    opens=st.booleans(),
    hours=HOURS,
    avoids=st.frozensets(st.integers(1, 6), max_size=2),
)


@given(
    st.lists(st.tuples(WAITING, st.sets(st.sampled_from([2, 3, 4]))), max_size=6),
    st.sets(st.tuples(st.sampled_from([HERE, THERE]), st.integers(1, 6)), max_size=3),
)
def test_a_table_violates_no_wish_and_overlooks_no_one(drawn, unseen):
    waiting = [
        replace(each, user_id=number, wish=replace(each.wish, seats=frozenset(seats)))
        for number, (each, seats) in enumerate(drawn, start=1)
    ]
    match = find_match(waiting, ANYTHING, NOW, unseen=unseen)
    fitting = [
        [each.user_id for each in table]
        for count in (2, 3, 4)
        for table in combinations(waiting, count)
        if fits(table, unseen)
    ]
    if match is None:
        assert fitting == []
    else:
        found = [each.user_id for each in match.players]
        assert found in fitting
        # Nobody earlier could be seated instead, and no one more at that table.
        assert [*found, 9] == min([*table, 9] for table in fitting)
        name = next(name for name, each in PACES.items() if each == match.pace)
        assert all(name in (each.wish.paces or {"daily", "relaxed"}) for each in match.players)
        assert all(each.wish.rated in {None, match.rated} for each in match.players)
        preset = next(name for name, each in PRESETS.items() if each == match.preset)
        assert all(preset in (each.wish.presets or PRESETS) for each in match.players)


def fits(table, unseen):
    """True if these users can play together, each wish checked on its own."""
    for one in table:
        if one.wish.seats and len(table) not in one.wish.seats:
            return False
        if NOW - one.asked_at >= (PRESENT if one.wish.paces == {"live"} else WISH_KEPT):
            return False
        if one.hours.away or any(
            other.user_id in one.avoids for other in table if other is not one
        ):
            return False
    if not any(each.opens for each in table) or {True, False} <= {x.wish.rated for x in table}:
        return False
    if all(
        any((place, each.user_id) in unseen for each in table)
        for place in {each.channel_id for each in table}
    ):
        return False
    if not any(
        all(not each.wish.presets or preset in each.wish.presets for each in table)
        for preset in PRESETS
    ):
        return False
    return any(pace_fits(pace, table) for pace in PACES)


def pace_fits(pace, table):
    calm = {"daily", "relaxed", "bank", "unhurried"}
    if not all(pace in (each.wish.paces or calm) for each in table):
        return False
    if pace == "live":
        return all(NOW - each.asked_at < PRESENT for each in table)
    if PACES[pace].limit is None:
        return True
    return shared_quarters(frozenset(each.hours for each in table)) >= 7 * 3 * 4


@cache
def shared_quarters(hours):
    """The quarters of an hour of the coming week that are in the hours of all."""
    quarters = (NOW + timedelta(minutes=15 * number) for number in range(7 * 24 * 4))
    return sum(all(each.include(at) for each in hours) for at in quarters)
