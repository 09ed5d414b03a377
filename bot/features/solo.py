"""A game alone against computers."""

from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement

from bot.content.message import Button, Content, Option, Select, Style
from bot.content.pressing import ANYWHERE
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.dispatch.handlers import handles
from bot.domain.naming import PRESETS
from bot.domain.player import OwnNumber
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Table
from bot.i18n import Words
from bot.i18n.options import PRESET_NAMES
from bot.intents import print_intent
from bot.intents.solo import (
    MOST_COMPUTERS,
    ChooseComputers,
    ChooseSoloBoard,
    ChooseSoloPreset,
    PlaySolo,
    SeeSolo,
    Solo,
)
from bot.parts.buttons import board_select
from bot.parts.computers import computer_name, computers_text, level_explanation
from bot.parts.solo import desk_if_closed, solo_begun
from bot.use_cases import Services
from engine import LAYOUTS, LEVEL_NAMES, Level


@handles
async def see_solo(context: LocationContext, intent: SeeSolo) -> Content:
    """Show the choices for a game alone."""
    solo = intent.solo
    if solo == Solo():
        solo = await proposed_solo(context.services, context.person.user_id)
    return solo_page(context.words, solo)


@handles
async def choose(
    context: LocationContext, intent: ChooseComputers | ChooseSoloPreset | ChooseSoloBoard
) -> Content:
    """Choose the computers, the options, or the board."""
    match intent:
        case ChooseComputers(before, levels):
            solo = replace(before, levels=levels)
        case ChooseSoloPreset(before, preset):
            solo = replace(before, preset=preset, board="")
        case ChooseSoloBoard(before, board):
            solo = replace(before, board=board)
    return solo_page(context.words, solo)


@handles
async def play_solo(context: LocationContext, intent: PlaySolo) -> Content:
    """Open the game and begin. Returns the way to the desk, or the desk if it cannot be sent."""
    words, services, location, solo = context.words, context.services, context.location, intent.solo
    board, options = solo_set_up(solo)
    directs = await location.open_directs()
    if directs is None:
        text = words._(
            "The game hasn't started: Discord won't let me message you now. Try again in a moment."
        )
        raise AnswerInstead(Content(text))
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
    return context.once_delivered(table.id, begun, partial(desk_if_closed, words))


_LEVELS = tuple(Level)
_MOST_LOOKED_AT = 20
"""The number of latest finished games in which to look for a win."""
EVERY_TABLE: tuple[tuple[Level, ...], ...] = tuple(
    levels
    for count in range(1, MOST_COMPUTERS + 1)
    for levels in combinations_with_replacement(_LEVELS, count)
)
"""All computers that one can play against, the fewest first."""


async def proposed_solo(services: Services, user_id: OwnNumber) -> Solo:
    """The game proposed to a user: against an easy computer until they have won a game."""
    finished = await services.games.finished_of(user_id, _MOST_LOOKED_AT)
    won = any(
        standing.place == 1 and standing.player.user_id == user_id
        for table in finished
        if isinstance(table, Table)
        for standing in table.standings
    )
    return Solo((Level.MEDIUM,)) if won else Solo()


def solo_set_up(solo: Solo) -> tuple[str, tuple[str, ...]]:
    """The board and the options. Raises Refused for a preset or a board that there is not."""
    if solo.preset not in PRESETS:
        raise Refused(Refusal.UNKNOWN_OPTION, option=solo.preset)
    board, options = PRESETS[solo.preset]
    board = solo.board or board
    if board not in LAYOUTS:
        raise Refused(Refusal.UNKNOWN_BOARD, board=board)
    return board, options


def solo_page(words: Words, solo: Solo) -> Content:
    """The choices for a game alone. Raises Refused as :func:`solo_set_up`."""
    _ = words._
    board, _options = solo_set_up(solo)
    text = _(
        "**Play alone** against computers, in your direct messages. They know no more than you do."
    )
    tables = tuple(_table_option(words, levels, solo) for levels in EVERY_TABLE)
    computers = Select(_("Against …"), ANYWHERE.to(ChooseComputers(solo, ())), tables)
    options = tuple(
        Option(_(name), preset, chosen=preset == solo.preset)
        for preset, name in PRESET_NAMES.items()
    )
    presets = Select(_("Preset …"), ANYWHERE.to(ChooseSoloPreset(solo, "")), options)
    boards = board_select(words, ANYWHERE.to(ChooseSoloBoard(solo, "")), board)
    play = Button(_("Play"), ANYWHERE.to(PlaySolo(solo)), Style.MAIN, "▶️")
    return Content(text, rows=((play,), computers, presets, boards))


def against(levels: tuple[Level, ...]) -> str:
    """The value of such computers in a select."""
    (value,) = print_intent(ChooseComputers(Solo(), levels)).values
    return value


def _table_option(words: Words, levels: tuple[Level, ...], solo: Solo) -> Option:
    explained = level_explanation(words, levels[0]) if len(levels) == 1 else None
    chosen = levels == tuple(sorted(solo.levels, key=_LEVELS.index))
    return Option(computers_text(words, levels), against(levels), explained, chosen=chosen)


def solo_name(words: Words, levels: tuple[Level, ...]) -> str:
    """The name of a game against computers."""
    named = words.listed([words._(LEVEL_NAMES[level]) for level in levels])
    return words._("Solo ({levels})", levels=named)


def called_computers(words: Words, levels: tuple[Level, ...]) -> list[tuple[Level, str]]:
    """The computers with their names."""
    return [(level, computer_name(words, level)) for level in levels]
