"""Handlers of lobbies: a game is opened, set up and joined."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from bot.content.message import Content, TextForm
from bot.content.names import blind_line, game_name
from bot.content.needs import FOR_THREADS, MENTION, listed, title
from bot.dispatch.context import Context, LocationContext, TableContext
from bot.dispatch.finding import check_shows
from bot.dispatch.handlers import handles, on_refusal
from bot.dispatch.location import Location
from bot.domain.checks import check_configures
from bot.domain.naming import PRESETS, USUAL_PRESET, checked_word
from bot.domain.pace import PACES
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.features.lobby.lobby_post import computers_changed, has_asked, joined
from bot.features.lobby.set_up import name_form, open_form, people_page, set_up_page
from bot.i18n import Words
from bot.intents import Intent, fair, lobby
from bot.intents.seats import Accept, AskAlso, Decline, Join, Leave, Start
from bot.parts.computers import computer_name
from bot.parts.seal_texts import seal_lines

# --- opening -------------------------------------------------------------------------------------


@handles
async def open_table(context: LocationContext, intent: lobby.OpenTable) -> Content:
    """Open a game; it gathers its players in this channel.

    Raises AnswerInstead or Refused, with what is to be done, if such a game cannot be opened there.
    """
    words, location, role = context.words, context.location, intent.role
    place = await check_shows(context)
    if role is not None:
        _check_pinged(words, location, role)
    rules = await context.services.servers.rules(location.guild_id)
    preset = intent.preset or USUAL_PRESET
    if preset not in PRESETS:
        raise Refused(Refusal.UNKNOWN_OPTION, option=preset)
    if intent.pace not in {None, *PACES}:
        raise Refused(Refusal.UNKNOWN_PACE, pace=intent.pace)
    board, options = rules.opened_like(*PRESETS[preset], chosen=intent.preset is not None)
    opening = context.services.opening.open(
        context.person,
        place,
        intent.name,
        board=intent.board or board,
        seats=intent.seats,
        options=options,
        language=location.language,
        mentioned_role_id=None if role is None else role.role_id,
        member=location.member,
        within=location.around,
        pace=None if intent.pace is None else PACES[intent.pace],
        rated=intent.rated,
    )
    table = await context.store(opening)
    context.game = table.id
    text: str = words._("{game} is open. Others can join now.", game=game_name(table))
    if not location.in_thread and not location.may_open_threads:
        text += "\n" + words._(
            "The game is played in this channel. For a thread I need: {missing}.",
            missing=listed(words, FOR_THREADS),
        )
    text = "\n".join((text, *seal_lines(words, table)))
    page = set_up_page(words, table, rates=context.services.rates_games)
    return page.with_text_before(text)


@handles
async def open_first_game(context: LocationContext, intent: lobby.OpenGame) -> Content:
    """Open a first game, not rated, with the options of first games if the server permits them.

    Then invite the named user.
    """
    rules = await context.services.servers.rules(context.location.guild_id)
    _, options = PRESETS["first game"]
    preset = "first game" if rules.permits(options) else None
    page = await open_table(context, lobby.OpenTable(intent.name, preset=preset, rated=False))
    invited = intent.invited
    if context.game is None or invited in {None, context.person.user_id}:
        return page
    asking = context.services.invitations.ask_also(context.game, context.person, invited)
    table = await context.store(asking)
    return _once_asked(
        context,
        table,
        invited,
        lambda after: page.with_text_before(has_asked(context.words, after, invited).text),
    )


@handles
async def ask_to_open(context: LocationContext, intent: lobby.AskToOpen) -> TextForm:
    """The window for the name of a first game."""
    return open_form(context.words, intent.invited)


def _check_pinged(words: Words, location: Location, role: lobby.PingedRole) -> None:
    """Raise Refused unless the user, and the bot, may mention a role there."""
    if role.everybody:
        raise Refused(Refusal.TELLS_EVERYBODY)
    if role.mentionable:
        return
    if not location.may_mention_all:
        raise Refused(Refusal.ROLE_NOT_YOURS, role=role.name)
    if not location.bot_may_mention_all:
        raise Refused(Refusal.ROLE_NOT_MINE, role=role.name, missing=title(words, MENTION))


# --- before the start ----------------------------------------------------------------------------

_OnPeoplePage: TypeAlias = (
    lobby.SetUpPeople
    | lobby.TakeOut
    | lobby.SeatComputer
    | lobby.TakeComputerOut
    | lobby.ChooseWhoJoins
    | lobby.Invite
    | lobby.AskToJoin
)
_SetsUp: TypeAlias = (
    lobby.ChoosePreset
    | lobby.ChooseLayout
    | lobby.ChooseOptions
    | lobby.ChooseSeats
    | lobby.ChooseRated
    | lobby.ChooseWhoJoins
    | lobby.Rename
)


async def _table(context: TableContext) -> Table:
    """The table. An opener who has left the server loses the seat first."""
    return await context.services.lobbies.see_opener(context.table.id, context.person)


def _page(context: TableContext, intent: Intent, table: Table) -> Content:
    """The page on which an intent is pressed: about who plays, or how."""
    if isinstance(intent, _OnPeoplePage):
        return people_page(context.words, table)
    return set_up_page(context.words, table, rates=context.services.rates_games)


@handles
async def see_set_up(context: TableContext, intent: lobby.SetUp | lobby.SetUpPeople) -> Content:
    """Show how the game is played, or who plays."""
    table = await _table(context)
    check_configures(table, context.person)
    return _page(context, intent, table)


@handles
async def set_up(context: TableContext, intent: _SetsUp) -> Content:
    """Change how the game is played, what it is called, or who may join."""
    table, lobbies = await _table(context), context.services.lobbies
    configure = partial(lobbies.configure, table.id, context.person)
    match intent:
        case lobby.ChoosePreset(preset) if preset in PRESETS:
            choosing = configure(*PRESETS[preset])
        case lobby.ChoosePreset(preset):
            raise Refused(Refusal.UNKNOWN_OPTION, option=preset)
        case lobby.ChooseLayout(board):
            choosing = configure(board, table.options)
        case lobby.ChooseOptions(options):
            choosing = configure(table.board, options)
        case lobby.ChooseSeats(seats):
            choosing = configure(seats=seats)
        case lobby.ChooseRated(rated):
            choosing = configure(rated=rated)
        case lobby.ChooseWhoJoins(only_invited):
            choosing = configure(only_invited=only_invited)
        case lobby.Rename(name):
            choosing = configure(name=name)
    return _page(context, intent, await context.store(choosing))


@handles
async def ask_name(context: TableContext, _: lobby.AskName) -> TextForm:
    """The window for another name."""
    return name_form(context.words, context.table.id)


@handles
async def take_out(context: TableContext, intent: lobby.TakeOut) -> Content:
    """Remove a player."""
    table, lobbies = await _table(context), context.services.lobbies
    removing = lobbies.take_out(table.id, context.person, intent.user_id)
    return people_page(context.words, await context.store(removing))


@handles
async def change_computers(
    context: TableContext, intent: lobby.SeatComputer | lobby.TakeComputerOut
) -> Content:
    """Add a computer, or remove one."""
    before, table, lobbies = context.table, await _table(context), context.services.lobbies
    if isinstance(intent, lobby.SeatComputer):
        name = computer_name(Words.of(table.language), intent.level)
        changing = lobbies.seat_computer(table.id, context.person, intent.level, name)
    else:
        changing = lobbies.take_computer_out(table.id, context.person, intent.joined)
    after = await context.store(changing)
    if intent.turning:
        return people_page(context.words, after)
    return computers_changed(context.words, before, after)


@handles
async def invite(context: TableContext, intent: lobby.Invite) -> Content:
    """Invite these users."""
    table, invitations = await _table(context), context.services.invitations
    inviting = invitations.invite(
        table.id, context.person, _users(intent), bots=None in intent.users
    )
    after = await context.store(inviting)
    added = [each for each in after.invited if each not in table.invited]
    blind = await invitations.blind(after, added)
    page = people_page(context.words, after)
    return (
        page.with_text_before(blind_line(context.words, blind, messaged=False)) if blind else page
    )


@handles
async def ask_to_join(context: TableContext, intent: lobby.AskToJoin) -> Content:
    """Ask these users to join, and keep seats for them."""
    table, invitations = await _table(context), context.services.invitations
    asking = invitations.ask(table.id, context.person, _users(intent), bots=None in intent.users)
    after = await context.store(asking)
    page = people_page(context.words, after)
    if not any(each.blind and not each.declined for each in after.asked):
        return page
    return context.once_delivered(
        after.id, page, lambda visit: people_page(context.words, visit.table)
    )


def _users(intent: lobby.Invite | lobby.AskToJoin) -> tuple[int, ...]:
    """The chosen users but for bots."""
    return tuple(user_id for user_id in intent.users if user_id is not None)


# --- who joins -----------------------------------------------------------------------------------


@handles
async def join(context: TableContext, intent: Join | fair.JoinWithWord) -> Content:
    """Join, perhaps with a word: taking the last seat starts the game with it."""
    word = checked_word(intent.text) if isinstance(intent, fair.JoinWithWord) else ""
    table_id, person = context.table.id, context.person
    table = await context.store(context.services.lobbies.join(table_id, person, word))
    return joined(context.words, table, word)


@handles
async def answer_invitation(context: TableContext, intent: Accept | Decline) -> Content:
    """Accept or decline an invitation by name. Raises Refused for anybody but its user."""
    table_id, words, user_id = context.table.id, context.words, context.person.user_id
    if intent.user_id != user_id:
        raise Refused(Refusal.NOT_INVITED, game=context.table.name)
    if isinstance(intent, Accept):
        return await join(context, Join())
    table = await context.store(context.services.invitations.decline(table_id, user_id))
    return Content(words._("You've declined to join {game}.", game=game_name(table)))


@handles
async def leave(context: TableContext, _: Leave) -> Content:
    """Leave the lobby."""
    table = await context.store(context.services.lobbies.leave(context.table.id, context.person))
    lines = [context.words._("You've left {game}.", game=game_name(table))]
    if table.status is Status.CANCELLED:
        lines.append(context.words._("No one is left, so the game is cancelled."))
    return Content("\n".join(lines))


@handles
async def start(context: TableContext, _: Start) -> Content:
    """Start, even if the opener has left the server."""
    table = await _table(context)
    await context.store(context.services.lobbies.start(table.id, context.person))
    return Content(context.words._("The game is starting. I'll ping you on your turn."))


@handles
async def ask_also(context: TableContext, intent: AskAlso) -> Content:
    """Ask one more user to join."""
    table = await context.store(
        context.services.invitations.ask_also(context.table.id, context.person, intent.user_id)
    )
    return _once_asked(
        context,
        table,
        intent.user_id,
        lambda after: has_asked(context.words, after, intent.user_id),
    )


def _once_asked(
    context: Context, table: Table, user_id: int | None, answer: Callable[[Table], Content]
) -> Content:
    """The *answer* to an invitation, once it is known whether it arrived."""
    blind = any(each.blind and each.user_id == user_id for each in table.asked)
    if not blind:
        return answer(table)
    return context.once_delivered(table.id, answer(table), lambda visit: answer(visit.table))


# --- what is refused -----------------------------------------------------------------------------


@on_refusal
async def refuse(
    context: TableContext, intent: lobby.SetUp | _SetsUp | _OnPeoplePage, why: str
) -> Content | None:
    """The opener's page again, with the reason."""
    if context.table.status is not Status.LOBBY:
        return None
    return _page(context, intent, context.table).with_text_before(why)
