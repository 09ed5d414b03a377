"""Who is asked, and how often: nobody is called for what goes by itself."""

from pathlib import Path

from tabletop import ANNA, BEN, Clock, LoadedDice, decider, running, whole

from bot.delivery import Post, ToUser
from bot.showing.content import Content
from bot.showing.due import Due
from bot.store import Store
from bot.table import Table, Tables
from engine import AddTiles, DrawDecision, DrawTile, EndTurn, Step, SwapTiles, read_game

DISPLAY = Path(__file__).parents[2] / "journeys" / "games" / "display.te"


async def posts(tables: Tables, table: Table, *closed: int) -> dict[str, Post]:
    due = Due(tables.record)
    everyone = await tables.everyone(table.id)
    return {post.key: post for post in due(everyone, frozenset(closed))}


async def asking(tables: Tables, table: Table) -> tuple[str, Content]:
    """The one question that is due as a direct message."""
    ((key, post),) = (
        (key, post) for key, post in (await posts(tables, table)).items() if "-ask-" in key
    )
    assert isinstance(post.content, Content)
    assert post.target == ToUser(decider(table))
    return key, post.content


async def test_drawing_tile_by_tile_is_one_question(tables: Tables) -> None:
    table = await running(tables, options=["display"])
    swap = SwapTiles(whole(table).hands[0])
    table = (await tables.act(table.id, decider(table), swap)).table
    first, content = await asking(tables, table)
    texts = set()
    while isinstance(whole(table).decision, DrawDecision):
        key, content = await asking(tables, table)
        assert key == first
        assert content.silent  # the player is at it
        # found again after a crash, whatever buttons it has got meanwhile
        assert content.picture is not None
        assert content.picture.name == f"{key}.png"
        texts.add(content.text)
        table = (await tables.act(table.id, decider(table), DrawTile(None))).table
    assert len(texts) == 6
    assert not [key for key in (await posts(tables, table)) if "-ask-" in key]


async def to_the_first_conflict(store: Store, clock: Clock) -> tuple[Tables, Table]:
    """A recorded game that waits for Anna, who attacks Ben."""
    text = DISPLAY.read_text()
    tables = Tables(store, LoadedDice(text), clock)
    table = await running(tables, 3, options=["display"])
    for step in read_game(text):
        if isinstance(step, Step):
            if isinstance(step.action, AddTiles):
                break
            table = (await tables.act(table.id, decider(table), step.action)).table
    assert decider(table) == ANNA.user_id
    return tables, table


async def test_who_waited_for_somebody_is_called_again(store: Store, clock: Clock) -> None:
    tables, table = await to_the_first_conflict(store, clock)
    await tables.act(table.id, ANNA.user_id, AddTiles(1))
    table = (await tables.act(table.id, BEN.user_id, AddTiles(2))).table
    (hand,) = (post for key, post in (await posts(tables, table)).items() if "-hand-0-" in key)
    assert "it is your turn again" in hand.content.text
    assert not hand.content.silent
    assert [key for key in (await posts(tables, table, ANNA.user_id)) if "-call-" in key]


async def test_who_waited_for_nobody_is_not(store: Store, clock: Clock) -> None:
    """Ben has resigned: what is decided for him takes no time."""
    tables, table = await to_the_first_conflict(store, clock)
    await tables.resign(table.id, BEN.user_id)
    outcome = await tables.act(table.id, ANNA.user_id, AddTiles(1))
    assert [entry.automatic for entry in outcome.entries] == [False, True]
    table = outcome.table
    (hand,) = (post for key, post in (await posts(tables, table)).items() if "-hand-0-" in key)
    assert "it is your turn**" in hand.content.text
    assert hand.content.silent
    assert not [key for key in (await posts(tables, table, ANNA.user_id)) if "-call-" in key]


async def test_who_always_draws_from_the_bag_is_not_asked_and_the_next_one_is_called(
    store: Store, clock: Clock
) -> None:
    tables, table = await to_the_first_conflict(store, clock)
    await tables.act(table.id, ANNA.user_id, AddTiles(1))
    await tables.act(table.id, BEN.user_id, AddTiles(2))
    table = (await tables.act(table.id, ANNA.user_id, SwapTiles((1, 0, 0, 0)))).table
    table = (await tables.draw_the_rest(table.id, ANNA.user_id, always=True)).table
    outcome = await tables.act(table.id, ANNA.user_id, EndTurn())
    assert [entry.automatic for entry in outcome.entries] == [False, True]
    table = outcome.table
    assert decider(table) == BEN.user_id
    _, content = await asking(tables, table)
    assert not content.silent
    assert [key for key in (await posts(tables, table, BEN.user_id)) if "-call-" in key]
    table = (await tables.act(table.id, BEN.user_id, DrawTile(None))).table
    assert (await asking(tables, table))[1].silent
    assert not [key for key in (await posts(tables, table, BEN.user_id)) if "-call-" in key]
