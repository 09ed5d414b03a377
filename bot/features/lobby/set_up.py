"""The pages on which an opener sets up a game before it starts."""

from bot.content.message import Button, Content, Option, Row, Select, Style, TextForm, UserSelect
from bot.content.names import blind_line, game_name
from bot.content.pressing import ANYWHERE, back_to
from bot.domain.naming import CAPACITIES, MOST_INVITED, NAME_LIMIT, PRESETS, plain
from bot.domain.table import Table
from bot.features.lobby.lobby_post import asked_lines, computer_rows, invited_line
from bot.i18n import Words
from bot.i18n.options import PRESET_NAMES
from bot.i18n.times import pace_line
from bot.intents import Address, lobby
from bot.parts.buttons import board_select, hint_rule_button, option_select, pace_button
from bot.parts.rating import RATED_SIGN, hints_or_rated_line
from engine import OPTIONS as EVERY_OPTION


def set_up_page(words: Words, table: Table, *, rates: bool = True) -> Content:
    """The opener's choices about the game, each option with an explanation.

    Without what the rules of the server fix; *rates*: games in servers can be rated.
    """
    _, rules = words._, table.rules
    address = Address(table.id)
    presets = tuple(
        Option(
            _(PRESET_NAMES[preset]), preset, chosen=PRESETS[preset] == (table.board, table.options)
        )
        for preset, (_board, chosen) in PRESETS.items()
        if rules.permits(chosen, table.options)
    )
    options = [each for each in EVERY_OPTION if rules.permits([each], table.options)]
    seats = tuple(
        Button(
            words.ngettext("{count} seat", "{count} seats", count),
            address.to(lobby.ChooseSeats(count)),
            Style.CHOSEN if count == table.capacity else Style.PLAIN,
        )
        for count in CAPACITIES
    )
    chosen = address.to(lobby.ChooseOptions(()))
    of_options = (
        Select(_("Preset …"), address.to(lobby.ChoosePreset("")), presets),
        board_select(words, address.to(lobby.ChooseLayout("")), table.board),
        option_select(words, _("Options: none"), chosen, options, table.options),
    )
    rows: tuple[Row, ...] = (
        *(select for select in of_options if select.options),
        (
            *seats,
            Button(_("Rename"), address.to(lobby.AskName()), emoji="✏️"),
            Button(_("People"), address.to(lobby.SetUpPeople()), emoji="👥"),
        ),
        (
            pace_button(words, table),
            *(() if table.rated else (hint_rule_button(words, table),)),
            *(_rated_button(words, table) if rates else ()),
        ),
    )
    text = _("Set up {game}. You can change it until the game starts.", game=game_name(table))
    about = (pace_line(words, table.pace), hints_or_rated_line(words, table))
    return Content("\n".join((text, *about)), rows=rows)


def _rated_button(words: Words, table: Table) -> tuple[Button, ...]:
    """The button that switches *Rated*; none outside a server."""
    if table.place.guild_id is None:
        return ()
    request = Address(table.id).to(lobby.ChooseRated(not table.rated))
    if table.rated:
        return (Button(words._("Rated: on"), request, Style.CHOSEN, RATED_SIGN),)
    return (Button(words._("Rated: off"), request, emoji=RATED_SIGN),)


def people_page(words: Words, table: Table) -> Content:
    """The opener's choices about the players: who may join, and who is removed."""
    _ = words._
    address = Address(table.id)
    others = tuple(
        Option(plain(player.name), str(player.user_id))
        for player in table.players
        if player.user_id not in {None, table.opener_id}
    )
    text: str = (
        invited_line(words, table)
        if table.only_invited
        else _("Anyone here can join {game}.", game=game_name(table))
    )
    selects: list[Row] = [*computer_rows(words, table, turning=True)]
    if others:
        selects.append(Select(_("Remove a player …"), address.to(lobby.TakeOut(0)), others))
    free, asked = table.capacity - len(table.players), table.open_invitations
    if free or asked:
        ask = address.to(lobby.AskToJoin(()))
        selects.append(UserSelect(_("Invite and keep a seat …"), ask, max(free, 1), asked))
    invite = UserSelect(
        _("Invite without keeping a seat …"),
        address.to(lobby.Invite(())),
        MOST_INVITED,
        table.invited,
    )
    joining = (
        Button(_("Open to everyone"), address.to(lobby.ChooseWhoJoins(only_invited=False)))
        if table.only_invited
        else Button(_("Invitation only"), address.to(lobby.ChooseWhoJoins(only_invited=True)))
    )
    back = back_to(words, address.to(lobby.SetUp()))
    blind = [each.user_id for each in table.asked if each.blind and not each.declined]
    unseen = [blind_line(words, blind)] if blind else []
    text = "\n".join((text, *asked_lines(words, table), *unseen))
    return Content(text, rows=(*selects, invite, (joining, back)))


def name_form(words: Words, table_id: int) -> TextForm:
    """The window for another name."""
    request = Address(table_id).to(lobby.Rename(""))
    return TextForm(words._("Rename the game"), request, words._("Name"), NAME_LIMIT)


def open_form(words: Words, invited: int | None = None) -> TextForm:
    """The window for the name of a new game, to which that user is invited."""
    request = ANYWHERE.to(lobby.OpenGame("", invited))
    return TextForm(words._("Open a game"), request, words._("Name of the game"), NAME_LIMIT)
