"""Choosing, before a game starts, the board and the options it is played with."""

from bot.showing.content import Address, Content, Option, Row, Select
from bot.showing.controls import LAYOUT, OPTIONS, PRESET
from bot.showing.names import game_name
from bot.table import Table
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
    rows: tuple[Row, ...] = (
        Select(_("A set of options …"), address.to(PRESET), presets),
        Select(_("Board …"), address.to(LAYOUT), boards),
        Select(_("No options"), address.to(OPTIONS), options, least=0, most=len(options)),
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


def chosen_by(
    table: Table, intent: str, values: tuple[str, ...]
) -> tuple[str, tuple[str, ...]] | None:
    """The board and the options after a choice on that page; None if the choice is unknown."""
    value = values[0] if values else ""
    if intent == OPTIONS:
        return table.board, values
    if intent == LAYOUT:
        return value, table.options
    return PRESETS.get(value)
