"""Random seeds of computers' decisions, from the secret of a table.

The numbers of a game and its states are public. With a seed of these alone, anybody who runs this
program could find out with which hands a computer would decide as it did.
"""

from dataclasses import dataclass, field
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class Seed:
    """A random seed; not a plain number, so that no log or message shows it by accident."""

    number: int = field(repr=False)
    """Only for the engine worker."""


def seed(secret: str, *numbers: int) -> Seed:
    """Return the seed for a table's secret and *numbers*, the same in every process."""
    written = " ".join(map(str, numbers))
    made = blake2b(written.encode(), key=secret.encode(), digest_size=8).digest()
    return Seed(int.from_bytes(made))
