"""Whether Discord is reachable, and the pauses between attempts."""

from itertools import islice

import pytest

from bot.backoff import growing_pauses
from bot.client.connection.sharding import GatewayState
from bot.cluster import Shards


class Time:
    """Replaces :func:`time.monotonic`."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Time()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


def test_pauses_grow_up_to_five_minutes_and_differ():
    longest = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    pauses = [*islice(growing_pauses(), len(longest))]
    assert all(most / 2 <= pause <= most for pause, most in zip(pauses, longest, strict=True))
    assert pauses != [*islice(growing_pauses(), len(longest))]


def test_each_shard_connects_at_once_and_again_after_growing_pauses():
    """Until one of these connections has received something."""
    connection = GatewayState()
    connection.connect_for(Shards(0, 1, 2), at_once=1)
    for _ in range(2):
        assert [connection.pause(), connection.pause()] == [0, 0]
        third, fourth, *_, last = (connection.pause() for _ in range(20))
        assert 0 < third <= 1 <= fourth <= 2
        assert 20 <= last <= 40
        connection.mark_connected(0)


@pytest.mark.parametrize("status", [None, 500, 503, 401])
def test_calls_that_all_fail_for_a_minute_are_trouble(clock, status):
    connection = GatewayState()
    connection.record_call(status)
    clock.now += 61
    assert not connection.trouble  # perhaps nobody has called since
    connection.record_call(status)
    assert connection.trouble == "all calls have failed for 61 seconds"
    connection.record_call(404)
    assert not connection.trouble
    connection.record_call(status)
    clock.now += 61
    connection.record_call(status)
    clock.now += 601
    assert not connection.trouble  # nobody knows any more
