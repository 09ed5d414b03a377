"""Choosing, before a game starts, the board and the options it is played with."""

from bot.intents import (
    Address,
    ChooseLayout,
    ChooseOptions,
    ChoosePreset,
    Intent,
    print_intent,
)
from bot.showing.content import Content, Option, Row, Select
from bot.showing.names import game_name
from bot.table import Refusal, Refused, Table
from bot.words import Words
from bot.words.options import (
    PRESET_NAMES,
    PRESETS,
    board_name,
    option_explanation,
    option_name,
    options_listed,
)
from engine import LAYOUTS
from engine import OPTIONS as EVERY_OPTION


def set_up_page(words: Words, table: Table) -> Content:
    """What the opener can still choose, each option with a line of explanation."""
    _ = words._
    address = Address(table.id)
    presets = tuple(
        Option(_(PRESET_NAMES[preset]), preset, chosen=PRESETS[preset] == _chosen(table))
        for preset in PRESETS
    )
    boards = tuple(
        Option(
            _("{board} board", board=board_name(words, layout.name)),
            layout.name,
            words.ngettext("{count} treasure", "{count} treasures", layout.treasures),
            chosen=layout.name == table.board,
        )
        for layout in LAYOUTS.values()
    )
    options = tuple(
        Option(
            option_name(words, option),
            option,
            option_explanation(words, option),
            chosen=option in table.options,
        )
        for option in EVERY_OPTION
    )

    def chosen_by(intent: Intent) -> str:
        return address.to_text(print_intent(intent).text)

    rows: tuple[Row, ...] = (
        Select(_("A set of options …"), chosen_by(ChoosePreset("")), presets),
        Select(_("Board …"), chosen_by(ChooseLayout("")), boards),
        Select(_("No options"), chosen_by(ChooseOptions(())), options, least=0, most=len(options)),
    )
    return Content(
        _(
            "{game} is played on the {board} board. Options: {options}. "
            "You can change this until it starts.",
            game=game_name(table),
            board=board_name(words, table.board),
            options=options_listed(words, table.options),
        ),
        rows=rows,
    )


def _chosen(table: Table) -> tuple[str, tuple[str, ...]]:
    return table.board, table.options


def set_up_chosen(
    table: Table, intent: ChoosePreset | ChooseLayout | ChooseOptions
) -> tuple[str, tuple[str, ...]]:
    """The board and the options after a choice on that page.

    Raises Refused for a preset that there is not.
    """
    match intent:
        case ChooseOptions(options):
            return table.board, options
        case ChooseLayout(board):
            return board, table.options
        case ChoosePreset(preset) if preset in PRESETS:
            return PRESETS[preset]
        case ChoosePreset(preset):
            raise Refused(Refusal.UNKNOWN_OPTION, option=preset)
