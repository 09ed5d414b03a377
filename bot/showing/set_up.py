"""Choosing, before a game starts, how it is played, what it is called, and who may join."""

from bot.intents import (
    Address,
    AskName,
    ChooseLayout,
    ChooseOptions,
    ChoosePreset,
    ChooseSeats,
    ChooseWhoJoins,
    Invite,
    Rename,
    SettingUp,
    SetUp,
    SetUpPeople,
    TakeOut,
)
from bot.showing.content import Button, Content, Option, Row, Select, Style, TextForm, UserSelect
from bot.showing.lobby import invited
from bot.showing.names import game_name
from bot.showing.pressing import chosen_by
from bot.table import CAPACITIES, MOST_INVITED, NAME_LIMIT, Refusal, Refused, Table, plain
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
    seats = tuple(
        Button(
            words.ngettext("{count} seat", "{count} seats", count),
            address.to(ChooseSeats(count)),
            Style.MAIN if count == table.capacity else Style.PLAIN,
        )
        for count in CAPACITIES
    )
    rows: tuple[Row, ...] = (
        Select(_("A set of options …"), chosen_by(address, ChoosePreset("")), presets),
        Select(_("Board …"), chosen_by(address, ChooseLayout("")), boards),
        Select(
            _("No options"),
            chosen_by(address, ChooseOptions(())),
            options,
            least=0,
            most=len(options),
        ),
        (
            *seats,
            Button(_("Rename"), address.to(AskName()), emoji="✏️"),
            Button(_("People"), address.to(SetUpPeople()), emoji="👥"),
        ),
    )
    text = _(
        "{game} is played on the {board} board. Options: {options}. "
        "You can change this until it starts.",
        game=game_name(table),
        board=board_name(words, table.board),
        options=options_listed(words, table.options),
    )
    return Content(text, rows=rows)


def people_page(words: Words, table: Table) -> Content:
    """What the opener can still choose about who plays: who may join, and who is taken out."""
    _ = words._
    address = Address(table.id)
    others = tuple(
        Option(plain(player.name), str(player.user_id))
        for player in table.players
        if player.user_id not in {None, table.opener_id}
    )
    text = (
        _(
            "Only those can join {game} who are invited: {players}.",
            game=game_name(table),
            players=invited(words, table),
        )
        if table.only_invited
        else _("Everybody here can join {game}.", game=game_name(table))
    )
    out: tuple[Row, ...] = ()
    if others:
        out = (Select(_("Take somebody out …"), chosen_by(address, TakeOut(0)), others),)
    invite = UserSelect(_("Invited …"), chosen_by(address, Invite(())), MOST_INVITED, table.invited)
    joining = (
        Button(_("Let everybody join"), address.to(ChooseWhoJoins(only_invited=False)))
        if table.only_invited
        else Button(_("Only who is invited"), address.to(ChooseWhoJoins(only_invited=True)))
    )
    back = Button(_("Back"), address.to(SetUp()), emoji="⬅️")
    return Content(text, rows=(*out, invite, (joining, back)))


def set_up_page_of(words: Words, table: Table, choice: SettingUp) -> Content:
    """The one of the two pages on which such a choice is made."""
    if isinstance(choice, SetUpPeople | TakeOut | ChooseWhoJoins | Invite):
        return people_page(words, table)
    return set_up_page(words, table)


def name_form(words: Words, table_id: int) -> TextForm:
    """The window in which the opener writes another name."""
    custom_id = chosen_by(Address(table_id), Rename(""))
    return TextForm(words._("Rename the game"), custom_id, words._("Its name"), NAME_LIMIT)


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
