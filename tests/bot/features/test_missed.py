"""What a player missed: in three lines, turn by turn, and as an animation."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from seated import WORDS, handle, handle_request, ids_of, labels_of, seat_at, seat_of
from sqlalchemy import select, update
from tabletop import (
    ANNA,
    BEN,
    EVE,
    InOrder,
    act,
    catastrophe,
    change_directly,
    decider,
    game_of,
    opened,
    refuses,
    running,
    take_seat,
)

from bot.changes import decide_least
from bot.content.message import MOST_TEXT, Style
from bot.content.names import plain_names
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.entries import Acted
from bot.domain.refusals import Refusal
from bot.domain.table import Status, Turn
from bot.features.missed import missed_page
from bot.i18n.alt_text import board_in_words
from bot.intents import parse_custom_id
from bot.intents.board import SeeInWords, SeeMissed, SeeMore
from bot.parts.news import news_of_turns
from bot.store.schema.tables import entry, game
from bot.use_cases import Services
from engine import (
    LEADERS,
    AddDecision,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Dynasty,
    EndTurn,
    Game,
    Hand,
    PointsScored,
    ScoreCause,
    SwapTiles,
    TilePlaced,
    TurnEnded,
    full_bag,
    parse_action,
)
from tests.dice import LoadedDice, bag_beginning
from tests.engine.random_games import choose

MISSED = "What you missed"
FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture
def services(store, clock):
    return Services(store, InOrder(0), clock, sealing=False)


async def least(services, table):
    """Let the decider do the least, as nobody has come."""
    return await change_directly(
        services, table, lambda change: decide_least(change, change.game.decision.seat)
    )


async def until(services, table, turn, rng, *, away=None):
    """Play on at random until that turn begins; who is *away* decides nothing."""
    while table.turn < turn:
        if away is not None and decider(table) == away.user_id:
            table = await least(services, table)
        else:
            table = await act(services, table, choose(rng, game_of(table)))
    return table


async def pressed(services, page, label):
    return await handle_request(services, ANNA, parse_custom_id(ids_of(page)[label]))


def heading(page):
    """The number of the turn that is shown."""
    return int(re.findall(r"· turn (\d+): ", page.text)[0])


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_the_button_is_on_the_desk_once_an_own_turn_ended_without_its_player(
    services, players
):
    """In place of a suggestion; otherwise it is behind *More*, if there is anything to see."""
    rng, table = Random(5), await running(services, players)

    async def offered():
        """On the desk, and behind *More*."""
        page = desk_page(WORDS, await seat_of(services, table))
        more = await handle(services, table, SeeMore())
        assert sum(map(len, labels_of(page))) <= 15
        return MISSED in ids_of(page), MISSED in ids_of(more)

    assert await offered() == (False, False)
    table = await until(services, table, 2, rng)
    assert await offered() == (False, False)  # only the own turn has ended
    table = await until(services, table, players + 1, rng)
    assert await offered() == (False, True)
    table = await until(services, table, players + 2, rng, away=ANNA)
    assert await offered() == (True, False)
    shown = desk_shown(await seat_of(services, table))
    table = await until(services, table, 2 * players + 1, rng, away=ANNA)
    assert await offered() == (True, False)
    seat = await seat_of(services, table)
    assert desk_shown(seat) != shown
    first = desk_page(WORDS, seat).buttons[0]
    assert (first.label, first.style) == (MISSED, Style.MAIN)
    table = await act(services, table, catastrophe(table))
    assert await offered() == (False, True)
    table = await until(services, table, 2 * players + 2, rng)
    assert await offered() == (False, False)


async def test_who_was_away_and_is_asked_in_anothers_turn_finds_it_beside_more(services):
    rng, table = Random(4), await running(services, 2)
    while not (isinstance(game_of(table).decision, AddDecision) and decider(table) == ANNA.user_id):
        if decider(table) == ANNA.user_id and table.turn > 5:
            table = await least(services, table)
        else:
            table = await act(services, table, choose(rng, game_of(table)))
    seat = await seat_of(services, table)
    assert seat.was_away
    assert labels_of(desk_page(WORDS, seat))[-1] == ["More", MISSED]


async def test_one_steps_through_all_turns_since_the_own_last_one(services):
    rng = Random(5)
    table = await until(services, await running(services, 4), 6, rng)
    table = await until(services, table, 12, rng, away=ANNA)
    page = await handle(services, table, SeeMissed())
    stored = {turn.number: turn for turn in await services.games.turns(table)}
    seen, pictures = [], set()
    while not seen or heading(page) != seen[-1]:
        seen.append(heading(page))
        lines = page.text.split("\n")
        assert lines[0] == "What you missed: turns 6 to 11"
        assert 1 <= sum(line.startswith("> ") for line in lines[:5]) <= 3
        assert page.picture.alt.startswith(f"The end of turn {seen[-1]}. ")
        assert page.picture.name == f"turn-{table.id}.png"
        assert labels_of(page) == [["Previous turn", "Next turn", "Animation", "Back"]]
        pictures.add(page.picture.draw())
        page = await pressed(services, page, "Next turn")
    assert seen == [*range(6, 12)]
    assert len(pictures) == len(seen)
    assert stored[11].view == game_of(table).view(None)
    for number in reversed(seen):
        assert heading(page) == number
        page = await pressed(services, page, "Previous turn")
    assert heading(page) == 6
    # numbers that no button has
    assert heading(await handle(services, table, SeeMissed(turn=-7))) == 6
    assert heading(await handle(services, table, SeeMissed(turn=10**9))) == 11


async def test_the_animation_has_exactly_those_turns(services):
    rng = Random(5)
    table = await until(services, await running(services, 2), 4, rng)
    table = await until(services, table, 9, rng, away=ANNA)
    page = await handle(services, table, SeeMissed(turn=6))
    shown = await pressed(services, page, "Animation")
    assert shown.text == page.text.split("\n\n")[0]
    assert shown.picture.name == f"turns-{table.id}.gif"
    with Image.open(BytesIO(shown.picture.draw())) as animation:
        times = []
        for at in range(animation.n_frames):
            animation.seek(at)
            times.append(animation.info["duration"])
    assert sum(time > 20 for time in times) == 5
    said = [line for line in shown.picture.alt.split(". ") if "given up" not in line]
    assert all(line.startswith("Ben") for line in said)
    green = {each.label for each in shown.buttons if each.style is Style.CHOSEN}
    assert green == {"Animation"}
    assert heading(await pressed(services, shown, "Next turn")) == 7


async def test_of_a_single_turn_there_is_nothing_to_step_through(services):
    table = await running(services, 2)
    table = await act(services, table, EndTurn())
    page = await handle(services, table, SeeMissed())
    assert page.text == "No turn in **Ur** since your last one."
    assert labels_of(page) == [["Back"]]
    table = await act(services, table, EndTurn())
    page = await handle(services, table, SeeMissed())
    assert page.text.startswith("What you missed: turn 2\n")
    assert labels_of(page) == [["Back"]]


async def test_what_was_undone_is_not_shown_nor_a_turn_in_progress(services):
    table = await act(services, await running(services, 2), EndTurn())
    undone, kept = parse_action("x@B1"), parse_action("x@A1")
    table = await act(services, table, undone)
    table = (await services.play.undo(table.id, BEN.user_id, table.state_version)).table
    table = await act(services, table, kept)
    assert (await handle(services, table, SeeMissed())).text.startswith("No turn")
    table = await act(services, table, EndTurn())
    page = await handle(services, table, SeeMissed())
    (turn,) = [each for each in await services.games.turns(table) if each.number == 2]
    assert [each.action for each in turn.entries if isinstance(each, Acted)] == [kept, EndTurn()]
    assert turn.view == game_of(table).view(None)
    assert page.picture.draw()


async def twin(store, clock, *hands):
    """Anna misses turns of others, who hold these hands and swap two of those tiles each time."""
    dice = LoadedDice([*Dynasty][:3], bag_beginning("".join(hands)))
    services = Services(store, dice, clock, sealing=False)
    table = await act(services, await running(services, 3), EndTurn())
    for _ in range(2):
        while decider(table) != ANNA.user_id:
            game = game_of(table)
            two = [colour for colour in Colour for _ in range(game.hands[game.active][colour])][:2]
            swap = SwapTiles(Hand(map(two.count, Colour)))
            table = await act(services, table, catastrophe(table), swap, EndTurn())
        table = await least(services, table)
    return services, table


async def test_nothing_hidden_is_in_it(store, clock):
    """With other hands, and other tiles swapped, everything is the same to the byte."""
    shown = []
    for hands in (("kkrrbb", "kkkkbb", "rrggbb"), ("kkrrbb", "ggrrkk", "kkrrrr")):
        services, table = await twin(store, clock, *hands)
        pages = [await handle(services, table, SeeMissed(turn=turn)) for turn in range(2, 8)]
        pages.append(await handle(services, table, SeeMissed(animated=True)))
        texts = [page.text for page in pages]
        assert "**Ben** swaps 2 tiles." in texts[0]
        texts.append((await handle(services, table, SeeInWords(turn=3))).text)
        shown.append((texts, [(page.picture.alt, page.picture.draw()) for page in pages]))
    assert shown[0] == shown[1]


async def test_a_theme_and_in_words(services):
    """The board of that turn, not the one of now."""
    rng = Random(5)
    table = await until(services, await running(services, 3), 8, rng, away=ANNA)
    seat = await seat_of(services, table)
    turns = await services.games.turns(table)
    habits = replace(seat.player.habits, theme="high-contrast", in_words=True)
    players = tuple(
        replace(each, habits=habits) if each.seat == seat.number else each
        for each in seat.table.players
    )
    other = replace(seat, table=replace(seat.table, players=players))
    for animated in (False, True):
        usual = missed_page(WORDS, seat, turns, 3, animated=animated)
        contrasted = missed_page(WORDS, other, turns, 3, animated=animated)
        assert contrasted.text == usual.text
        assert contrasted.picture.draw() != usual.picture.draw()
    assert "In words" not in ids_of(missed_page(WORDS, seat, turns, 3))
    page = await handle_request(
        services, ANNA, parse_custom_id(ids_of(missed_page(WORDS, other, turns, 3))["In words"])
    )
    lines = page.text.split("\n")
    assert lines[:2] == ["**Ur** in words", "The end of turn 3."]
    assert lines[2:] == board_in_words(WORDS, turns[2].view, plain_names(table))
    now = await handle(services, table, SeeInWords())
    assert (await handle(services, table, SeeInWords(turn=99))).text == now.text


async def test_a_log_that_cannot_be_played_again_is_one_sentence_on_the_desk(
    store, clock, services
):
    """Damaged, or by rules that have changed since."""
    table = await act(services, await running(services, 2), EndTurn(), EndTurn())
    for text, refusal in (("?", Refusal.UNREADABLE), ("Ak@A1", Refusal.NOT_REPLAYABLE)):

        def forge(connection, text=text):
            connection.execute(update(entry).where(entry.c.seq == table.version).values(text=text))

        await store.write(forge)
        await refuses(refusal, handle(services, table, SeeMissed()))
        await refuses(refusal, handle(services, table, SeeInWords(turn=1)))
    assert MISSED in ids_of(await handle(services, table, SeeMore()))


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("version", sorted(FIXTURES.glob("*.sqlite3")), ids=lambda path: path.stem)
async def test_turns_of_running_games_of_former_versions_are_played_again(tmp_path, clock, version):
    """Up to the board that is stored."""
    path = tmp_path / "games.sqlite3"
    path.write_bytes(version.read_bytes())
    async with opened(path) as (store,):
        services, found = Services(store, Random(1), clock), 0
        for number in await store.look(
            lambda connection: connection.scalars(select(game.c.id)).all()
        ):
            table = await services.games.get(number)
            if table.status is not Status.RUNNING:
                continue
            turns = await services.games.turns(table)
            assert [turn.number for turn in turns] == [*range(1, table.turn)]
            found += len(turns)
            if turns and table.turn_is_new:
                assert turns[-1].view == table.view
        assert found or "0_1_0" not in version.stem


# --- the three lines ------------------------------------------------------------------------------


ANNAS, BENS, CORAS = range(3)
"""Their seats."""


def turn_with(number, *events):
    seat = (number - 1) % 3
    return Turn(number, seat, (Acted(None, events, seq=number, turn=number, seat=seat),))


def war(attacker, defender):
    sides = (Contender(attacker, LEADERS[0], Cell(0, 0), 5, 0),)
    sides += (Contender(defender, LEADERS[4], Cell(0, 2), 2, 0),)
    return ConflictDecided(Conflict(False, Colour.BLACK, *sides))


def scored(seat, points):
    return PointsScored(seat, Colour.BLACK, points, ScoreCause.TILE, LEADERS[0])


def placed(seat, space):
    return TilePlaced(seat, Colour.BLACK, Cell.parse(space))


@pytest.fixture
def seat():
    """Anna's, of three."""
    return seat_at(Game.start([*Dynasty][:3], full_bag("classic")), ANNAS)


def test_the_turns_with_most_to_tell_are_told_in_their_order(seat):
    """Conflicts before buildings and catastrophes, points, and actions used; then the latest."""
    quiet = [turn_with(5, placed(BENS, "C1")), turn_with(6, placed(CORAS, "D1"))]
    idle = turn_with(8, TurnEnded(BENS, 2))
    points = turn_with(9, placed(CORAS, "E1"), scored(CORAS, 3))
    fewer = turn_with(11, placed(BENS, "F1"), scored(BENS, 2))
    catastrophe = turn_with(12, CatastrophePlaced(CORAS, Cell.parse("G1"), None))
    conflict = turn_with(3, war(CORAS, BENS))
    told = [
        (quiet, "C1 D1"),
        ([*quiet, idle], "C1 D1 given"),
        ([*quiet, idle, points], "C1 D1 E1"),
        ([*quiet, idle, points, fewer], "D1 E1 F1"),
        ([*quiet, points, fewer, catastrophe], "E1 F1 G1"),
        ([conflict, *quiet, points, fewer, catastrophe], "war E1 G1"),
    ]
    for turns, wanted in told:
        lines = news_of_turns(WORDS, seat, turns)
        assert len(lines) == len(wanted.split())
        assert all(word in line for word, line in zip(wanted.split(), lines, strict=True))


def test_first_comes_what_concerns_the_player_all_together(seat):
    turns = [
        turn_with(2, war(BENS, ANNAS), scored(BENS, 3)),
        turn_with(3, placed(CORAS, "C1"), scored(ANNAS, 1)),
        turn_with(5, placed(BENS, "D1"), scored(ANNAS, 2)),
    ]
    own, *others = news_of_turns(WORDS, seat, turns)
    assert own == ("**Ben** won the war against you, 5 to 2. You scored 3 ⬛ black points.")
    assert len(others) == 2
    many = [turn_with(3 * number + 2, war(BENS, ANNAS)) for number in range(20)]
    own, *_ = news_of_turns(WORDS, seat, many)
    assert own.count("won the war") == 5


async def test_who_takes_a_seat_over_missed_the_game_so_far_and_won_nothing_of_it(services):
    """Who comes back to the own seat continues after the own last turn."""
    rng = Random(5)
    table = await until(services, await running(services, 3), 8, rng)
    own = table.player_of(ANNA.user_id).seat
    table = await take_seat(services, table, own, EVE)
    page = await handle(services, table, SeeMissed(), EVE)
    assert page.text.startswith("What you missed: turns 1 to 7\n")
    assert "You " not in page.text
    assert MISSED in ids_of(desk_page(WORDS, await seat_of(services, table, EVE)))
    table = await until(services, table, 10, rng, away=EVE)
    table = await take_seat(services, table, own, ANNA)
    page = await handle(services, table, SeeMissed())
    assert page.text.startswith("What you missed: turns 8 to 9\n")


async def test_it_fits_and_is_still_there_after_the_end(services):
    rng = Random(2)
    table = await until(services, await running(services, 2), 25, rng, away=ANNA)
    for turn in range(1, 25, 5):
        page = await handle(services, table, SeeMissed(turn=turn))
        assert heading(page) == turn
        assert len(page.text) <= MOST_TEXT
        assert len(page.text.split("\n")[0]) <= 60
    table = (await services.play.resign(table.id, BEN.user_id)).table
    assert table.has_ended
    assert heading(await handle(services, table, SeeMissed(turn=7))) == 7
