"""Tables are sealed when they are opened, and opened when they end (docs/fair.md)."""

import json
from random import Random

from sqlalchemy import select, update
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    all_rows,
    change_directly,
    clear_caches,
    ended,
    game_of,
    play_and_end,
    refuses,
    running,
    take_seat,
)

from bot.domain.entries import Expired, Why
from bot.domain.refusals import Refusal
from bot.domain.table import Place, Status
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store import SealCounts
from bot.store.queries import logs
from bot.store.schema.tables import entry, player, seal
from bot.use_cases import Services, record_so_far
from bot.use_cases.besides_playing import remove
from bot.use_cases.inside import AllSeats
from engine import NO_WORD, Level, draw_start, hash_of, headers_of, seal_of, verify_record


async def secret_of(store, table):
    """The secret in the database, which no service reveals before the end."""
    async with store.reading() as connection:
        found = select(seal.c.secret).where(seal.c.table_id == table.id)
        return bytes.fromhex(await connection.scalar(found) or "")


async def gathered(services, *others, seats=4, place=PLACE):
    """A table at which Anna sits, and these others."""
    table = await services.opening.open(ANNA, place, "Ur", seats=seats)
    for person in others:
        table = await services.lobbies.join(table.id, person)
    return table


# --- the seal ------------------------------------------------------------------------------------


async def test_each_table_is_sealed_with_a_secret_of_its_own_when_it_is_opened(store, services):
    """Opening one reveals no other, as in a rematch with the same players."""
    solo = await services.opening.open_solo(ANNA, 77, "Solo", [(Level.EASY, "Easy")])
    tables = [solo, *[await gathered(services) for _ in range(2)]]
    secrets = [await secret_of(store, table) for table in tables]
    assert len({*secrets}) == 3
    for table, secret in zip(tables, secrets, strict=True):
        assert len(secret) == 64
        assert table.seal.digest == seal_of(secret)
        assert (await services.games.get(table.id)).seal == table.seal
    draw = draw_start(secrets[0], solo.id, (NO_WORD, NO_WORD), "classic")
    assert tuple(each.dynasty for each in solo.players) == draw.dynasties


async def test_seats_dynasties_and_bag_follow_from_secret_and_words(store, services):
    table = await gathered(services, BEN, CORA)
    await services.sealing.give_word(table.id, ANNA, "river")
    await services.sealing.give_word(table.id, BEN, "Ur")
    table = await services.lobbies.start(table.id, ANNA)
    words = (hash_of("river"), hash_of("Ur"), NO_WORD)
    assert table.words == words
    draw = draw_start(await secret_of(store, table), table.id, words, "classic")
    joined = [ANNA.user_id, BEN.user_id, CORA.user_id]
    assert [each.user_id for each in table.players] == [joined[each] for each in draw.order]
    assert tuple(each.dynasty for each in table.players) == draw.dynasties
    assert game_of(table).bag == draw.bag[18:]


async def test_computers_give_no_word_and_join_like_everybody(services):
    table = await gathered(services)
    table = await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Easy")
    table = await services.lobbies.join(table.id, BEN)
    await services.sealing.give_word(table.id, BEN, "river")
    table = await services.lobbies.start(table.id, ANNA)
    assert table.words == (NO_WORD, NO_WORD, hash_of("river"))


# --- words ---------------------------------------------------------------------------------------


async def test_only_the_hash_of_the_last_word_is_kept_and_goes_with_its_player(store, services):
    table = await gathered(services, BEN, CORA)
    await services.sealing.give_word(table.id, BEN, "first")
    table = await services.sealing.give_word(table.id, BEN, "Euphrates at night")
    assert table.words == (NO_WORD, hash_of("Euphrates at night"), NO_WORD)
    stored = repr(await all_rows(store))
    assert "Euphrates" not in stored
    assert hash_of("Euphrates at night") in stored
    table = await services.lobbies.leave(table.id, BEN)
    table = await services.lobbies.join(table.id, BEN)
    assert table.words == (NO_WORD,) * 3


async def test_a_word_is_taken_as_it_can_be_written_again(services):
    table = await gathered(services)
    for written, stored in [(" river ", "river"), ("e\u0301", "\u00e9"), ("🏺" * 64, "🏺" * 64)]:
        table = await services.sealing.give_word(table.id, ANNA, written)
        assert table.words == (hash_of(stored),)


async def test_only_who_plays_gives_a_word_and_nobody_after_the_start(services):
    """A later player of a seat adds none."""
    table = await gathered(services, BEN)
    await services.sealing.give_word(table.id, BEN, "river")
    stranger = services.sealing.give_word(table.id, DAN, "river")
    await refuses(Refusal.NOT_IN_GAME, stranger)
    table = await services.lobbies.start(table.id, ANNA)
    late = services.sealing.give_word(table.id, ANNA, "river")
    await refuses(Refusal.ALREADY_STARTED, late)
    after = await take_seat(services, table, table.player_of(BEN.user_id).seat, CORA)
    assert after.words == (NO_WORD, hash_of("river"))
    mine = (await services.personal_data.read(CORA.user_id)).games[0]
    assert "word" not in mine.seat


# --- the end -------------------------------------------------------------------------------------


async def fair_bag(services, table):
    return await services.sealing.read(await services.games.get(table.id))


async def test_the_secret_is_revealed_to_nobody_before_the_end(store, services):
    table = await running(services)
    page = await fair_bag(services, table)
    assert page.secret is None
    record = await store.look(record_so_far, table.id)
    assert "Secret" not in headers_of(record)
    secret = (await secret_of(store, table)).hex()
    for shown in (await AllSeats(services).everyone(table.id), page):
        assert secret not in repr(shown)
    await refuses(Refusal.NOT_OVER, services.games.record(table.id))


async def test_a_game_that_ends_early_opens_its_seal_for_good(store, services):
    table = await ended(services)
    assert (await fair_bag(services, table)).secret == (await secret_of(store, table)).hex()
    table = await change_directly(services, table, _remove)
    assert await secret_of(store, table)
    assert "never opened" not in await _last_words(store, services, table)


async def test_a_table_that_closes_before_the_start_opens_its_seal(store, services, clock):
    """Because everybody leaves, or nobody starts it in time."""
    left = await services.lobbies.leave((await gathered(services)).id, ANNA)
    assert left.status is Status.CANCELLED
    assert (await fair_bag(services, left)).secret == (await secret_of(store, left)).hex()
    forgotten = await gathered(services)
    await change_directly(services, forgotten, _expire)
    assert (await fair_bag(services, forgotten)).secret is not None


def _expire(change):
    return change.then(Expired())


def _remove(change):
    return remove(change, 1, why=Why.ADMIN, by="Eve", was=change.table.status.value)


async def _last_words(store, services, table):
    everyone = await store.look(AllSeats(services).read_everyone, table.id)
    return Due(_no_record)(everyone, frozenset())[-1].made().text


async def test_a_removed_game_never_opens_its_seal(store, services):
    table = await change_directly(services, await running(services), _remove)
    assert await secret_of(store, table) == b""
    text = await _last_words(store, services, table)
    assert "The game's seal was never opened." in text


async def _no_record(_number):
    return ""


async def test_a_server_s_seals_are_counted_even_those_of_removed_games(services):
    await gathered(services, place=Place(5, 6))  # elsewhere
    await gathered(services)
    await ended(services)
    table = await change_directly(services, await running(services), _remove)
    counts = (await services.sealing.read(table)).counts
    assert counts == SealCounts(sealed=3, started=2, opened=1, never_opened=1)
    await services.forgetting.forget_server(PLACE.guild_id or 0)
    assert (await services.sealing.read(table)).counts == SealCounts(0, 0, 0, 0)


# --- secrecy -------------------------------------------------------------------------------------


async def test_twins_that_differ_in_their_secret_are_the_same_to_all(store, services):
    """Nothing that anybody is shown depends on the secret, but the seal."""
    table = await running(services)

    async def shown():
        clear_caches(services)
        everyone = await AllSeats(services).everyone(table.id)
        posts = Due(_no_record)(everyone, frozenset())
        pages = [await fair_bag(services, table)]
        return [[(post.key, post.fingerprint, post.made()) for post in posts], pages]

    before = await shown()
    async with store.writing() as connection:
        await connection.execute(update(seal).values(secret="ab" * 64))
    assert await shown() == before


async def test_the_record_of_a_game_opens_its_seal_and_a_forgotten_player_breaks_no_proof(
    store, services
):
    table = await gathered(services, BEN, CORA)
    await services.sealing.give_word(table.id, BEN, "river")
    table = await services.lobbies.start(table.id, ANNA)
    await services.forgetting.forget(BEN.user_id, str)
    table = await play_and_end(services, await services.games.get(table.id))
    record = await services.games.record(table.id)
    assert not [str(finding) for finding in verify_record(record) if finding.fault]
    assert [*map(str, verify_record(record, "river"))][-1] == "your word: ok"
    headers = headers_of(record)
    assert headers["Secret"] == (await secret_of(store, table)).hex()
    assert headers["Table"] == str(table.id)
    assert str(BEN.user_id) not in repr(await all_rows(store))


# --- games of before there were seals ------------------------------------------------------------


async def test_a_table_without_a_seal_goes_on_without(store, clock):
    services = Services(store, Random(7), clock, sealing=False)
    table = await gathered(services, BEN)
    assert table.seal is None
    services = Services(store, Random(7), clock)
    await refuses(Refusal.NOT_SEALED, services.sealing.give_word(table.id, BEN, "river"))
    table = await services.lobbies.start(table.id, ANNA)
    table = await play_and_end(services, table)
    assert (await fair_bag(services, table)).secret is None
    assert "Seal" not in headers_of(await services.games.record(table.id))


async def test_a_game_that_an_older_program_has_started_has_nothing_to_verify(
    store, services, clock
):
    """It may run beside this one for a moment, in an update."""
    table = await gathered(services, BEN)
    table = await services.lobbies.start(table.id, ANNA)

    def as_before(connection):
        started = entry.c.kind == "started"
        start = json.loads(connection.scalar(select(entry.c.text).where(started)) or "")
        del start["words"]
        connection.execute(update(entry).where(started).values(text=json.dumps(start)))

    await store.write(as_before)
    table = await play_and_end(services, table)
    assert "Seal" not in headers_of(await services.games.record(table.id))
    assert not (await store.read(examine, table.id)).faults


async def test_a_damaged_secret_starts_no_game(store, services):
    table = await gathered(services, BEN)
    async with store.writing() as connection:
        await connection.execute(update(seal).values(secret="xyz"))
    await refuses(Refusal.UNREADABLE, services.lobbies.start(table.id, ANNA))
    assert (await services.games.get(table.id)).status is Status.LOBBY


async def test_the_log_tells_the_words_again(store, services):
    """So a player's row can be restored from it."""
    table = await gathered(services, BEN)
    await services.sealing.give_word(table.id, BEN, "river")
    log = await store.look(logs.read_log, table.id)
    assert [each.kind for each in log] == ["opened", "joined", "gave word"]
    assert hash_of("river") in (log[-1].text or "")
    async with store.reading() as connection:
        found = await connection.scalars(select(player.c.word).order_by(player.c.joined_seq))
        assert found.all() == [None, hash_of("river")]
        assert len((await connection.execute(select(entry))).all()) == 3
