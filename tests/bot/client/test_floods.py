"""How much of one user is looked at in a minute: the others' presses are."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from bot.client.floods import PICTURES, PRESSES, PRESSES_OF_SERVER, SUGGESTIONS, Floods

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def done(user: int, at: datetime = NOON, server: int | None = 1) -> SimpleNamespace:
    """What is asked of an interaction: who, where and when."""
    return SimpleNamespace(user=SimpleNamespace(id=user), guild_id=server, created_at=at)


def test_a_user_has_so_many_presses_a_minute_and_others_have_theirs() -> None:
    floods = Floods()
    assert {floods.press(done(1)) for _ in range(PRESSES)} == {None}
    half = NOON + timedelta(seconds=30)
    assert floods.press(done(1, half)) == 30
    assert floods.press(done(2, half)) is None
    assert floods.press(done(1, NOON + timedelta(seconds=61))) is None


def test_what_is_not_looked_at_does_not_use_up_the_servers_presses() -> None:
    floods = Floods()
    for _ in range(2 * PRESSES_OF_SERVER):
        floods.press(done(1))
    assert floods.press(done(2)) is None


def test_a_server_has_so_many_presses_a_minute_and_other_servers_have_theirs() -> None:
    floods = Floods()
    people = range(PRESSES_OF_SERVER // PRESSES)
    for person in people:
        assert {floods.press(done(person)) for _ in range(PRESSES)} == {None}
    late = len(people)
    assert floods.press(done(late)) == 60
    assert floods.press(done(late, server=2)) is None
    assert floods.press(done(late, server=None)) is None


def test_keystrokes_and_pictures_have_counts_of_their_own() -> None:
    floods = Floods()
    assert [floods.suggest(done(1)) for _ in range(SUGGESTIONS + 1)].count(False) == 1
    assert [floods.picture(done(1)) for _ in range(PICTURES + 1)].count(False) == 1
    assert floods.press(done(1)) is None
