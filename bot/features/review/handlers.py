"""Handlers of reviews of a game that has ended, for one user alone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from bot.content.message import Content, TextForm
from bot.dispatch.context import Context, LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.ended.imported import MOST_BYTES, too_long
from bot.domain.ended.review import Review, Then
from bot.domain.public_numbers import PublicNumber
from bot.domain.seat import Seat
from bot.engine_worker import NoAnswer
from bot.features.review.course import being_worked_out, course_page, not_worked_out
from bot.features.review.importing import PASTED, import_form, imported_line, study_page
from bot.features.review.stepping import step_page
from bot.features.review.story import player_page, story_page
from bot.features.review.what_if import Trial, what_if_page
from bot.i18n import Words
from bot.intents.review import (
    AskImport,
    ImportRecord,
    InWhatIf,
    SeeCourse,
    SeeStep,
    SeeStory,
    Study,
    WhatIf,
)
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.turn.acting import page_or_actions
from engine import Action, IllegalAction

_SHORT = 8
"""Turns of a game that is analysed within a second or two, so that nobody waits long."""
_TOLD_EVERY = 3.0
"""Seconds between two reports of progress."""


@handles
async def see_course(context: TableContext, _: SeeCourse) -> Content:
    """Show the course of a game."""
    return await (await _session(context)).course()


@handles
async def see_story(context: TableContext, intent: SeeStory) -> Content:
    """Show the story of a game, or of a player in it."""
    return _story(context.words, await context.services.reviews.of(context.table.id), intent)


@handles
async def see_step(context: TableContext, intent: SeeStep) -> Content:
    """Show the game after so many decisions."""
    return await (await _session(context)).step(intent.step)


@handles
async def see_what_if(context: TableContext, intent: WhatIf) -> Content:
    """Show the outcome of other decisions."""
    return await (await _session(context)).what_if(intent.step, intent.line)


@handles
async def in_what_if(context: TableContext, intent: InWhatIf) -> Content:
    """Show the outcome of one decision more."""
    return await (await _session(context)).in_what_if(intent)


# --- a record that the user has imported ---------------------------------------------------------


@handles
async def study(context: LocationContext, _: Study) -> Content:
    """Show the record that the user has imported, and how to import one."""
    return study_page(context.words, await context.services.reviews.kept(context.person.user_id))


@handles
async def ask_import(context: LocationContext, _: AskImport) -> TextForm:
    """The window to import a record."""
    return import_form(context.words)


@handles
async def import_record(context: LocationContext, intent: ImportRecord) -> Content:
    """Keep the record, and show its start."""
    file, reviews = context.request.file, context.services.reviews
    name, data = PASTED, intent.text.encode(errors="surrogatepass")
    if file is not None:
        if file.size > MOST_BYTES:
            raise too_long()
        name, data = file.name, await file.read()
    review = await context.store(reviews.keep(context.person.user_id, name, data))
    session = await _session_of(context, review)
    return await session.step(0, imported_line(context.words, review))


@handles
async def see_own_course(context: LocationContext, _: SeeCourse) -> Content:
    """Show the course of the record."""
    return await (await _own_session(context)).course()


@handles
async def see_own_story(context: LocationContext, intent: SeeStory) -> Content:
    """Show the story of the record, or of a player in it."""
    return _story(context.words, await _imported(context), intent)


@handles
async def see_own_step(context: LocationContext, intent: SeeStep) -> Content:
    """Show the record after so many decisions."""
    return await (await _own_session(context)).step(intent.step)


@handles
async def see_own_what_if(context: LocationContext, intent: WhatIf) -> Content:
    """Show the outcome of other decisions in the record."""
    return await (await _own_session(context)).what_if(intent.step, intent.line)


@handles
async def in_own_what_if(context: LocationContext, intent: InWhatIf) -> Content:
    """Show the outcome of one decision more in the record."""
    return await (await _own_session(context)).in_what_if(intent)


# --- both ----------------------------------------------------------------------------------------


async def _session(context: TableContext) -> ReviewSession:
    """The user's review of the game. Raises Refused for a game that has not ended."""
    review = await context.services.reviews.of(context.table.id)
    seat = context.visit.seat
    return await _session_of(context, review, None if seat is None else seat.number)


async def _own_session(context: LocationContext) -> ReviewSession:
    """The user's review of the record. Raises Refused if it is not kept any more."""
    return await _session_of(context, await _imported(context))


async def _imported(context: LocationContext) -> Review:
    seen = context.request.seen
    number = seen.number if isinstance(seen, PublicNumber) else seen
    return await context.services.reviews.imported(context.person.user_id, number)


def _story(words: Words, review: Review, intent: SeeStory) -> Content:
    if intent.seat is None or intent.seat not in range(len(review.table.players)):
        return story_page(words, review)
    return player_page(words, review, intent.seat)


async def _session_of(context: Context, review: Review, own: int | None = None) -> ReviewSession:
    habits = await context.services.preferences.habits(context.person.user_id)
    return ReviewSession(context, review, own, high_contrast=habits.high_contrast)


class ReviewSession:
    """A user who reviews a game; *own* is the user's seat."""

    def __init__(
        self, context: Context, review: Review, own: int | None, *, high_contrast: bool
    ) -> None:
        self._context, self._review, self._high_contrast = context, review, high_contrast
        self._own = own
        self._words, self._reviews = context.words, context.services.reviews

    async def course(self) -> Content:
        """Show the course of the game; if its analysis takes long, the progress first."""
        is_short = len(self._review.turns) <= _SHORT
        if is_short or await self._reviews.stored(self._review) is not None:
            return await self._course()
        return self._being_worked_out()

    def _being_worked_out(self) -> Content:
        progress = self._reviews.progress(self._review)
        page = being_worked_out(self._words, self._review, progress)
        return replace(page, later=self._course)

    async def _course(self) -> Content:
        try:
            async with asyncio.timeout(_TOLD_EVERY):
                analysis = await self._reviews.analysis(self._review, self._context.worker)
        except TimeoutError:
            return self._being_worked_out()
        except NoAnswer:
            return not_worked_out(self._words, self._review)
        return course_page(self._words, self._review, analysis, high_contrast=self._high_contrast)

    async def step(self, step: int, said: str = "") -> Content:
        """Show the game after so many decisions, with the analysis if there is one."""
        analysis = await self._reviews.stored(self._review)
        return step_page(
            self._words,
            self._review,
            analysis,
            step,
            own=self._own,
            high_contrast=self._high_contrast,
            said=said,
        )

    # --- what if ---------------------------------------------------------------------------------

    async def what_if(self, step: int, line: tuple[Action, ...], said: str = "") -> Content:
        """Show the outcome of a line, or the rule that forbids it."""
        try:
            trial = self._trial(step, line)
        except IllegalAction as illegal:
            why = refusal_text(self._words, illegal, self._review.table)
            return with_rule(self._words, await self.step(step, why), illegal)
        before = self._review.then(trial.then.step)
        expected = None
        with suppress(NoAnswer):  # the engine worker is busy
            expected = await self._reviews.expected(self._context.worker, before, trial.then)
        return what_if_page(trial, expected, said)

    async def in_what_if(self, wanted: InWhatIf) -> Content:
        """Handle a press on a button of a turn, after the line tried so far."""
        try:
            trial = self._trial(wanted.step, wanted.line)
        except IllegalAction:
            return await self.what_if(wanted.step, wanted.line)
        then, intent = trial.then, wanted.meant
        if then.seat is None:  # the game is over there
            return await self.what_if(then.step, then.line)
        try:
            match page_or_actions(self._words, then.seat, intent):
                case Content() as page:
                    return trial.adapted(page)
                case ():  # back to what is tried
                    return await self.what_if(then.step, then.line)
                case actions:
                    return await self._take(then, then.seat, *actions)
        except IllegalAction as illegal:
            why = refusal_text(self._words, illegal, then.table)
            page = await self.what_if(wanted.step, wanted.line, why)
            return with_rule(self._words, page, illegal)

    def _trial(self, step: int, line: tuple[Action, ...]) -> Trial:
        then = self._review.then(step, line, high_contrast=self._high_contrast)
        return Trial(self._words, self._review, then)

    async def _take(self, then: Then, seat: Seat, *actions: Action) -> Content:
        """Try further decisions, as far as the rules allow. Raises IllegalAction for the first."""
        first, *_ = actions
        if refusal := seat.view.refusal(first):
            raise refusal
        line = then.line
        for action in actions:
            try:
                line = self._review.then(then.step, (*line, action)).line
            except IllegalAction:  # another player is asked before
                break
        return await self.what_if(then.step, line)
