"""Answers to one player: replies, refusals and faults."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import assert_never

import discord

from bot.client.base import Interaction
from bot.client.connection.error_codes import Meaning, meaning_of
from bot.client.connection.trouble import TROUBLE, describe, pause_wanted, unsure
from bot.client.messages.conversion import dated, edit_arguments, modal_of, send_arguments
from bot.client.state.rate_limits import too_fast
from bot.content.message import Content, PublicContent, TextForm
from bot.counting import Duration, InteractionOutcome
from bot.delivery import Overtaken, Press
from bot.desk.answering import drawn, refusal_page
from bot.dispatch.context import AnswerInstead
from bot.domain.refusals import Refused
from bot.i18n import Words
from bot.store import Damaged, NotStored, PerhapsStored, Trouble, Unavailable
from engine import IllegalAction

log = logging.getLogger(__name__)

_ACKNOWLEDGED_WITHIN = 0.9
"""Seconds for each attempt to acknowledge: Discord waits three for all of them. It is less than
the second after which discord.py tries again by itself, so that each attempt is one call."""
_ATTEMPTS = 3
_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each further attempt to show an answer."""
_DIGITS = 5
"""Digits of a fault's number, which a player can report to the host."""
_TOKEN_LIVES = 15 * 60.0
_SHOWN_WITHIN = 60.0
"""Seconds that one attempt to show an answer may take."""


class _TooLate(Exception):
    """Discord has given an interaction up, and shows its player that."""


class _AnsweredElsewhere(Exception):
    """Another process that has received the same interaction answers it, or will."""


class _NotShown(Exception):
    """An answer could not be shown. ``str`` is Discord's error."""


def words_for(interaction: discord.Interaction) -> Words:
    """Return the words of the user's Discord app, in which its commands are shown and typed."""
    return Words.of(str(interaction.locale))


@dataclass(slots=True)
class Reply:
    """The answer to an interaction: acknowledged once, then shown in place of what was there."""

    interaction: Interaction
    presses: ExitStack
    """Ends the presses that are answered, once nothing more is shown."""
    game: int | None = field(default=None, init=False)
    """The number of the game that it is about, for the log."""
    counted: bool = field(default=False, init=False)
    """True if something that the player wanted is stored."""
    words: Words = field(init=False)
    """In the language of the user's Discord app, until it is known if the user has chosen one."""
    message_id: int | None = field(default=None, init=False)
    """The message that shows the answer, once it does."""
    outcome: InteractionOutcome = field(default=InteractionOutcome.DONE, init=False)
    press: Press = field(default_factory=Press, init=False)
    """The press it answers, among the others on the same message."""
    presses_own: bool = field(init=False)
    """True if only the player sees the message that was pressed."""
    changes_pressed: bool = field(default=False, init=False)
    """True if the answer replaces the message that was pressed."""
    changes: int | None = field(default=None, init=False)
    """The number of that message if delivery could edit it, too."""
    _began: float = field(default_factory=time.monotonic, init=False)
    _shown: bool = field(default=False, init=False)
    _acknowledged: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.words = words_for(self.interaction)
        message, direct = self.interaction.message, self.interaction.guild_id is None
        self.presses_own = message is not None and (direct or message.flags.ephemeral)

    def check_rate_limit(self) -> None:
        """Raise AnswerInstead if the player does too much at once."""
        rate_limits = self.interaction.client.rate_limits
        seconds = None if rate_limits is None else rate_limits.press(self.interaction)
        if seconds is not None:
            raise AnswerInstead(Content(too_fast(self.words, seconds)))

    async def acknowledge(self, *, below: bool = False) -> None:
        """Tell Discord within its three seconds that an answer comes, for this player only.

        A press on a message that only the player sees, such as the desk, will change that message,
        unless the answer belongs *below* it. What it raises is to be left to :func:`answering`.

        During a deploy two processes receive the same interaction, and the one that acknowledges
        it acts: for the other it is acknowledged already (40060). Raises _AnsweredElsewhere then.

        Whether our own call has arrived does not follow from the response. So it is repeated if
        the connection breaks or Discord is in trouble: one of the two is refused if both arrive.
        If no other process can have acknowledged, that one was ours; and if none is answered, the
        request is handled all the same, as the player may be waiting for it. If another process
        can, nothing is done, as it would be done twice: the player presses again.
        """
        self._begin()
        client, response = self.interaction.client, self.interaction.response
        message = self.interaction.message
        self.changes_pressed = self.presses_own and not below
        if self.changes_pressed and message is not None:
            self.changes = None if message.flags.ephemeral else message.id
            self._answer_on(message.id)
        perhaps_ours = False
        for _ in range(_ATTEMPTS):
            try:
                async with client.within(_ACKNOWLEDGED_WITHIN):
                    if self.changes_pressed:
                        await response.defer()
                    else:
                        await response.defer(ephemeral=True, thinking=True)
                client.counts.time(Duration.ACKNOWLEDGED, time.monotonic() - self._began)
            except TROUBLE as error:
                if not unsure(error) and pause_wanted(error) is None:
                    is_done = meaning_of(error) is Meaning.DONE
                    if is_done and perhaps_ours and not await client.has_rivals():
                        return
                    raise _not_begun(error) from None
                perhaps_ours |= unsure(error)
                trouble = error
            else:
                return
        if not perhaps_ours or await client.has_rivals():
            raise _NotShown(describe(trouble))
        log.warning("%s: nobody knows if it was acknowledged: %s", self, describe(trouble))

    async def ask(self, form: TextForm) -> None:
        """Open a window that asks for a text: in place of an acknowledgement, and tried once."""
        self._begin()
        try:
            async with self.interaction.client.within(_ACKNOWLEDGED_WITHIN):
                await self.interaction.response.send_modal(modal_of(form))
                self._count_shown()
        except TROUBLE as error:
            raise _not_begun(error) from None

    def _begin(self) -> None:
        """Begin the only answer. Raises _AnsweredElsewhere if there is another, or will be."""
        client = self.interaction.client
        if client.ending or not client.in_flight.begins(self.interaction.id):
            raise _AnsweredElsewhere  # while this process ends, another may run already
        self._acknowledged = True

    async def show(self, content: Content) -> None:
        """Show *content* in place of what was there. It may be done twice without harm.

        Leave what it raises to :func:`answering`: also that a later press on the message was
        answered first.
        """
        client = self.interaction.client
        if (
            content.picture is not None
            and client.rate_limits
            and not client.rate_limits.picture(self.interaction)
        ):
            sorry = self.words._("That's a lot of pictures at once. Here it is without one.")
            lines = "\n".join(filter(None, (sorry, content.without_picture)))
            content = replace(content, picture=None).with_text_before(lines)
        is_kept = bool(content.shows) and self.changes is not None
        async with self.press.showing(content.shows):
            content = self._complete(content, is_kept=is_kept)
            for pause in (*_PAUSES, None):
                try:
                    shown, _ = await client.piece_emojis.shown(content, self._replace)
                except TROUBLE as error:
                    wanted = pause_wanted(error)
                    passes = unsure(error) or meaning_of(error) is Meaning.EARLY
                    hopeless = wanted is None and not passes
                    if pause is None or hopeless or (wanted or 0.0) > _TOKEN_LIVES:
                        raise _NotShown(describe(error)) from None
                    await asyncio.sleep(max(pause, wanted or 0.0))
                else:
                    break
            self.message_id = shown.id
            self._count_shown()
        if not self.changes_pressed:
            client.private_messages.answered(
                self.interaction,
                shown.id,
                replaces=self.outcome is InteractionOutcome.DONE,
                at_work=client.delivery.presses.pressed,
            )

    async def show_what_follows(self, content: Content) -> None:
        """Replace an answer by those that take longer, until its user presses on it."""
        if not self.changes_pressed and self.message_id is not None:
            self._answer_on(self.message_id)
        while content.later is not None:
            following = await content.later()
            if following is None:
                return
            content = drawn(self.words, following)
            await self.show(content)
            if content.shows and self.game is not None and self.message_id is not None:
                self.interaction.client.private_messages.follow(
                    self.interaction, self.game, self.message_id, content.shows
                )

    def _answer_on(self, message_id: int) -> None:
        presses = self.interaction.client.delivery.presses
        self.press = self.presses.enter_context(presses.on(message_id))

    async def _replace(self, content: Content) -> discord.Message:
        arguments = await edit_arguments(content)
        async with self.interaction.client.within(_SHOWN_WITHIN):
            return await self.interaction.edit_original_response(**arguments)

    def _complete(self, content: Content, *, is_kept: bool = False) -> Content:
        """Add the last resort, a sentence and the first button; and the time unless *is_kept*."""
        words, buttons = self.words, content.buttons[:1]

        def least() -> PublicContent:
            text = words._("Discord refused my answer. Try again, or try something else.")
            return PublicContent(text, rows=tuple((button,) for button in buttons))

        content = replace(content, least=least)
        return content if is_kept else dated(self.words, content, discord.utils.utcnow())

    async def add(self, content: Content) -> None:
        """Show *content* below what is there: tried once, as a second time could double it."""
        try:
            await self.interaction.client.piece_emojis.shown(self._complete(content), self._add)
            self._count_shown()
        except TROUBLE as error:
            raise _NotShown(describe(error)) from None

    async def _add(self, content: Content) -> None:
        arguments = await send_arguments(content)
        async with self.interaction.client.within(_SHOWN_WITHIN):
            await self.interaction.followup.send(ephemeral=True, **arguments)

    def _count_shown(self) -> None:
        if not self._shown:
            self.interaction.client.counts.time(Duration.ANSWERED, time.monotonic() - self._began)
        self._shown = True

    async def say_beside(self, content: Content) -> None:
        """Show *content* and leave the message that was pressed as it is, with its buttons."""
        if not self._acknowledged:
            await self.acknowledge(below=True)
        if self.changes_pressed:
            await self.add(content)
        else:
            await self.show(content)

    def __str__(self) -> str:
        """Return its name for the log: nothing of what was pressed or typed."""
        about = "" if self.game is None else f" about game {self.game}"
        return f"interaction {self.interaction.id}{about}"


@asynccontextmanager
async def answering(interaction: Interaction) -> AsyncIterator[Reply]:
    """Turn whatever is raised inside into one clear answer to the player.

    discord.py would only log it.
    """
    with interaction.client.in_flight.answering(), ExitStack() as presses:
        reply = Reply(interaction, presses)
        try:
            try:
                yield reply
            except (Overtaken, _NotShown, _TooLate, _AnsweredElsewhere):
                raise
            except Exception as error:  # noqa: BLE001  # logged
                await reply.say_beside(_explained(reply, error))
        except Overtaken:
            log.info("%s: a later press on the same message was answered before", reply)
        except _AnsweredElsewhere:
            reply.outcome = InteractionOutcome.ELSEWHERE
            log.info("%s: left to another process", reply)
        except _TooLate:
            reply.outcome = InteractionOutcome.TOO_LATE
            log.warning("%s: too late to be answered", reply)
        except _NotShown as error:
            reply.outcome = InteractionOutcome.NOT_SHOWN
            counts = ", but it counts" if reply.counted else ""
            log.warning("%s: an answer was not shown%s: %s", reply, counts, error)
        interaction.client.counts.count(reply.outcome)


def _not_begun(error: Exception) -> Exception:
    """Return the error for an acknowledgement or a window that Discord has refused."""
    match meaning_of(error):
        case Meaning.DONE:
            return _AnsweredElsewhere()
        case Meaning.LATE:
            return _TooLate()
    return _NotShown(describe(error))


def _explained(reply: Reply, error: Exception) -> Content:
    """Return the answer to an error, and note the outcome."""
    words = reply.words
    reply.outcome = InteractionOutcome.REFUSED
    match error:
        case IllegalAction() | Refused():
            return refusal_page(words, error)
        case AnswerInstead(content=content):
            return content
        case Unavailable():
            reply.outcome = InteractionOutcome.UNAVAILABLE
            log.error("%s: %s", reply, error)
            return Content(_unavailable(words, error, counted=reply.counted))
        case Damaged():
            reply.outcome = InteractionOutcome.FAULT
            log.error("%s: %s; `python -m bot check` tells more", reply, error)
            text = words._(
                "What I stored about this is damaged, so I can't read it. I've kept it. Tell my "
                "host, who can repair it."
            )
            return Content(text)
        case _:
            reply.outcome = InteractionOutcome.FAULT
            number = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"
            log.error("%s: error %s", reply, number, exc_info=error)
            return Content(_sorry(words, number, counted=reply.counted))


def _unavailable(words: Words, error: Unavailable, *, counted: bool) -> str:
    """Return the answer while the database is in trouble."""
    if isinstance(error, PerhapsStored) and not counted:
        return words._(
            "I lost the connection to my database. Look again in a moment, and repeat this if it "
            "didn't count."
        )
    match error.trouble:
        case Trouble.BUSY:
            why: str = words._("My database is busy.")
        case Trouble.FULL:
            why = words._("My host's disk is full.")
        case Trouble.FAILING:
            why = words._("My database doesn't answer.")
        case _:
            assert_never(error.trouble)
    if counted:
        advice: str = words._("It counts, but I can't show you more now.")
    elif isinstance(error, NotStored):
        advice = words._(
            "Nothing changed. Try again in a moment, and tell my host if it happens again."
        )
    else:
        advice = words._("Try again in a moment.")
    return f"{why}\n{advice}"


def _sorry(words: Words, number: str, *, counted: bool) -> str:
    """Return the answer to a fault; the host finds its *number* in the log."""
    if counted:
        return words._(
            "It counts, but I couldn't show it to you (error {number}). Look at `/board`, and tell "
            "my host the number if it happens again.",
            number=number,
        )
    return words._(
        "Something went wrong on my side (error {number}). Nothing changed. Try again, and tell my "
        "host the number if it happens again.",
        number=number,
    )
