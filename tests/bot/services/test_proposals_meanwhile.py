"""What becomes of a proposal while players resign, seats pass, and a game ends."""

from tabletop import DAN, a_day_later, answered, last, person_at, proposed, running, user

from bot.domain import Kind, Person, Question, Status, Table, Topic
from bot.services import Services


async def taken(services: Services, table: Table, seat: int, person: Person) -> Table:
    """The table once its player has offered that seat, and that person taken it."""
    table = await services.seats.offer(table.id, person_at(table, seat))
    since = table.player(seat).free_since
    return (await services.seats.take(table.id, person, seat, since)).table


async def test_who_resigns_is_not_waited_for(services):
    table = await running(services)
    table = await proposed(services, table, 0, Question(Topic.PAUSE))
    table = await answered(services, table, 1, yes=True)
    table = (await services.play.resign(table.id, user(table, 2))).table
    assert table.paused
    assert not table.proposals


async def test_what_is_about_nobody_any_more_is_settled(services):
    table = await running(services, 4)
    await proposed(services, table, 0, Question(Topic.ABANDON, 2))
    await proposed(services, table, 3, Question(Topic.END))
    await services.play.resign(table.id, user(table, 2))
    table = await services.games.get(table.id)
    assert [each.question.topic for each in table.proposals] == [Topic.END]
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    table = (await services.play.resign(table.id, user(table, 3))).table  # who has proposed it
    assert not table.proposals
    assert table.status is Status.RUNNING


async def test_a_seat_is_offered_to_a_user_once_the_others_agree(services):
    table = await running(services)
    question = Question(Topic.REPLACE, 2, DAN.user_id, name="Dan")
    table = await proposed(services, table, 0, question)
    await answered(services, table, 1, yes=True)
    table = await a_day_later(services, table)
    assert table.player(2).offered_to == DAN.user_id
    assert last(table, Kind.OFFERED).seat == 2


async def test_who_has_meanwhile_seen_another_hand_is_offered_nothing(services):
    table = await running(services)
    question = Question(Topic.REPLACE, 1, DAN.user_id, name=DAN.name)
    table = await proposed(services, table, 0, question)
    table = await taken(services, table, 2, DAN)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    assert not table.player(1).offered


async def test_a_seat_that_is_offered_so_already_need_not_be_agreed_upon(services):
    table = await running(services)
    question = Question(Topic.REPLACE, 1, DAN.user_id, name=DAN.name)
    table = await proposed(services, table, 0, question)
    table = await services.seats.offer(table.id, person_at(table, 1))
    assert table.proposals, "it may be offered to that one alone still"
    table = await services.seats.offer(table.id, person_at(table, 1), DAN.user_id)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"


async def test_what_is_proposed_about_a_player_is_not_about_the_next_one(services):
    table = await running(services)
    table = await proposed(services, table, 0, Question(Topic.ABANDON, 1))
    table = await taken(services, table, 1, DAN)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    assert not table.player(1).abandoned


async def test_whoever_takes_a_seat_answers_in_its_place(services):
    table = await running(services)
    table = await proposed(services, table, 0, Question(Topic.PAUSE))
    table = await taken(services, table, 1, DAN)
    table = await answered(services, table, 2, yes=True)
    table = await answered(services, table, 1, yes=True)
    assert table.paused


async def test_the_end_closes_what_is_open(services):
    table = await running(services, 2)
    table = await proposed(services, table, 0, Question(Topic.PAUSE))
    table = (await services.play.resign(table.id, user(table, 1))).table
    assert table.status is Status.OVER
    assert not table.proposals
    assert await services.games.get(table.id) == table
