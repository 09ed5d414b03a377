"""The story of a game that has ended: its moments and titles, and a page for each player."""

from dataclasses import replace

from explorer import NoWorker, location_of
from seated import WORDS, handle
from tabletop import ANNA, BEN, CORA, DAN, EVE, act, refuses, resign, running, take_seat
from test_reviewing import RECORD, buttons, ended_early, played

from bot.dispatch.context import LocationContext
from bot.domain.player import FormerPlayer, Person
from bot.domain.refusals import Refusal
from bot.features.personal_data import show_data
from bot.features.review.story import player_page
from bot.intents import UserRequest
from bot.intents.personal_data import SeeOwnData
from bot.intents.review import SeeStory
from bot.parts.story_texts import story_lines
from engine import (
    Cell,
    Colour,
    Dynasty,
    EndTurn,
    LastTreasure,
    Leader,
    LeaderLost,
    LeadTaken,
    MonumentYield,
    Story,
    read_game,
    story_of,
)


async def test_the_story_of_a_game_has_its_moments_and_titles(store, clock):
    services, table = await played(store, clock)
    page = await handle(services, table, SeeStory(), EVE)
    assert page.text.splitlines() == [
        "**Ur**: its story",
        "**Anna** wins. 1. **Anna**: 1 · 2. **Ben**: 0",
        "- **Anna** led from turn 6 to the end. The lead changed 1 time.",
        "- **Anna** took the first treasure in turn 9.",
        "- **Anna** built the red and green monument in turn 11. It gave 7 points: **Anna** 7.",
        "- A kingdom of 19 spaces changed hands in turn 14: **Anna**'s King drove out **Ben**'s.",
        "🎖️ **Ben**, **the good neighbour**. Points that others scored with their tiles: 6.",
        "Turns in the lead: Anna 19 and Ben 3",
        "Turns: 24",
        "Time, without pauses: less than a minute",
    ]
    assert [*buttons(page)] == ["Story", "Anna", "Ben", "Where it was won"]


TRADER = Leader(Dynasty.BULL, Colour.GREEN)
RARE = {
    LeadTaken(5, (0, 1), 2): "**Anna** and **Ben** were first together from turn 5 to the end. "
    "The lead changed 2 times.",
    LeaderLost(7, 1, TRADER, 1, 0, None): "**Ben**'s 🐂🟩 Trader lost its last temple in "
    "**Anna**'s turn 7. It had scored 1 point.",
    MonumentYield(9, 1, None, Cell.parse("F6"), (0, 4)): "**Ben** built the ziggurat in turn 9. "
    "It gave 4 points: **Ben** 4.",
    LastTreasure(9, 0, (Cell.parse("B2"), Cell.parse("P2"))): "**Anna** took the "
    "last 2 treasures in turn 9.",
}


async def test_rare_moments_have_words_too(store, clock):
    _, table = await played(store, clock)
    standings = tuple(replace(each, place=1) for each in table.standings)
    statistics = story_of(read_game(RECORD.read_text())).statistics
    story = Story(statistics, tuple(RARE), ())
    lines = story_lines(WORDS, replace(table, standings=standings), story)
    assert lines == [f"- {line}" for line in RARE.values()]


async def test_a_seat_that_several_have_held_bears_all_their_names(store, clock):
    """It is not known which of them acted."""
    services, table = await played(store, clock)
    table = replace(table, former=(FormerPlayer(EVE.user_id, "Eve", 1, taken_seq=9),))
    review = replace(await services.reviews.of(table.id), table=table)
    lines = story_lines(WORDS, table, review.playback.story)
    assert lines[-1].startswith("🎖️ **Eve**/**Ben**, **the good neighbour**.")
    page = player_page(WORDS, review, 1).text.splitlines()
    assert page[1] == "These numbers are the seat's: Eve held it before."


async def test_a_player_has_a_page_of_numbers(store, clock):
    services, table = await played(store, clock)
    page = await handle(services, table, SeeStory(1, turning=True), EVE)
    assert page.text.splitlines() == [
        "**Ur**: the story of Ben",
        "**Points: 1**",
        "- Revolts: 1",
        "**Conflicts**",
        "- Revolts as attacker: won 1, lost 0",
        "- Wars as attacker: won 0, lost 1",
        "- Tiles added: 2",
        "- Won only with added tiles: 1",
        "- Points from those: 1",
        "- Leaders lost: 1",
        "**Turns: 12**",
        "- Tiles placed: ⬛ black 3, 🟥 red 0, 🟦 blue 1, 🟩 green 3",
        "- Points that others scored with them: 6",
        "- Swaps: 10",
        "- Tiles swapped: 59",
        "- Catastrophes: 1",
        "The others waited: less than a minute",
        "**Luck of the draw**, in tiles more or fewer than expected:",
        "⬛ black −0.1, 🟥 red −1.0, 🟦 blue +1.8, 🟩 green −0.7",
    ]


async def test_a_seat_that_is_not_there_has_no_page(store, clock):
    services, table = await played(store, clock)
    page = await handle(services, table, SeeStory(4), EVE)
    assert page.text.startswith("**Ur**: its story\n")


async def test_a_game_that_was_resigned_has_a_story_too(store, clock):
    services, table = await ended_early(store, clock)
    page = await handle(services, table, SeeStory(), EVE)
    assert "**Anna** wins. Everyone else left." in page.text
    page = await handle(services, table, SeeStory(1), EVE)
    assert page.text.startswith("**Ur**: the story of Ben\n")


async def test_no_one_sees_the_story_of_a_game_that_is_not_over(services):
    """Not its players, either: points and draws are hidden until the end (R15.2)."""
    table = await running(services, 2)
    table = await act(services, table, EndTurn())
    for person in (ANNA, BEN, EVE):
        await refuses(Refusal.NOT_REVIEWED_YET, handle(services, table, SeeStory(), person))
        await refuses(Refusal.NOT_REVIEWED_YET, handle(services, table, SeeStory(0), person))


async def test_waits_do_not_count_pauses(services, clock):
    """An hour for the first turn, a day's pause, then two hours until the second player resigns."""
    table = await running(services, 2)
    clock.advance(hours=1)
    table = await act(services, table, EndTurn())
    clock.advance(minutes=10)
    guild = table.place.guild_id
    admin = Person(99, "Ada")
    await services.admins.pause(table.id, guild, admin)
    clock.advance(days=1)
    await services.admins.go_on(table.id, guild, admin)
    clock.advance(minutes=20)
    table = await act(services, await services.games.get(table.id), EndTurn())
    await services.play.resign(table.id, BEN.user_id)
    page = await handle(services, table, SeeStory(), EVE)
    assert page.text.endswith("Time, without pauses: 1 hour and 30 minutes")
    waits = [(await handle(services, table, SeeStory(seat), EVE)).text for seat in (0, 1)]
    assert "The others waited: 1 hour" in waits[0]
    assert "The others waited: 30 minutes" in waits[1]
    assert "Conflicts" not in waits[0], "there were none"


# --- in a user's data ----------------------------------------------------------------------------


async def own_file(services, table, person):
    """The content of the file with a user's data, once the results are stored."""
    await services.results.store_of(table.id)
    location = location_of(person, lambda: table.created_at)
    context = LocationContext(
        services, WORDS, person, UserRequest(SeeOwnData()), location=location, worker=NoWorker()
    )
    (file,) = (await show_data(context, SeeOwnData())).files
    return (await file.read()).decode()


async def test_a_users_data_has_the_story_of_a_game_that_has_ended(store, clock):
    services, table = await played(store, clock)
    for person, placed in ((ANNA, "[2, 1, 0, 5]"), (BEN, "[3, 0, 1, 3]")):
        content = await own_file(services, table, person)
        assert content.count("what you did in it:\n  seat: ") == 1
        assert content.count(f"  placed: {placed}\n") == 1


async def test_a_users_data_has_no_story_of_a_seat_that_others_also_held(services):
    """It is not known what each of them did. A running game has no story either."""
    table = await running(services, 3)
    table = await act(services, table, EndTurn())
    assert "what you did in it" not in await own_file(services, table, ANNA)
    table = await resign(services, table, 0)
    former = next(each for each in (ANNA, BEN, CORA) if table.player_of(each.user_id).abandoned)
    table = await take_seat(services, table, 0, DAN)
    for seat in (1, 2):
        table = await resign(services, table, seat)
    told = {
        person: "what you did in it" in await own_file(services, table, person)
        for person in (ANNA, BEN, CORA, DAN)
    }
    assert [person for person, has in told.items() if not has] == [former, DAN]
