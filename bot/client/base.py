"""What every part of the client can rely on: the tables and the delivery."""

import asyncio
from typing import TypeAlias

import discord

from bot.client.admin_notices import AdminNotices
from bot.client.application_team import ApplicationTeam
from bot.client.connection.servers import Servers
from bot.client.messages.emojis import Emojis
from bot.client.state.ephemeral_desks import EphemeralDesks
from bot.client.state.in_flight import InFlight
from bot.client.state.private_answers import PrivateAnswers
from bot.client.state.rate_limits import RateLimits
from bot.cluster.shards import ALL_SHARDS, Shards
from bot.content.program_status import ProgramStatus
from bot.counting import UNCOUNTED, Counts
from bot.delivery import Delivery
from bot.dispatch.hint_cache import HintCache
from bot.engine_worker import EngineWorker
from bot.services import Services


class RiversClient(discord.Client):
    """A client with its tables, and the delivery that shows them, once it has been set up."""

    services: Services
    delivery: Delivery
    ephemeral_desks: EphemeralDesks
    worker: EngineWorker
    hint_cache: HintCache
    piece_emojis: Emojis
    admin_notices: AdminNotices
    app_team: ApplicationTeam
    servers: Servers
    on_discord: bool = False
    """Whether it is Discord itself: there calls are limited and can hang, and people are
    strangers. On a simulated one nothing of it is so."""
    counts: Counts = UNCOUNTED
    """Told of what is done."""
    in_flight: InFlight
    private_answers: PrivateAnswers
    rate_limits: RateLimits | None = None
    """Counts what users do; None where there are no strangers."""

    async def program_status(self) -> ProgramStatus:
        """How the program is, for its host."""
        raise NotImplementedError

    def own_shards(self) -> Shards:
        """Those of which this process is told what happens."""
        return ALL_SHARDS

    calls_a_second: float | None = None
    """How many calls may be made in any second to bring posts; None: any number."""
    ending: bool = False
    """Whether nothing new is begun any more."""

    async def commands_differ(self) -> None:
        """Register the commands again, as Discord shows those of another version."""

    async def has_rivals(self) -> bool:
        """Whether another process may be told of the same presses, as during a deploy."""
        return False

    def within(self, seconds: float) -> asyncio.Timeout:
        """Wait so long for Discord; without end for a simulated one, which answers at once."""
        return asyncio.timeout(seconds if self.on_discord else None)


Interaction: TypeAlias = discord.Interaction[RiversClient]
