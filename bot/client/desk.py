"""The desk: takes a player's wish, from a command or a press, to the table and answers it.

A wish is an intent (:mod:`bot.showing.controls`) with the values chosen, so that commands,
buttons and selects all take the same way.
"""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.client.answers import (
    Puzzled,
    acknowledge,
    add_answer,
    answer,
    answering,
    words_for,
)
from bot.showing import controls, pages
from bot.showing.choosers import (
    CATASTROPHE_PIECE,
    calls_for_a_second_look,
    choose_leader,
    choose_space,
    choose_swap,
    choose_tile,
    confirm_action,
    confirm_end,
    confirm_swap,
)
from bot.showing.content import Address, Content
from bot.showing.names import plain, safe_names
from bot.showing.prompts import prompt
from bot.showing.refusals import refusal_text
from bot.showing.set_up import chosen_by, set_up_page
from bot.table import Entry, Person, Refusal, Refused, Status, Table
from bot.words import Words
from engine import (
    Action,
    ActionDecision,
    DrawDecision,
    EndTurn,
    Game,
    IllegalAction,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    Reason,
    parse_action,
)

if TYPE_CHECKING:
    from bot.client.client import TwoRivers

IN_GAME = "in:"
"""Before an intent: the game is the value that was chosen."""
_PATIENCE = 5.0
"""Seconds after which a player is not told any more that something could not be shown."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player wants: in which game (None: to be found out), and seen in which state."""

    intent: str
    game: int | None = None
    seat: int | None = None
    seen: int | None = None
    values: tuple[str, ...] = ()
    named: str | None = None
    """The game as somebody typed it into a command: by its number as suggested, or its name."""


class Desk:
    """Handles wishes for one client."""

    def __init__(self, client: "TwoRivers") -> None:
        self._client = client

    async def press(
        self, interaction: discord.Interaction, custom_id: str, values: list[str]
    ) -> None:
        """Handle a press on a component."""
        match = Address.PATTERN.fullmatch(custom_id)
        if match is None:
            await self.handle(interaction, Wish("", game=0))
            return
        address, intent = Address.read(match)
        wish = Wish(intent, address.game, address.seat, address.seen, tuple(values))
        if intent.startswith(IN_GAME):
            chosen = values[0] if values else ""
            wish = Wish(intent.removeprefix(IN_GAME), named=chosen)
        await self.handle(interaction, wish)

    async def handle(self, interaction: discord.Interaction, wish: Wish) -> None:
        """Acknowledge, do what is wished, answer."""
        async with answering(interaction):
            helping = wish.intent == controls.HELP
            await acknowledge(interaction, below=helping)
            if not wish.intent:
                raise Refused(Refusal.STALE)
            if helping and wish.game is None:
                await answer(interaction, await self._help(interaction))
                return
            table = await self._table(interaction, wish)
            try:
                content = await self._carry_out(interaction, table, wish)
            except (IllegalAction, Refused) as refusal:
                content = await self._refused(interaction, table.id, refusal)
            except Exception:
                self._client.delivery.nudge(table.id)  # it may have been stored all the same
                raise
            changed = (await self._client.tables.get(table.id)).version != table.version
            if changed:
                self._client.delivery.nudge(table.id)
            await answer(interaction, content)
            if changed:
                await self.tell_of_trouble(interaction, table.id)

    async def _refused(
        self, interaction: discord.Interaction, table_id: int, refusal: IllegalAction | Refused
    ) -> Content:
        """Why not, with what can be done instead, as the table is now."""
        words = words_for(interaction)
        table = await self._client.tables.get(table_id)
        seat = table.seat_of(interaction.user.id)
        text = refusal_text(words, refusal, table)
        if seat is None or table.game is None:
            return Content(text)
        if table.decider is not None and table.decider.seat == seat:
            return Content(text, rows=controls.rows_for(words, table, seat))
        return Content(text, rows=controls.rows_after_refusal(words, table))

    async def _help(self, interaction: discord.Interaction) -> Content:
        """The help, for the one game that is meant here, or for any."""
        words = words_for(interaction)
        meant = await self._candidates(interaction, controls.HELP)
        if len(meant) != 1:
            return pages.help_page(words)
        (table,) = meant
        return pages.help_page(words, controls.rows_of_help(words, table), table.options)

    async def tell_of_trouble(self, interaction: discord.Interaction, table_id: int) -> None:
        """Tell the player, and name the permission, if the game could not be shown just now."""
        delivery = self._client.delivery
        try:
            async with asyncio.timeout(_PATIENCE):
                await delivery.idle()
        except TimeoutError:
            return
        problem = delivery.problem(table_id)
        if problem is None:
            return
        words = words_for(interaction)
        text = words._(
            "It counts, but I could not show it in the game's channel: I need the permission "
            "{missing}. Once somebody who manages the server gives it to me, I will catch up.",
            missing=problem,
        )
        await add_answer(interaction, Content(text))

    # --- which game ----------------------------------------------------------------------------

    async def _table(self, interaction: discord.Interaction, wish: Wish) -> Table:
        if wish.named is not None:
            return await self._named(interaction, wish.named)
        if wish.game is not None:
            return await self._client.tables.get(wish.game)
        tables = await self._candidates(interaction, wish.intent)
        if len(tables) == 1:
            return tables[0]
        words = words_for(interaction)
        if tables:
            raise Puzzled(pages.which_game(words, tables, f"{IN_GAME}{wish.intent}"))
        text = words._(
            "You play in no game here. Open one with `/open` in a server's channel, or press "
            "*Join* under one that waits for players."
        )
        if wish.intent == controls.START:
            text = words._("There is no game here that waits to be started.")
        raise Puzzled(Content(text))

    async def _named(self, interaction: discord.Interaction, typed: str) -> Table:
        """A game by its number or name: one's own, or one that lives here.

        Raises Refused for any other, as if there were none.
        """
        name = plain(typed).casefold()
        if name.isascii() and name.isdecimal() and len(name) < 19:
            table = await self._client.tables.get(int(name))
            home = table.home.channel_id if table.home else None
            here = interaction.channel_id in (home, table.place.channel_id)
            if here or table.player_of(interaction.user.id):
                return table
        for table in await self._client.tables.games_of(interaction.user.id):
            if plain(table.name).casefold() == name:
                return table
        raise Refused(Refusal.UNKNOWN_GAME)

    async def tables_meant(
        self, interaction: discord.Interaction, named: str | None
    ) -> list[Table]:
        """The games that a command for a turn may mean so far. Raises Refused if there is none."""
        if named:
            return [await self._named(interaction, named)]
        return await self._candidates(interaction, "")

    async def _candidates(self, interaction: discord.Interaction, intent: str) -> list[Table]:
        """The games that a command may mean if it names none.

        The one that lives here, or else those that the player plays in: in this server or, in
        a direct message, anywhere. Games that wait for players only if none is running, or to
        start them.
        """
        user_id, channel_id = interaction.user.id, interaction.channel_id
        own = await self._client.tables.games_of(user_id)
        if interaction.guild_id is not None:
            own = [table for table in own if table.place.guild_id == interaction.guild_id]
        if intent == controls.START:
            waiting = [table for table in own if table.status is Status.LOBBY]
            here = [table for table in waiting if table.place.channel_id == channel_id]
            return here or waiting
        if channel_id is not None:
            shown = await self._client.tables.games_at(channel_id, finished=True)
            at_home = _running_first(
                [table for table in shown if table.home and table.home.channel_id == channel_id]
            )
            mine = [table for table in at_home if table.player_of(user_id)]
            if mine or len(at_home) == 1:
                return mine or at_home
        return [table for table in own if table.status is Status.RUNNING] or own

    # --- what is wished -----------------------------------------------------------------------

    async def _carry_out(
        self, interaction: discord.Interaction, table: Table, wish: Wish
    ) -> Content:
        words = words_for(interaction)
        person = Person(interaction.user.id, interaction.user.display_name)
        tables = self._client.tables
        match wish.intent:
            case controls.HELP:
                rows = controls.rows_of_help(words, table)
                return pages.help_page(words, rows, table.options)
            case controls.JOIN:
                return pages.joined(words, await tables.join(table.id, person))
            case controls.LEAVE:
                return pages.left(words, await tables.leave(table.id, person))
            case controls.START:
                return pages.started(words, await tables.start(table.id, person))
            case controls.SET_UP:
                _check_configures(table, person)
                return set_up_page(words, table)
            case controls.PRESET | controls.LAYOUT | controls.OPTIONS:
                chosen = chosen_by(table, wish.intent, wish.values)
                if chosen is None:
                    raise Refused(Refusal.UNKNOWN_OPTION, option="".join(wish.values[:1]))
                return set_up_page(words, await tables.configure(table.id, person, *chosen))
            case controls.LOG:
                return pages.log_page(words, table, await tables.history(table.id))
            case _:
                await self._rename(interaction, table, person)
                return await self._in_play(words, table, person, wish)

    async def _rename(self, interaction: discord.Interaction, table: Table, person: Person) -> None:
        """Follow a player's change of name in the game's own server."""
        player = table.player_of(person.user_id)
        at_home = interaction.guild_id == table.place.guild_id
        if player is not None and at_home and player.name != person.name:
            await self._client.tables.rename(person)

    async def _in_play(self, words: Words, table: Table, person: Person, wish: Wish) -> Content:
        """Everything that needs a game that has started."""
        game = _started(table)
        seat = table.seat_of(person.user_id)
        if wish.intent == controls.BOARD:
            return pages.board_page(words, table, game, seat)
        if seat is None:
            raise Refused(Refusal.NOT_IN_GAME, game=table.name)
        match wish.intent:
            case controls.HAND:
                return pages.hand_page(words, table, game, seat)
            case controls.SCORE:
                return pages.score_page(words, table, game, seat)
        _check_goes_on(table, seat)
        match wish.intent.split(":", 1):
            case [controls.UNDO]:
                outcome = await self._client.tables.undo(table.id, person.user_id, wish.seen)
                return self._after(words, outcome.table, seat, [], words._("Taken back."))
            case [controls.RESIGN]:
                return pages.confirm_resigning(words, table, seat)
            case [controls.RESIGN_SURELY]:
                outcome = await self._client.tables.resign(table.id, person.user_id)
                return pages.resigned(words, outcome.table)
            case _ if wish.seat not in (None, seat):
                raise IllegalAction(
                    Reason.NOT_YOUR_DECISION, waiting=game.seats[game.decision.seat]
                )
            case [controls.DECIDE]:
                _check_decides(game, seat)
                if isinstance(game.decision, ActionDecision):
                    return pages.hand_page(words, table, game, seat)
                return prompt(words, table, game)
            case [controls.REST] | [controls.ALWAYS]:
                always = wish.intent == controls.ALWAYS
                outcome = await self._client.tables.draw_the_rest(
                    table.id, person.user_id, wish.seen, always=always
                )
                return self._after(
                    words,
                    outcome.table,
                    seat,
                    list(outcome.entries),
                    pages.draws_from_bag(words) if always else "",
                    before=game,
                )
            case [controls.ASK]:
                outcome = await self._client.tables.draw_by_choice(table.id, person.user_id)
                page = pages.hand_page(words, outcome.table, _started(outcome.table), seat)
                return page.with_text_before(pages.draws_by_choice(words))
            case [controls.PICK, _]:
                return await self._act(words, table, person, wish, "".join(wish.values[:1]))
            case [controls.DO, notation]:
                return await self._act(words, table, person, wish, notation)
            case [controls.DO]:
                return await self._tapped(words, table, person, wish)
            case [controls.OWN, notation]:
                notation = f"{game.seats[seat]}{notation}"
                return await self._act(words, table, person, wish, notation)
            case [controls.END] if not game.actions_left:
                return await self._act(words, table, person, wish, str(EndTurn()))
            case _:
                _check_acts(game, seat)
                if wish.seen not in (None, table.state_version):
                    raise Refused(Refusal.STALE)
                return self._choose(words, table, game, wish)

    def _choose(self, words: Words, table: Table, game: Game, wish: Wish) -> Content:
        """One step on the way to an action of the turn."""
        match wish.intent.split(":"):
            case [controls.TILE]:
                return choose_tile(words, table, game)
            case [controls.LEADER]:
                return choose_leader(words, table, game)
            case [controls.CATASTROPHE]:
                return choose_space(words, table, game, CATASTROPHE_PIECE)
            case [controls.SWAP] if wish.values:
                tiles = "".join(value[:1] for value in wish.values)
                return confirm_swap(words, table, game, tiles)
            case [controls.SWAP]:
                return choose_swap(words, table, game)
            case [controls.SWAP, tiles]:
                return confirm_swap(words, table, game, tiles)
            case [controls.END]:
                return confirm_end(words, table, game)
            case [controls.AT, piece]:
                column = wish.values[0] if wish.values else None
                try:
                    return choose_space(words, table, game, piece, column)
                except ValueError:  # the button of another version of this program
                    raise Refused(Refusal.STALE) from None
            case _:
                raise Refused(Refusal.STALE)

    # --- acting -------------------------------------------------------------------------------

    async def _tapped(self, words: Words, table: Table, person: Person, wish: Wish) -> Content:
        """A decision chosen from a select: some are shown before they count."""
        notation = "".join(wish.values[:1])
        game = _started(table)
        action = _parsed(notation)
        if isinstance(action, PlaceTile | PlaceLeader | PlaceCatastrophe):
            if wish.seen not in (None, table.state_version):
                raise Refused(Refusal.STALE)
            refusal = game.refusal(game.active, action)
            if refusal is None and calls_for_a_second_look(game, action):
                return confirm_action(words, table, game, action)
        return await self._act(words, table, person, wish, notation)

    async def _act(
        self, words: Words, table: Table, person: Person, wish: Wish, notation: str
    ) -> Content:
        outcome = await self._client.tables.act(
            table.id, person.user_id, _parsed(notation), wish.seen
        )
        seat = outcome.table.seat_of(person.user_id)
        assert seat is not None
        return self._after(words, outcome.table, seat, list(outcome.entries), before=table.game)

    def _after(
        self,
        words: Words,
        table: Table,
        seat: int,
        entries: list[Entry],
        heading: str = "",
        *,
        before: Game | None = None,
    ) -> Content:
        """What happened since the game was as *before*, and what the player can do next."""
        game = _started(table)
        lines = [heading] if heading else []
        for entry in entries:
            lines += pages.entry_lines(words, table, entry, safe_names(table))
        if before is not None and isinstance(before.decision, DrawDecision):
            lines += pages.drawn_from_bag(words, before, game, seat, entries)
        decider = table.decider
        mine = decider is not None and decider.seat == seat
        if mine and not isinstance(game.decision, ActionDecision):
            return prompt(words, table, game).with_text_before("\n".join(lines))
        if table.status is Status.RUNNING:
            lines.append(pages.status_line(words, table))
        return Content("\n".join(lines), rows=controls.rows_for(words, table, seat))


def _parsed(notation: str) -> Action:
    """A decision in notation. Raises Refused for the button of another version."""
    try:
        return parse_action(notation)
    except ValueError:
        raise Refused(Refusal.STALE) from None


def _started(table: Table) -> Game:
    if table.game is None:
        refusal = Refusal.CANCELLED if table.status is Status.CANCELLED else Refusal.NOT_STARTED
        raise Refused(refusal, game=table.name)
    return table.game


def _check_configures(table: Table, person: Person) -> None:
    """Raise Refused unless that person can still choose how the game is played."""
    if table.status is not Status.LOBBY:
        raise Refused(Refusal.ALREADY_STARTED, game=table.name)
    if person.user_id != table.opener_id:
        opener = table.opener.name if table.opener else ""
        raise Refused(Refusal.ONLY_OPENER_CONFIGURES, game=table.name, opener=opener)


def _check_goes_on(table: Table, seat: int) -> None:
    """Raise Refused if the game is over, for all or for *seat*."""
    if table.status is Status.OVER:
        raise Refused(Refusal.GAME_OVER, game=table.name)
    if table.player(seat).resigned:
        raise Refused(Refusal.RESIGNED, game=table.name)


def _check_decides(game: Game, seat: int) -> None:
    if game.decision.seat != seat:
        raise IllegalAction(Reason.NOT_YOUR_DECISION, waiting=game.seats[game.decision.seat])


def _check_acts(game: Game, seat: int) -> None:
    """Raise IllegalAction unless *seat* may take an action of the turn now."""
    _check_decides(game, seat)
    if not isinstance(game.decision, ActionDecision):
        raise IllegalAction(Reason.DECIDE_FIRST, decision=game.decision)
    if not game.actions_left:
        raise IllegalAction(Reason.NO_ACTIONS_LEFT)


def _running_first(tables: list[Table]) -> list[Table]:
    """The running ones of a channel; else the one that was over last."""
    running = [table for table in tables if table.status is Status.RUNNING]
    return running or tables[:1]
