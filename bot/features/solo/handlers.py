"""Handlers of playing alone: what is chosen, and a game that lives in direct messages."""

from dataclasses import replace

from bot.content.message import Content, Desk
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.dispatch.handlers import handles
from bot.features.solo.solo_page import (
    called_computers,
    proposed_solo,
    solo_begun,
    solo_here,
    solo_name,
    solo_page,
    solo_set_up,
)
from bot.intents.solo import (
    ChooseComputers,
    ChooseSoloBoard,
    ChooseSoloPreset,
    PlaySolo,
    SeeSolo,
    Solo,
)


@handles
async def see_solo(context: LocationContext, intent: SeeSolo) -> Content:
    """Show what can be chosen, and what is."""
    solo = intent.solo
    if solo == Solo():
        solo = await proposed_solo(context.services, context.person.user_id)
    return solo_page(context.words, solo)


@handles
async def choose_computers(context: LocationContext, intent: ChooseComputers) -> Content:
    """Against these computers."""
    return solo_page(context.words, replace(intent.solo, levels=intent.levels))


@handles
async def choose_preset(context: LocationContext, intent: ChooseSoloPreset) -> Content:
    """With that set of options, and its board."""
    return solo_page(context.words, replace(intent.solo, preset=intent.preset, board=""))


@handles
async def choose_board(context: LocationContext, intent: ChooseSoloBoard) -> Content:
    """On that board."""
    return solo_page(context.words, replace(intent.solo, board=intent.board))


@handles
async def play_solo(context: LocationContext, intent: PlaySolo) -> Content:
    """Open the game and begin; show where the desk is or, if it cannot come there, the desk."""
    words, services, location, solo = context.words, context.services, context.location, intent.solo
    board, options = solo_set_up(solo)
    directs = await location.open_directs()
    if directs is None:
        raise AnswerInstead(
            Content(
                words._(
                    "The game hasn't started: Discord won't let me message you now. Try again "
                    "in a moment."
                )
            )
        )
    user_id = context.person.user_id
    opening = services.opening.open_solo(
        # Not as the server calls them: nobody of it is there.
        replace(context.person, name=location.account_name),
        directs,
        solo_name(words, solo.levels),
        called_computers(words, solo.levels),
        board=board,
        options=options,
        pressed=location.pressed,
    )
    table = await context.store(opening)
    context.game = table.id
    begun = solo_begun(words, table, here=location.in_directs)

    async def desk() -> Desk | None:
        await location.delivered(table.id)
        visit = await services.visits.of(table.id, user_id)
        if visit.seat is None or visit.seat.player.direct_closed_at is None:
            return None
        return solo_here(words, visit.seat)

    return replace(begun, later=desk)
