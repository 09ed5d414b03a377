"""What hinders tables from being simply shown: they are put off, or wanting in something."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.delivery.reports import Report


@dataclass(slots=True)
class Hindrance:
    """What hinders a table, as far as this program knows."""

    tries: int | None = None
    """If it is put off: how often it has failed."""
    told_to_wait: bool = False
    """Whether Discord has asked for patience."""
    not_put_off: bool = False
    """Whether it should be put off, but the store was in trouble itself."""
    missing: str | None = None
    """The permission for want of which something of it is not shown."""
    left: bool = False
    """Whether the bot has left its server."""
    uncalled: bool = False
    """Whether somebody must decide who could not be called."""
    reach_unsure: bool = False
    """Whether nobody knows what was told of calls: before the program ended, say."""
    lack_unsure: bool = False
    """The same of permissions."""

    def take_in(self, report: Report) -> tuple[bool, bool]:
        """Take in how a round went. Answers whether there is news of calls, and of permissions."""
        assert report.uncalled is not None
        reach_changed = report.uncalled != self.uncalled or self.reach_unsure
        lack_changed = report.complete and (report.missing != self.missing or self.lack_unsure)
        self.left, self.uncalled, self.reach_unsure = report.left, report.uncalled, False
        if report.complete:
            self.lack_unsure = False
        if report.missing is not None or report.complete:
            self.missing = report.missing
        return reach_changed, lack_changed


_NONE = Hindrance()


class Hindrances:
    """What hinders each table. Of those that are simply shown nothing is kept."""

    def __init__(self) -> None:
        self._hindrances: dict[int, Hindrance] = {}

    def __getitem__(self, table_id: int) -> Hindrance:
        """What hinders a table; what is changed of it counts."""
        return self._hindrances.setdefault(table_id, Hindrance())

    def __iter__(self) -> Iterator[int]:
        return iter([*self._hindrances])

    def told_to_wait(self, table_id: int) -> bool:
        """Whether Discord has asked for patience with a table."""
        return self._hindrances.get(table_id, _NONE).told_to_wait

    def go_on(self, table_id: int) -> None:
        """Have no patience with a table any more."""
        if table_id in self._hindrances:
            self._hindrances[table_id].told_to_wait = False

    def missing(self, table_id: int) -> str | None:
        """The permission for want of which something of a table is not shown."""
        return self._hindrances.get(table_id, _NONE).missing

    def left(self, table_id: int) -> bool:
        """Whether the bot has left a table's server."""
        return self._hindrances.get(table_id, _NONE).left

    def forget(self, table_id: int) -> None:
        """Know nothing of a table any more."""
        self._hindrances.pop(table_id, None)

    def tidy(self, table_id: int) -> None:
        """Keep nothing of a table that is simply shown."""
        if self._hindrances.get(table_id) == _NONE:
            self.forget(table_id)
