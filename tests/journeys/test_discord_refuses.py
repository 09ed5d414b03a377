"""Whatever Discord refuses, the decider is called: in the next place, or by a simpler message."""

from contextlib import asynccontextmanager, contextmanager

from messages import labels, says
from owning import application
from people import world
from simcord.backend.errors import BackendError
from simcord.http import router

__all__ = ["application"]

HOUR = 3600


@asynccontextmanager
async def two_players(tmp_path, **chosen):
    """A running game, and the player who decides after the first turn."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", **chosen)
        yield w, game, await game.other()


async def test_a_server_full_of_threads_sees_the_game_in_the_channel(tmp_path):
    async with world(tmp_path) as w:
        threads = "/channels/*/messages/*/threads"
        w.env.inject_error("POST", threads, status=400, code=160006, times=None)
        game = await w.open("ann", "bob")
        assert "turn 1" in game.turn.content
        assert game.turn.channel.id == w.channel.id


async def test_an_account_that_was_deleted_cannot_be_reached(tmp_path):
    """Opening its direct messages is refused. Its clock runs, so the others don't wait for ever."""
    async with two_players(tmp_path, pace="daily") as (w, game, other):
        await w.restart()
        w.env.inject_error("POST", "/users/@me/channels", status=400, code=50033, times=None)
        await game.play("end")
        await w.env.advance_time(60)
        table = await game.table()
        assert table.player_of(other.id).direct_closed_at is not None
        assert f"<@{other.id}>" in says(game.posts[-1])
        assert not table.held
        tried = [each for each in w.env.http_requests if each.path == "/users/@me/channels"]
        assert len(tried) < 10


@contextmanager
def refusing(monkeypatch, code, refuses):
    """Refuse messages for their content."""
    usual = router._check_faults

    def check(backend, method, path):
        usual(backend, method, path)
        sent = backend.http_requests[-1].json
        shows = method == "PATCH" or path.endswith("/messages")
        if shows and isinstance(sent, dict) and refuses(path, sent):
            raise BackendError(400, code, "refused")

    with monkeypatch.context() as patch:
        patch.setattr(router, "_check_faults", check)
        yield


async def test_a_message_whose_picture_is_refused_comes_without_it(tmp_path, monkeypatch):
    """A server's filter refuses it in the thread, in direct messages and in the answer."""
    async with world(tmp_path) as w:
        with refusing(monkeypatch, 20009, lambda _, sent: bool(sent.get("attachments"))):
            game = await w.open("ann", "bob")
            person = await game.decider()
            (desk,) = person.dms
            assert desk.content.startswith("Your hand: ")
            assert "your turn – 2 actions left" in desk.content
            assert labels(desk)
            assert "turn 1" in game.turn.content
            assert not game.turn.attachments
            board = await person.slash("board", w.channel)
            assert "to play – 2 actions left" in board.content
            assert not board.attachments
            before = len(w.env.http_requests)
            await w.env.advance_time(6 * HOUR)
            assert len(w.env.http_requests) - before < 5


async def test_a_message_refused_for_its_words_becomes_a_line_that_something_is_due(
    tmp_path, monkeypatch
):
    """AutoMod refuses the game's name. A button leads to the desk."""
    async with world(tmp_path) as w:
        with refusing(monkeypatch, 200000, lambda _, sent: "Ur" in (sent.get("content") or "")):
            game = await w.open("ann", "bob")
            await w.env.advance_time(60)
        first = await game.decider()
        (desk,) = first.dms
        assert (
            desk.content
            == "Something is waiting for you in game #1. Discord refused my message about it."
        )
        assert "your turn – 2 actions left" in (await first.press(desk, "Desk")).content


async def test_an_unknown_refusal_is_reported_once_and_the_call_goes_elsewhere(
    tmp_path, application
):
    async with two_players(tmp_path) as (w, game, other):
        application.of(w.person("ann"))
        directs = f"/channels/{other.member.user.dm_channel.id}/messages"
        w.env.inject_error("POST", directs, status=400, code=987654, times=None)
        await game.play("end")
        before = len(w.env.http_requests)
        await w.env.advance_time(HOUR)
        assert f"<@{other.id}>, it's your turn" in says(game.posts[-1])
        tried = [each for each in w.env.http_requests[before:] if each.path == directs]
        assert len(tried) < 6
        page = await w.person("ann").slash("bot")
        (named,) = (line for line in page.content.splitlines() if "987654" in line)
        assert "game 1" in named
        w.env.backend.faults.clear()
        await w.env.advance_time(2 * HOUR)
        await game.play("end", "end")
        assert "your turn" in other.dms[-1].content
