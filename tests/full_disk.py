"""Simulates a full disk for this process."""

import resource
from contextlib import contextmanager


@contextmanager
def room_for(size):
    """Let no file grow beyond that size, in bytes, as if the disk were full then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
