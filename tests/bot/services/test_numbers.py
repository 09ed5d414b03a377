"""Numbers that no game, entry or player can have, whoever types them or makes a button of them."""

from tabletop import ANNA, CORA, PLACE, everything, refuses, running

from bot.domain import Origin, Refusal
from bot.ops.game_check import examine
from bot.store.queries import clocks, due, games, logs, notes, players
from engine import EndTurn

NUMBERS = [0, -1, 2**31, 10**17, 10**18 - 1, 2**63, 10**30, -(10**30)]
WHENCE = Origin(ANNA.user_id, PLACE.guild_id, PLACE.channel_id)


async def test_there_is_no_such_game_and_nothing_is_found_or_changed(store, services):
    table = await running(services)
    (entry, *_) = await store.read(logs.read_log, table.id)
    before = await everything(store)
    for number in NUMBERS:
        for use_case in (
            services.games.get(number),
            services.visits.of(number, ANNA.user_id),
            services.visits.named(WHENCE, str(number)),
            services.play.act(number, ANNA.user_id, EndTurn()),
            services.lobbies.join(number, ANNA),
            services.play.undo(number, ANNA.user_id),
            services.preferences.mute(ANNA.user_id, number, muted=True),
        ):
            await refuses(Refusal.UNKNOWN_GAME, use_case)
        assert await store.read(examine, number) is None
        assert await store.read(games.read_headers, games.numbered(number)) == []
        assert await store.read(logs.read_log, number) == []
        assert await store.read(logs.last_state, number) == 0
        assert await store.read(players.read_orders, number) == {}
        await store.write(notes.write_note, number, ANNA.user_id, "hello")
        await store.write(clocks.set_held, number, held=True)
        await store.write(due.cancel_all, number)
        await store.write(games.hold, games.numbered(number))
        assert not await store.write(logs.has_entry, number, entry)
    assert await everything(store) == before


async def test_no_channel_is_no_games_home(services):
    """Discord may leave the channel out; a game that is shown nowhere yet has no home."""
    table = await running(services)
    assert table.home is None
    nowhere = Origin(CORA.user_id + 1, None, None)
    for look in (
        services.visits.of_button(nowhere, table.id),
        services.visits.named(nowhere, f"{table.id}"),
    ):
        await refuses(Refusal.UNKNOWN_GAME, look)
