"""Carrying out what a player wants: every intent, and what the player is shown for it.

Nothing of Discord in here. Whatever depends on a hand is asked of the own seat alone.
"""

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from bot.client.agreeing import AgreeingErrand
from bot.client.pacing import choose_pace, pace_wanted
from bot.client.planning import Ahead
from bot.client.seating import Passing, SeatErrand
from bot.intents import (
    Accept,
    Act,
    ActWithOwn,
    Agreeing,
    Answer,
    AskAlso,
    AskEnd,
    AskLine,
    AskName,
    AskNote,
    AskOfferSeat,
    AskOwnTimes,
    AskOwnZone,
    AskPlanned,
    AskPower,
    AskProposal,
    AskResign,
    AskSwap,
    AskToJoin,
    AskToOpen,
    AskZone,
    BeginLesson,
    ChooseCatastropheSpace,
    ChooseLayout,
    ChooseLeader,
    ChooseOptions,
    ChoosePace,
    ChoosePreset,
    ChooseRow,
    ChooseSeats,
    ChooseSpace,
    ChooseSwap,
    ChooseTile,
    ChooseWhoJoins,
    Decide,
    Decline,
    DrawByChoice,
    DrawRest,
    EndVacation,
    FindZone,
    ForgetPlan,
    GivePlayerUp,
    Help,
    InLesson,
    InPlan,
    Intent,
    Invite,
    Join,
    KeepNote,
    KeepSeat,
    Leave,
    ManageGame,
    ManageSeat,
    Move,
    OfferSeat,
    OfferSeatTo,
    OpenGame,
    Pacing,
    Part,
    Pick,
    PickRule,
    Planning,
    PlayLine,
    Propose,
    ProposeReplacing,
    RefuseSeat,
    Rename,
    ReplacePlayer,
    Resign,
    SeeBoard,
    SeeCheck,
    SeeDesk,
    SeeGames,
    SeeHint,
    SeeHours,
    SeeInWords,
    SeeLegend,
    SeeLesson,
    SeeLessons,
    SeeLog,
    SeePace,
    SeePlan,
    SeeResult,
    SeeRule,
    SeeRules,
    SeeScore,
    SeeSeat,
    SeeServer,
    SeeSettings,
    SeeTable,
    SeeZones,
    SetAdvice,
    SetAtEnd,
    SetCalledIn,
    SetContrast,
    SetDaysOff,
    SetEndsTurn,
    SetMuted,
    SetOrder,
    SetOwnTimes,
    SetQuietFrom,
    SetQuietUntil,
    SetRule,
    Setting,
    SettingUp,
    SetUp,
    SetUpPeople,
    SetZone,
    Start,
    StepBack,
    TakeOut,
    TakeSeat,
    TakeVacation,
    Tap,
    TryDirects,
    Undo,
    UsePower,
    WhyNot,
    Wish,
    WithdrawProposal,
    Zoom,
)
from bot.showing.advising import advice_again, no_more_advice
from bot.showing.board import board_page
from bot.showing.buttons import rows_of_help, rows_of_looking, watch_button
from bot.showing.confirming import confirm_end, second_look
from bot.showing.content import Content
from bot.showing.desk import desk_page, outcome_page
from bot.showing.help import help_page
from bot.showing.in_words import in_words_page
from bot.showing.keypad import choose_space
from bot.showing.line import line_page, line_played
from bot.showing.lobby import joined, left, started
from bot.showing.pace_page import pace_page
from bot.showing.preferences import (
    draws_by_choice,
    draws_from_bag,
    preferences_page,
)
from bot.showing.refusals import refusal_text, with_rule
from bot.showing.resigning import confirm_resigning, resigned
from bot.showing.result import result, stopped
from bot.showing.scores import score_page
from bot.showing.seating import confirm_offering
from bot.showing.set_up import set_up_chosen, set_up_page_of
from bot.showing.story import log_page
from bot.showing.swapping import choose_swap
from bot.showing.why_not import why_not
from bot.showing.zooming import zoom_on_spaces, zoom_page
from bot.table import (
    Person,
    Refusal,
    Refused,
    Seat,
    ServerRules,
    Status,
    Table,
    Tables,
    Visit,
    check_configures,
    check_goes_on,
    check_not_paused,
)
from bot.words import Words
from engine import (
    Action,
    Catastrophe,
    EndTurn,
    IllegalAction,
)

_T = TypeVar("_T")


@dataclass(slots=True)
class Errand:
    """What somebody wants at the table where it is wanted."""

    tables: Tables
    words: Words
    person: Person
    visit: Visit
    wish: Wish
    stored: bool = False
    """Whether something has been stored."""

    async def carry_out(self) -> Content:
        """Do it, and answer what the player is shown.

        Raises Refused, or IllegalAction, if it cannot be done; then nothing has changed.
        """
        table, words, person = self.visit.table, self.words, self.person
        match self.wish.intent:
            case Help():
                return help_page(words, rows_of_help(words, table), table.options, table.pace)
            case Join():
                return joined(words, await self._store(self.tables.join(table.id, person)))
            case Leave():
                return left(words, await self._store(self.tables.leave(table.id, person)))
            case Start():
                return started(words, await self._store(self._start()))
            case (
                SetUp()
                | ChoosePreset()
                | ChooseLayout()
                | ChooseOptions()
                | ChooseSeats()
                | Rename()
                | SetUpPeople()
                | TakeOut()
                | ChooseWhoJoins()
                | Invite()
                | AskToJoin()
            ) as choice:
                after = await self._set_up(choice)
                return set_up_page_of(words, after, await self._rules(), choice)
            case SeeResult():
                return self._result()
            case SeeLog():
                page = log_page(words, table, await self.tables.history(table.id))
                return replace(page, rows=rows_of_looking(words, table, self.visit.seat))
            case SeeBoard() | SeeInWords() | Zoom() | WhyNot() as looking:
                return self._look(looking)
            case SeeDesk():
                return desk_page(words, self._seat())
            case SeeScore():
                return score_page(words, self._seat())
            case AskResign():
                return confirm_resigning(words, self._playing())
            case Resign():
                return await self._resign()
            case TryDirects():
                self._playing()
                await self._store(self.tables.try_directs(person.user_id))
                return Content(
                    words._(
                        "I try it: if your direct messages are open now, your desk comes there. If "
                        "it does not, allow messages from members of this server in its privacy "
                        "settings; until then the button here shows you everything."
                    )
                )
            case Undo():
                return await self._undo()
            case Decide():
                return self._decide()
            case DrawRest(always):
                return await self._draw_the_rest(always=always)
            case DrawByChoice():
                self._asked()
                asked = self.tables.draw_by_choice(table.id, person.user_id)
                outcome = await self._store(asked)
                return outcome_page(words, outcome, draws_by_choice(words))
            case Act(action) | Pick(_, action):
                return await self._act(action)
            case PlayLine(actions):
                return await self._play(actions)
            case Move(action) | Tap(action):
                return await self._tried(action)
            case ActWithOwn() as own:
                leaders = self._asked().view.leaders(self._asked().number)
                return await self._tried(own.action(leaders))
            case ChooseTile() | ChooseLeader():
                return desk_page(words, self._acting())
            case ChooseCatastropheSpace():
                return choose_space(words, self._acting(), Catastrophe())
            case ChooseSpace(piece, column) | ChooseRow(piece, column):
                return choose_space(words, self._acting(), piece, column)
            case ChooseSwap(tiles) | AskSwap(tiles):
                return choose_swap(words, self._acting(), tiles)
            case AskEnd():
                return await self._end()
            case (
                SeeSettings()
                | SetCalledIn()
                | SetOrder()
                | SetMuted()
                | SetEndsTurn()
                | SetContrast()
            ) as wanted:
                return await self._settings(wanted)
            case SetAdvice() as wanted:
                return await self._advice(wanted)
            case (
                AskAlso()
                | Accept()
                | Decline()
                | AskOfferSeat()
                | OfferSeat()
                | OfferSeatTo()
                | KeepSeat()
                | TakeSeat()
                | RefuseSeat()
            ) as wanted:
                return await self._seating(wanted)
            case SeePace() | ChoosePace() | SetAtEnd() | SetOwnTimes() as wanted:
                return await self._pace(wanted)
            case AskLine() as line:
                seat = self._asked()
                self._check_seen()
                return line_page(words, seat, line)
            case (
                SeePlan() | InPlan() | StepBack() | ForgetPlan() | AskPlanned() | KeepNote()
            ) as wanted:
                return await self._look_ahead(wanted)
            case (
                SeeTable()
                | SeeSeat()
                | AskProposal()
                | Propose()
                | ProposeReplacing()
                | Answer()
                | WithdrawProposal()
            ) as wanted:
                return await self._agreeing(wanted)
            case (
                SeeServer()
                | SetRule()
                | AskZone()
                | ManageGame()
                | AskPower()
                | UsePower()
                | ManageSeat()
                | ReplacePlayer()
                | GivePlayerUp()
                | AskName()
                | AskNote()
                | AskOwnTimes()
                | AskOwnZone()
                | SeeHours()
                | SeeZones()
                | FindZone()
                | SetZone()
                | SetQuietFrom()
                | SetQuietUntil()
                | SetDaysOff()
                | TakeVacation()
                | EndVacation()
                | SeeGames()
                | SeeLegend()
                | SeeRule()
                | SeeRules()
                | PickRule()
                | SeeLessons()
                | SeeLesson()
                | BeginLesson()
                | SeeHint()
                | InLesson()
                | AskToOpen()
                | OpenGame()
                | SeeCheck()
            ):
                raise TypeError("this is answered without an errand to a table")
            case _:
                assert_never(self.wish.intent)

    # --- whose seat it is ------------------------------------------------------------------------

    def _check_started(self) -> None:
        table = self.visit.table
        if table.view is None:
            cancelled = table.status is Status.CANCELLED
            refusal = Refusal.CANCELLED if cancelled else Refusal.NOT_STARTED
            raise Refused(refusal, game=table.name)

    def _seat(self) -> Seat:
        """The own seat. Raises Refused unless the game has started, with this player."""
        self._check_started()
        if self.visit.seat is None:
            raise Refused(Refusal.NOT_IN_GAME, game=self.visit.table.name)
        return self.visit.seat

    def _playing(self) -> Seat:
        """The own seat. Raises Refused unless the game goes on for it."""
        seat = self._seat()
        check_goes_on(seat)
        return seat

    def _asked(self) -> Seat:
        """The own seat. Raises IllegalAction, or Refused, for the button of another seat.

        While the game is paused, nothing is decided.
        """
        seat = self._playing()
        check_not_paused(seat.table)
        if self.wish.seat not in {None, seat.number}:
            raise seat.view.decision_refusal() or Refused(Refusal.STALE)
        return seat

    def _acting(self) -> Seat:
        """The own seat, from which an action of the turn can be taken now."""
        seat = self._asked()
        seat.check_acts()
        self._check_seen()
        return seat

    def _check_seen(self) -> None:
        """Raise Refused if the button shows the game as it is no more."""
        if self.wish.seen not in {None, self.visit.table.state_version}:
            raise Refused(Refusal.STALE)

    async def _store(self, use_case: Awaitable[_T]) -> _T:
        result = await use_case
        self.stored = True
        return result

    async def _rules(self) -> ServerRules:
        """What is set for the server of the game."""
        return await self.tables.server_rules(self.visit.table.place.guild_id)

    # --- what is looked at -----------------------------------------------------------------------

    def _look(self, looking: SeeBoard | SeeInWords | Zoom | WhyNot) -> Content:
        """The board as it is, or a part of it; or where whoever acts may put a piece, or may not.

        Raises Refused for a game that has not started.
        """
        words, table, seat = self.words, self.visit.table, self.visit.seat
        self._check_started()
        match looking:
            case SeeBoard() | Zoom(Part.WHOLE):
                return board_page(words, table, seat)
            case SeeInWords(page):
                return in_words_page(words, table, seat, page)
            case Zoom(part, None):
                return zoom_page(words, table, part, seat)
            case Zoom():
                return zoom_on_spaces(words, self._acting(), looking)
            case WhyNot(piece):
                return why_not(words, self._acting(), piece)
            case _:
                assert_never(looking)

    async def _look_ahead(self, wanted: Planning) -> Content:
        ahead = Ahead(self.tables, self.words, self.person, self._asked(), self.wish.seen)
        try:
            return await ahead.carry_out(wanted)
        finally:
            self.stored = ahead.stored

    # --- what is set -----------------------------------------------------------------------------

    async def _settings(self, wanted: SeeSettings | Setting) -> Content:
        """Set something for this game, and answer what is set."""
        table_id, user_id = self._playing().table.id, self.person.user_id
        if not isinstance(wanted, SeeSettings):
            await self._store(set_preference(self.tables, user_id, wanted, table_id))
            self.visit = await self.tables.visit(table_id, user_id)
        habits = await self.tables.habits(user_id)
        orders = await self.tables.standing_orders(user_id, table_id)
        return preferences_page(self.words, habits, orders, self._playing())

    async def _advice(self, wanted: SetAdvice) -> Content:
        """Give advice or not, in all games, and answer the desk on which that was pressed."""
        table_id, user_id = self._seat().table.id, self.person.user_id
        await self._store(set_preference(self.tables, user_id, wanted))
        self.visit = await self.tables.visit(table_id, user_id)
        said = advice_again(self.words) if wanted.wanted else no_more_advice(self.words)
        return desk_page(self.words, self._seat(), said=said)

    async def _pace(self, wanted: Pacing) -> Content:
        """Choose how fast the table plays, or propose it, and answer how fast it does."""
        table = self.visit.table
        proposing = table.status is not Status.LOBBY
        if proposing:
            self._playing()
        else:
            check_configures(table, self.person)
        if isinstance(wanted, SeePace):
            return pace_page(self.words, table, await self._rules(), proposing=proposing)
        pace = pace_wanted(self.words, table.pace, wanted)
        after = await self._store(choose_pace(self.tables, table, self.person, pace))
        page = pace_page(self.words, after, await self._rules(), proposing=proposing)
        if not proposing or after.pace != table.pace:
            return page
        return page.with_text_before(self.words._("That is proposed to the others now."))

    def _result(self) -> Content:
        """How the game ended, for whoever asks. Raises Refused unless it is over."""
        table = self.visit.table
        self._check_started()
        if not table.has_ended:
            raise Refused(Refusal.NOT_OVER, game=table.name)

        async def read_record() -> str:
            return await self.tables.record(table.id)

        if table.status is Status.ABANDONED:
            return stopped(self.words, table, read_record)
        return result(self.words, table, f"result-{table.id}", read_record)

    # --- what is done ----------------------------------------------------------------------------

    async def _agreeing(self, wanted: Agreeing) -> Content:
        """Carry out what is wanted about agreeing."""
        errand = AgreeingErrand(
            self.tables, self.words, self.visit, self.person.user_id, self.wish, self._store
        )
        return await errand.carry_out(self._playing, wanted)

    async def _seating(self, wanted: Passing | AskOfferSeat) -> Content:
        """Ask somebody to join, or let a seat pass."""
        if isinstance(wanted, AskOfferSeat):
            return confirm_offering(self.words, self._playing())
        errand = SeatErrand(self.tables, self.words, self.person, self.visit, self.wish)
        return await self._store(errand.carry_out(wanted))

    async def _start(self) -> Table:
        """Start the game, also for an opener who has left the server."""
        await self.tables.see_opener(self.visit.table.id, self.person)
        return await self.tables.start(self.visit.table.id, self.person)

    async def _set_up(self, choice: SettingUp) -> Table:
        """The table after a choice of its opener's."""
        tables, person = self.tables, self.person
        table = await tables.see_opener(self.visit.table.id, person)
        match choice:
            case SetUp() | SetUpPeople():
                check_configures(table, person)
                return table
            case ChoosePreset() | ChooseLayout() | ChooseOptions():
                board, options = set_up_chosen(table, choice)
                changed = tables.configure(table.id, person, board, options)
            case ChooseSeats(seats):
                changed = tables.configure(table.id, person, seats=seats)
            case Rename(name):
                changed = tables.configure(table.id, person, name=name)
            case TakeOut(user_id):
                changed = tables.take_out(table.id, person, user_id)
            case ChooseWhoJoins(only_invited):
                changed = tables.configure(table.id, person, only_invited=only_invited)
            case Invite(users, bots):
                changed = tables.invite(table.id, person, users, bots=bots)
            case AskToJoin(users, bots):
                changed = tables.ask(table.id, person, users, bots=bots)
            case _:
                assert_never(choice)
        return await self._store(changed)

    async def _act(self, action: Action) -> Content:
        table_id, user_id = self._asked().table.id, self.person.user_id
        acted = self.tables.act(table_id, user_id, action, self.wish.seen)
        return outcome_page(self.words, await self._store(acted))

    async def _tried(self, action: Action) -> Content:
        """Do it at once, unless it is better looked at first."""
        seat = self._asked()
        seat.check_decides()
        self._check_seen()
        if seat.view.refusal(action) is None:
            shown_first = second_look(self.words, seat, action)
            if shown_first is not None:
                return shown_first
        return await self._act(action)

    async def _end(self) -> Content:
        """End the turn: at once if no action is given up by it."""
        seat = self._asked()
        if not seat.view.actions_left:
            return await self._act(EndTurn())
        return confirm_end(self.words, self._acting())

    async def _play(self, actions: tuple[Action, ...]) -> Content:
        table_id, user_id = self._asked().table.id, self.person.user_id
        acted = self.tables.act_line(table_id, user_id, actions, self.wish.seen)
        outcome = await self._store(acted)
        page = outcome_page(self.words, outcome, line_played(self.words, actions, outcome))
        return with_rule(self.words, page, outcome.left_over.refusal)

    async def _undo(self) -> Content:
        table_id, user_id = self._playing().table.id, self.person.user_id
        undone = await self._store(self.tables.undo(table_id, user_id, self.wish.seen))
        return outcome_page(self.words, undone, self.words._("Taken back."))

    async def _resign(self) -> Content:
        table = self._playing().table
        await self._store(self.tables.resign(table.id, self.person.user_id))
        return resigned(self.words, table)

    def _decide(self) -> Content:
        seat = self._asked()
        seat.check_decides()
        return desk_page(self.words, seat)

    async def _draw_the_rest(self, *, always: bool) -> Content:
        table_id, user_id = self._asked().table.id, self.person.user_id
        drawn = self.tables.draw_the_rest(table_id, user_id, self.wish.seen, always=always)
        heading = draws_from_bag(self.words) if always else ""
        return outcome_page(self.words, await self._store(drawn), heading)


async def set_preference(
    tables: Tables, user_id: int, wanted: Setting, table_id: int | None = None
) -> None:
    """Set something for all games of a user, or for one.

    Raises Refused for what is never set so: only buttons of another version want it.
    """
    match wanted:
        case SetCalledIn(place):
            await tables.call_in(user_id, place, table_id)
        case SetOrder(order):
            await tables.set_standing_order(user_id, order, table_id)
        case SetMuted(muted) if table_id is not None:
            await tables.mute(user_id, table_id, muted=muted)
        case SetEndsTurn(ends) if table_id is None:
            await tables.end_turns(user_id, ends=ends)
        case SetContrast(high) if table_id is None:
            await tables.draw_in_contrast(user_id, high=high)
        case SetAdvice(advice) if table_id is None:
            await tables.give_advice(user_id, wanted=advice)
        case SetMuted() | SetEndsTurn() | SetContrast() | SetAdvice():
            raise Refused(Refusal.STALE)
        case _:
            assert_never(wanted)


def refused_page(
    words: Words,
    refusal: IllegalAction | Refused,
    visit: Visit,
    person: Person,
    intent: Intent,
    *,
    rules: ServerRules,
) -> Content:
    """Why not, with what can be done instead, as the table is now, and by the server's *rules*."""
    table = visit.table
    refused = Content(refusal_text(words, refusal, table))
    if isinstance(refusal, Refused) and refusal.refusal is Refusal.NOT_IN_GAME:
        if table.view is None:
            return refused
        text = f"{refused.text} {words._('Watch it:')}"
        return Content(text, rows=((watch_button(words, table),),))
    if visit.seat is not None and visit.seat.goes_on and isinstance(intent, Pacing):
        return pace_page(words, table, rules, proposing=True).with_text_before(refused.text)
    if visit.seat is not None:
        over = isinstance(refusal, Refused) and refusal.refusal is Refusal.GAME_OVER
        said = "" if over else refused.text  # it says so itself
        return with_rule(words, desk_page(words, visit.seat, said=said), refusal)
    opens = table.status is Status.LOBBY and person.user_id == table.opener_id
    if opens and isinstance(intent, Pacing):
        return pace_page(words, table, rules, proposing=False).with_text_before(refused.text)
    if opens and isinstance(intent, SettingUp):
        return set_up_page_of(words, table, rules, intent).with_text_before(refused.text)
    return with_rule(words, refused, refusal)
