"""Uploads the emojis of the pieces: application emojis, visible wherever the bot writes.

The name of each depends on its picture: one whose picture has changed is uploaded as another one
beside the old one, which stays while a message may show it.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

import discord

from bot.backoff import growing_pauses
from bot.client.connection.error_codes import is_refusal
from bot.client.connection.trouble import TROUBLE, describe, pause_wanted
from bot.client.messages.emojis import Emojis
from bot.content.studio import in_studio
from bot.i18n.signs import CATASTROPHE, DYNASTY_SIGNS, SQUARES, TREASURE, building_sign, leader_sign
from bot.store import Store, StoreError
from bot.store.queries import outbox
from engine import COLOURS, DYNASTY_NAMES, LEADER_NAMES, TILE_NAMES, Dynasty, Leader
from render import Building, Catastrophe, Emblem, EmojiPiece, Tile, Treasure, emoji_png

log = logging.getLogger(__name__)

_OURS = re.compile(r"tr_[a-z_]+_[0-9a-f]{8}")
"""The names of emojis that this program has uploaded, in this or another version."""
_DIGITS = 8
_FEW = 5
"""After this many refusals, wait until the emojis may have changed, or for the next start."""
_FIRST_PAUSE, _LONGEST_PAUSE = 30.0, 3600.0
_UNTIL_THE_OLD_GO = 6 * 3600.0
"""Seconds until old emojis that were still shown are checked again."""
_BETWEEN_LOOKS = 300.0
"""The least seconds between two checks: Discord may refuse many messages in a row."""


@dataclass(frozen=True, slots=True)
class PieceEmoji:
    """A wanted emoji."""

    name: str
    sign: str
    """The sign that it replaces."""
    png: bytes


def wanted() -> tuple[PieceEmoji, ...]:
    """Draw the emojis of all pieces; not to be called in the event loop."""
    return tuple(
        PieceEmoji(f"tr_{name}_{hashlib.sha256(png).hexdigest()[:_DIGITS]}", sign, png)
        for name, sign, piece in _pieces()
        for png in (emoji_png(piece),)
    )


def _pieces() -> Iterable[tuple[str, str, EmojiPiece]]:
    """Yield the name, the sign and the piece of each emoji."""
    dynasties = {dynasty: DYNASTY_NAMES[dynasty].lower() for dynasty in Dynasty}
    return chain(
        ((TILE_NAMES[each].lower(), SQUARES[each], Tile(each)) for each in COLOURS),
        (
            (
                f"{dynasties[dynasty]}_{LEADER_NAMES[colour].lower()}",
                leader_sign(leader),
                leader,
            )
            for dynasty in Dynasty
            for colour in COLOURS
            for leader in (Leader(dynasty, colour),)
        ),
        (
            (f"{TILE_NAMES[each].lower()}_building", building_sign(each), Building(each))
            for each in COLOURS
        ),
        ((dynasties[each], DYNASTY_SIGNS[each], Emblem(each)) for each in Dynasty),
        (("catastrophe", CATASTROPHE, Catastrophe()), ("treasure", TREASURE, Treasure())),
    )


class EmojiUploader:
    """Compares the emojis that Discord has with those of the pieces, uploads and deletes.

    It runs in the background, and nothing fails without an emoji. The next attempt is not stored:
    every start checks at once.
    """

    def __init__(
        self,
        client: discord.Client,
        emojis: Emojis,
        store: Store,
        clock: Callable[[], datetime],
        make: Callable[[], tuple[PieceEmoji, ...]] = wanted,
        *,
        keeps: bool = True,
    ) -> None:
        """*emojis* gets those that exist.

        With *keeps* false, another process uploads them, and this one only checks.
        """
        self._client = client
        self._emojis = emojis
        self._store = store
        self._make = make
        self._keeps = keeps
        self._again_after = _UNTIL_THE_OLD_GO if keeps else _BETWEEN_LOOKS
        self._since = clock()
        """Messages interrupted before that may come from another version of this program."""
        self._looking = asyncio.Event()
        self._logged = ""
        """The fault that was logged last: it is not logged again."""

    def look(self) -> None:
        """Check soon whether all exist: some may have been deleted."""
        self._looking.set()

    async def run(self) -> None:
        """Keep the emojis until this is cancelled."""
        pauses = growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE)
        refused = 0
        while True:
            self._looking.clear()
            wanted = None
            try:
                left = await self._compare()
            except TROUBLE as error:
                self._log_once(describe(error))
                wanted = pause_wanted(error)
                refused = refused + 1 if is_refusal(error) else 0
                if refused >= _FEW:
                    message = "Discord refuses the emojis of the pieces: %s"
                    log.error(message, describe(error))  # noqa: TRY400  # no traceback needed
                    refused = 0
                    await self._rest(None)
                    continue
            except StoreError as error:
                self._log_once(str(error))
            except Exception:
                log.exception("the emojis of the pieces: a fault; it is tried again")
            else:
                pauses, self._logged = growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE), ""
                await self._rest(self._again_after if left else None)
                continue
            await asyncio.sleep(wanted or next(pauses))

    async def _rest(self, seconds: float | None) -> None:
        """Wait so many seconds, or until :meth:`look` is called, but at least for a while."""
        await asyncio.sleep(_BETWEEN_LOOKS)
        try:
            async with asyncio.timeout(seconds):
                await self._looking.wait()
        except TimeoutError:
            return

    def _log_once(self, why: str) -> None:
        """Log a fault, unless it is the last one again."""
        if why != self._logged:
            log.warning(
                "the emojis of the pieces are not all there: %s; until they are, messages show "
                "ordinary ones, and it is tried again",
                why,
            )
            self._logged = why

    async def _compare(self) -> int:
        """Upload what is missing and delete what is unused. Returns how many remain to be done."""
        pieces = await in_studio(self._make)
        there = await self._client.fetch_application_emojis()
        by_name = {emoji.name: emoji for emoji in there}
        missing = [each for each in pieces if each.name not in by_name]
        try:
            if self._keeps:
                await self._upload(missing, by_name)
        finally:
            await self._use(
                {each.sign: by_name[each.name] for each in pieces if each.name in by_name}
            )
        if not self._keeps:
            return len(missing)
        names = {each.name for each in pieces}
        old = [each for each in there if _OURS.fullmatch(each.name) and each.name not in names]
        return await self._delete_unused(old)

    async def _upload(self, missing: list[PieceEmoji], by_name: dict[str, discord.Emoji]) -> None:
        for each in missing:
            by_name[each.name] = await self._client.create_application_emoji(
                name=each.name, image=each.png
            )
        if missing:
            log.info("%d emojis of pieces were uploaded", len(missing))

    async def _use(self, by_sign: dict[str, discord.Emoji]) -> None:
        """Use the emojis that exist, once it is noted on which messages they may be."""
        numbers = frozenset(emoji.id for emoji in by_sign.values())
        await self._store.write(outbox.note_emojis_on_desks, numbers)
        self._emojis.use({sign: str(emoji) for sign, emoji in by_sign.items()})

    async def _delete_unused(self, old: list[discord.Emoji]) -> int:
        """Delete emojis that no stored message shows. Returns how many are left."""
        if not old:
            return 0
        shown = await self._store.read(outbox.emojis_shown, self._since)
        unused = [] if shown is None else [each for each in old if each.id not in shown]
        for emoji in unused:
            await emoji.delete()
        if unused:
            log.info("%d old emojis of pieces were deleted", len(unused))
        return len(old) - len(unused)
