"""A few pictures look as they are meant to (see golden.py)."""

import pytest

from tests.render.golden import BLOCK_LIMIT, MEAN_LIMIT, SCENES, apart, half, kept


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_as_it_is_meant_to(name):
    new, old = half(SCENES[name]()), kept(name)
    assert new.size == old.size
    mean, block = apart(new, old)
    assert mean < MEAN_LIMIT
    assert block < BLOCK_LIMIT
