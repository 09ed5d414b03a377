"""Handlers of what openers want: a game, and before it starts how it is played, and by whom."""

from typing import TypeAlias

from bot.content.message import Content, TextForm
from bot.content.names import blind_line, game_name
from bot.content.needs import FOR_THREADS, MENTION, listed, title
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.finding import check_shows
from bot.dispatch.handlers import handles, on_refusal
from bot.dispatch.location import Location
from bot.domain.checks import check_configures
from bot.domain.naming import checked_word
from bot.domain.pace import PACES, Pace
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import ServerRules
from bot.domain.table import Status, Table
from bot.features.lobby.lobby_post import computers_changed, has_asked, joined
from bot.features.lobby.set_up import name_form, open_form, people_page, set_up_chosen, set_up_page
from bot.i18n import Words
from bot.i18n.options import PRESETS, USUAL_PRESET
from bot.intents import lobby
from bot.intents.fair import JoinWithWord
from bot.intents.seats import Accept, AskAlso, Decline, Join, Leave, Start
from bot.parts.computers import computer_name
from bot.parts.seal_texts import seal_lines

# --- opening -------------------------------------------------------------------------------------


@handles
async def open_table(context: LocationContext, intent: lobby.OpenTable) -> Content:
    """Open a game; it gathers its players in this channel.

    Raises AnswerInstead or Refused, with what is to be done, if it cannot be opened there, or so.
    """
    words, location, role = context.words, context.location, intent.role
    place = await check_shows(context)
    if role is not None:
        _check_pinged(words, location, role)
    rules = await context.services.servers.rules(location.guild_id)
    layout, options = _opened_like(rules, intent)
    opening = context.services.opening.open(
        context.person,
        place,
        intent.name,
        board=layout,
        seats=intent.seats,
        options=options,
        language=location.language,
        mentioned_role_id=None if role is None else role.role_id,
        member=location.member,
        within=location.around,
        pace=_pace(intent.pace),
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
    return set_up_page(words, table).with_text_before(text)


@handles
async def open_first_game(context: LocationContext, intent: lobby.OpenGame) -> Content:
    """Open a game for a user who has just learnt it: as first games are played, if they may be."""
    rules = await context.services.servers.rules(context.location.guild_id)
    _, options = PRESETS["first game"]
    preset = "first game" if rules.permits(options) else None
    return await open_table(context, lobby.OpenTable(intent.name, preset=preset))


@handles
async def ask_to_open(context: LocationContext, _: lobby.AskToOpen) -> TextForm:
    """The window for the name of a first game."""
    return open_form(context.words)


def _opened_like(rules: ServerRules, wanted: lobby.OpenTable) -> tuple[str, tuple[str, ...]]:
    """The board and the options of a game. Raises Refused for an unknown preset."""
    preset = wanted.preset or USUAL_PRESET
    if preset not in PRESETS:
        raise Refused(Refusal.UNKNOWN_OPTION, option=preset)
    layout, options = rules.opened_like(*PRESETS[preset], chosen=wanted.preset is not None)
    return wanted.board or layout, options


def _pace(name: str | None) -> Pace | None:
    """The pace of that name; None if none is named. Raises Refused if there is none so called."""
    if name is None:
        return None
    if name not in PACES:
        raise Refused(Refusal.UNKNOWN_PACE, pace=name)
    return PACES[name]


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


async def _seen(context: TableContext) -> Table:
    """The table, once its opener is seen to be there still."""
    return await context.services.lobbies.see_opener(context.table.id, context.person)


# --- how it is played ----------------------------------------------------------------------------


@handles
async def see_set_up(context: TableContext, _: lobby.SetUp) -> Content:
    """Show how it is played."""
    table = await _seen(context)
    check_configures(table, context.person)
    return set_up_page(context.words, table)


@handles
async def choose_options(
    context: TableContext, intent: lobby.ChoosePreset | lobby.ChooseLayout | lobby.ChooseOptions
) -> Content:
    """Play on that board, with these options."""
    table, lobbies = await _seen(context), context.services.lobbies
    board, options = set_up_chosen(table, intent)
    choosing = lobbies.configure(table.id, context.person, board, options)
    return set_up_page(context.words, await context.store(choosing))


@handles
async def choose_seats(context: TableContext, intent: lobby.ChooseSeats) -> Content:
    """Let so many play."""
    table, lobbies = await _seen(context), context.services.lobbies
    choosing = lobbies.configure(table.id, context.person, seats=intent.seats)
    return set_up_page(context.words, await context.store(choosing))


@handles
async def ask_name(context: TableContext, _: lobby.AskName) -> TextForm:
    """The window for another name."""
    return name_form(context.words, context.table.id)


@handles
async def rename(context: TableContext, intent: lobby.Rename) -> Content:
    """Give the game another name."""
    table, lobbies = await _seen(context), context.services.lobbies
    naming = lobbies.configure(table.id, context.person, name=intent.name)
    return set_up_page(context.words, await context.store(naming))


# --- by whom it is played ------------------------------------------------------------------------


@handles
async def see_people(context: TableContext, _: lobby.SetUpPeople) -> Content:
    """Show who may join."""
    table = await _seen(context)
    check_configures(table, context.person)
    return people_page(context.words, table)


@handles
async def take_out(context: TableContext, intent: lobby.TakeOut) -> Content:
    """Take a user out."""
    table, lobbies = await _seen(context), context.services.lobbies
    removing = lobbies.take_out(table.id, context.person, intent.user_id)
    return people_page(context.words, await context.store(removing))


@handles
async def change_computers(
    context: TableContext, intent: lobby.SeatComputer | lobby.TakeComputerOut
) -> Content:
    """Put a computer on a seat, or take one out."""
    before, table, lobbies = context.table, await _seen(context), context.services.lobbies
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
async def choose_who_joins(context: TableContext, intent: lobby.ChooseWhoJoins) -> Content:
    """Let everybody join, or only those who are invited."""
    table, lobbies = await _seen(context), context.services.lobbies
    choosing = lobbies.configure(table.id, context.person, only_invited=intent.only_invited)
    return people_page(context.words, await context.store(choosing))


@handles
async def invite(context: TableContext, intent: lobby.Invite) -> Content:
    """Invite these users."""
    table, invitations = await _seen(context), context.services.invitations
    inviting = invitations.invite(
        table.id, context.person, _people(intent), bots=None in intent.users
    )
    after = await context.store(inviting)
    added = [each for each in after.invited if each not in table.invited]
    blind = await invitations.blind(after, added)
    page = people_page(context.words, after)
    if not blind:
        return page
    return page.with_text_before(blind_line(context.words, blind, told=False))


@handles
async def ask_to_join(context: TableContext, intent: lobby.AskToJoin) -> Content:
    """Ask these users to join."""
    table, invitations = await _seen(context), context.services.invitations
    asking = invitations.ask(table.id, context.person, _people(intent), bots=None in intent.users)
    after = await context.store(asking)
    page = people_page(context.words, after)
    if not any(each.blind and not each.declined for each in after.asked):
        return page
    return context.once_delivered(after.id, page, lambda then: people_page(context.words, then))


def _people(intent: lobby.Invite | lobby.AskToJoin) -> tuple[int, ...]:
    return tuple(user_id for user_id in intent.users if user_id is not None)


# --- who joins -----------------------------------------------------------------------------------


@handles
async def join(context: TableContext, _: Join) -> Content:
    """Sit down."""
    table = await context.store(context.services.lobbies.join(context.table.id, context.person))
    return joined(context.words, table)


@handles
async def accept(context: TableContext, intent: Accept) -> Content:
    """Sit down, if it is the user who was asked."""
    _check_asked(context, intent.user_id)
    return await join(context, Join())


@handles
async def decline(context: TableContext, intent: Decline) -> Content:
    """Do not sit down, if it is the user who was asked."""
    _check_asked(context, intent.user_id)
    table = await context.store(
        context.services.invitations.decline(context.table.id, context.person.user_id)
    )
    words = context.words
    return Content(words._("You've declined to join {game}.", game=game_name(table)))


def _check_asked(context: TableContext, user_id: int) -> None:
    """Raise Refused for anybody but the user who was asked by name."""
    if user_id != context.person.user_id:
        raise Refused(Refusal.NOT_INVITED, game=context.table.name)


@handles
async def leave(context: TableContext, _: Leave) -> Content:
    """Get up."""
    table = await context.store(context.services.lobbies.leave(context.table.id, context.person))
    lines = [context.words._("You've left {game}.", game=game_name(table))]
    if table.status is Status.CANCELLED:
        lines.append(context.words._("No one is left, so the game is cancelled."))
    return Content("\n".join(lines))


@handles
async def start(context: TableContext, _: Start) -> Content:
    """Start, even if the opener has left the server."""
    table_id, person = context.table.id, context.person
    await context.services.lobbies.see_opener(table_id, person)
    await context.store(context.services.lobbies.start(table_id, person))
    return Content(context.words._("The game is starting. I'll ping you on your turn."))


@handles
async def ask_also(context: TableContext, intent: AskAlso) -> Content:
    """Ask one more user to join."""
    table = await context.store(
        context.services.invitations.ask_also(context.table.id, context.person, intent.user_id)
    )

    def answer(after: Table) -> Content:
        return has_asked(context.words, after, intent.user_id)

    blind = any(each.blind and each.user_id == intent.user_id for each in table.asked)
    if not blind:
        return answer(table)
    return context.once_delivered(table.id, answer(table), answer)


@handles
async def join_with_word(context: TableContext, intent: JoinWithWord) -> Content:
    """Join, and give a word: taking the last seat starts the game with it."""
    word = checked_word(intent.text)
    table = await context.store(
        context.services.lobbies.join(context.table.id, context.person, word)
    )
    return joined(context.words, table, word)


# --- what is refused -----------------------------------------------------------------------------


_OnSetUpPage: TypeAlias = (
    lobby.SetUp
    | lobby.ChoosePreset
    | lobby.ChooseLayout
    | lobby.ChooseOptions
    | lobby.ChooseSeats
    | lobby.Rename
)
_OnPeoplePage: TypeAlias = (
    lobby.SetUpPeople
    | lobby.TakeOut
    | lobby.SeatComputer
    | lobby.TakeComputerOut
    | lobby.ChooseWhoJoins
    | lobby.Invite
    | lobby.AskToJoin
)


@on_refusal
async def refuse(
    context: TableContext, intent: _OnSetUpPage | _OnPeoplePage, why: str
) -> Content | None:
    """To the opener the page again."""
    if context.table.status is not Status.LOBBY:
        return None
    page = set_up_page if isinstance(intent, _OnSetUpPage) else people_page
    return page(context.words, context.table).with_text_before(why)
