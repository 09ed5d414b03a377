"""simcord's previews of channels, one for each seat and channel."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import simcord

from bot.local.world import LocalSeat, World, WorldChange


@dataclass(frozen=True, slots=True)
class View:
    """A channel as one seat sees it, served by simcord on a port of its own."""

    preview: simcord.Preview
    shows: WorldChange
    """The change that only this view shows."""
    origin: str
    capability: str
    """The secret with which a page asks for data; simcord's page has it behind the ``#``."""

    @property
    def live(self) -> bool:
        """True if simcord still serves it: a page may have ended it."""
        try:
            return bool(self.preview.url)
        except simcord.SetupError:
            return False


class Views:
    """The views opened so far. They last as long as the simulated Discord."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._views: dict[tuple[str, int], View] = {}
        world.on_change(self._refresh)

    async def open(self, seat: LocalSeat, channel: simcord.ChannelHandle) -> View:
        """The view of *channel* for that seat, opened when it is looked at first."""
        async with self._world.acting():
            view = self._views.get((seat.key, channel.id))
            if view is None or not view.live:
                preview = await self._world.preview(seat, channel)
                url = urlsplit(preview.url)
                view = View(
                    preview,
                    WorldChange(channel.id, seat.member.id),
                    f"http://{url.netloc}",
                    url.fragment,
                )
                self._views[seat.key, channel.id] = view
        return view

    def find(self, capability: str) -> View | None:
        """The view that a page with that capability belongs to."""
        return next((view for view in self._live() if view.capability == capability), None)

    def any(self) -> View | None:
        """Any view: to all of them belong the same files."""
        return next(self._live(), None)

    def _live(self) -> Iterator[View]:
        return (view for view in self._views.values() if view.live)

    async def _refresh(self, changed: frozenset[WorldChange]) -> None:
        for view in self._live():
            if not changed.isdisjoint({view.shows, WorldChange(view.shows.channel_id)}):
                await view.preview.refresh()
