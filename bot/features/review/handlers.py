"""Handlers of reviews of a game that has ended, for one user alone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from bot.content.message import Content, TextForm
from bot.dispatch.context import Context, LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.ended.imported import check_size
from bot.domain.ended.review import Review
from bot.domain.public_numbers import PublicNumber
from bot.engine_worker import NoAnswer
from bot.features.review.course import being_worked_out, course_page, not_worked_out
from bot.features.review.importing import PASTED, import_form, imported_line, study_page
from bot.features.review.stepping import step_page
from bot.features.review.story import player_page, story_page
from bot.features.review.what_if import what_if, what_if_page
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
from bot.parts.turn.trial import Trial
from bot.store import Habits
from engine import Action, IllegalAction

_SHORT = 8
"""Turns of a game that is analysed within a second or two, so that nobody waits long."""
_TOLD_EVERY = 3.0
"""Seconds between two reports of progress."""


_AnyContext: TypeAlias = TableContext | LocationContext
"""Of a game that has ended, or of the record that the user has imported."""


@handles
async def see_course(context: _AnyContext, _: SeeCourse) -> Content:
    """Show the course of a game."""
    return await (await _session(context)).course()


@handles
async def see_story(context: _AnyContext, intent: SeeStory) -> Content:
    """Show the story of a game, or of a player in it."""
    words, review = context.words, await _review(context)
    if intent.seat is None or intent.seat not in range(len(review.table.players)):
        return story_page(words, review)
    return player_page(words, review, intent.seat)


@handles
async def see_step(context: _AnyContext, intent: SeeStep) -> Content:
    """Show the game after so many decisions."""
    return await (await _session(context)).step(intent.step)


@handles
async def see_what_if(context: _AnyContext, intent: WhatIf) -> Content:
    """Show the outcome of other decisions."""
    return await (await _session(context)).what_if(intent.step, intent.line)


@handles
async def in_what_if(context: _AnyContext, intent: InWhatIf) -> Content:
    """Show the outcome of one decision more."""
    return await (await _session(context)).in_what_if(intent)


async def _review(context: _AnyContext) -> Review:
    """The user's review. Raises Refused unless the game has ended, or the record is kept."""
    reviews = context.services.reviews
    if isinstance(context, TableContext):
        return await reviews.of(context.table.id)
    seen = context.request.seen
    number = seen.number if isinstance(seen, PublicNumber) else seen
    return await reviews.imported(context.person.user_id, number)


async def _session(context: _AnyContext, review: Review | None = None) -> ReviewSession:
    seat = context.visit.seat if isinstance(context, TableContext) else None
    habits = await context.services.preferences.habits(context.person.user_id)
    return ReviewSession(
        context,
        review or await _review(context),
        None if seat is None else seat.number,
        habits,
    )


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
        check_size(file.size)
        name, data = file.name, await file.read()
    review = await context.store(reviews.keep(context.person.user_id, name, data))
    session = await _session(context, review)
    return await session.step(0, imported_line(context.words, review))


class ReviewSession:
    """A user who reviews a game; *own* and *habits* are the user's seat and settings."""

    def __init__(self, context: Context, review: Review, own: int | None, habits: Habits) -> None:
        self._context, self._review, self._habits = context, review, habits
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
        return course_page(self._words, self._review, analysis, self._habits.theme)

    async def step(self, step: int, said: str = "") -> Content:
        """Show the game after so many decisions, with the analysis if there is one."""
        analysis = await self._reviews.stored(self._review)
        return step_page(
            self._words,
            self._review,
            analysis,
            step,
            own=self._own,
            habits=self._habits,
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
        return what_if_page(trial, self._review, expected, said)

    async def in_what_if(self, wanted: InWhatIf) -> Content:
        """Handle a press on a button of a turn, after the line tried so far."""
        try:
            trial = self._trial(wanted.step, wanted.line)
        except IllegalAction:
            return await self.what_if(wanted.step, wanted.line)
        try:
            match trial.pressed(wanted.meant):
                case Content() as page:
                    return page
                case line:
                    return await self.what_if(wanted.step, line)
        except IllegalAction as illegal:
            why = refusal_text(self._words, illegal, trial.then.table)
            page = await self.what_if(wanted.step, wanted.line, why)
            return with_rule(self._words, page, illegal)

    def _trial(self, step: int, line: tuple[Action, ...]) -> Trial:
        then = self._review.then(step, line, habits=self._habits)
        return what_if(self._words, self._review, then)
