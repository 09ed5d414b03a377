"""Carrying out what an opener wants before the start."""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Table, check_configures
from bot.features.lobby.computer_seats import computers_changed
from bot.features.lobby.computers import computer_name
from bot.features.lobby.set_up import set_up_chosen, set_up_page_of
from bot.i18n import Words
from bot.intents import (
    AskToJoin,
    ChooseLayout,
    ChooseOptions,
    ChoosePreset,
    ChooseSeats,
    ChooseWhoJoins,
    Invite,
    Rename,
    SeatComputer,
    SettingUp,
    SetUp,
    SetUpPeople,
    TakeComputerOut,
    TakeOut,
)


async def carry_out(errand: Errand, wanted: SettingUp) -> Content:
    """Choose it, and answer what is chosen. Raises Refused if it cannot be chosen."""
    before = errand.table
    after = await _chosen(errand, wanted)
    if isinstance(wanted, SeatComputer | TakeComputerOut) and not wanted.turning:
        return computers_changed(errand.words, before, after)
    return set_up_page_of(errand.words, after, await errand.rules(), wanted)


async def _chosen(errand: Errand, choice: SettingUp) -> Table:
    """The table after a choice of its opener's."""
    services, person = errand.services, errand.person
    table = await services.lobbies.see_opener(errand.table.id, person)
    match choice:
        case SetUp() | SetUpPeople():
            check_configures(table, person)
            return table
        case ChoosePreset() | ChooseLayout() | ChooseOptions():
            board, options = set_up_chosen(table, choice)
            changed = services.lobbies.configure(table.id, person, board, options)
        case ChooseSeats(seats):
            changed = services.lobbies.configure(table.id, person, seats=seats)
        case Rename(name):
            changed = services.lobbies.configure(table.id, person, name=name)
        case TakeOut(user_id):
            changed = services.lobbies.take_out(table.id, person, user_id)
        case SeatComputer(level):
            name = computer_name(Words.of(table.language), level)
            changed = services.lobbies.seat_computer(table.id, person, level, name)
        case TakeComputerOut(joined):
            changed = services.lobbies.take_computer_out(table.id, person, joined)
        case ChooseWhoJoins(only_invited):
            changed = services.lobbies.configure(table.id, person, only_invited=only_invited)
        case Invite(users, bots):
            changed = services.invitations.invite(table.id, person, users, bots=bots)
        case AskToJoin(users, bots):
            changed = services.invitations.ask(table.id, person, users, bots=bots)
        case _:
            assert_never(choice)
    return await errand.store(changed)
