"""The status of a game in a line."""

from datetime import datetime, timedelta

from bot.content.names import bold
from bot.domain.calls import before_next, changed_at, is_rung, last_ring
from bot.domain.entries import Acted, Reminded
from bot.domain.hours import Span
from bot.domain.pace import Limit
from bot.domain.player import Player
from bot.domain.seat import Seat
from bot.domain.seating import missed_by, offer_of
from bot.domain.table import Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.decisions import decides
from bot.i18n.times import date_and_time, duration, moment
from engine import ActionDecision, AddTiles, ChooseWar, EndTurn


def status_line(words: Words, table: Table) -> PublicText:
    """The decider, and the decision that the game waits for."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "Waiting for players: {count} empty seat",
            "Waiting for players: {count} empty seats",
            table.capacity - len(table.players),
        )
    if table.status is Status.ABANDONED:
        return _("Ended without a result")
    decider = table.decider
    if decider is None or table.view is None:
        return _("The game is over")
    if table.paused:
        return public("⏸️ {text}", text=_("Paused. Resume the game with `/table`"))
    player = bold(decider.name)
    if decider.abandoned:
        return _("Waiting for someone to take {player}'s seat", player=player)
    if decider.is_computer and not table.waits_for_computer:
        return _("Only computers are left. Take a seat to play on")
    if isinstance(table.view.decision, ActionDecision):
        if not table.view.actions_left:
            return _("{player} can end the turn", player=player)
        return words.ngettext(
            "{player} to play – {count} action left",
            "{player} to play – {count} actions left",
            table.view.actions_left,
            player=player,
        )
    return decides(words, table.view.decision, player)


def waiting_since(words: Words, table: Table) -> PublicText:
    """The time since which the game waits, and when that ends; empty if for no one."""
    since = table.awaited_since
    if since is None or table.paused:
        return public("")
    asked = words._("(asked {moment})", moment=moment(since))
    return public(" {since}", since=join_texts(" · ", (asked, time_line(words, table))))


def urgency(table: Table) -> tuple[bool, datetime]:
    """Order games that wait for a player: the one whose time ends first, then the longest wait."""
    up_at = table.time_up_at if table.waits else None
    return up_at is None, up_at or table.awaited_since or table.created_at


def plain_status(words: Words, table: Table) -> str:
    """The status without formatting."""
    return unformatted(status_line(words, table))


def unformatted(text: str) -> str:
    """A text of ours without formatting."""
    return text.replace("**", "").replace("\\", "")


def time_line(words: Words, table: Table) -> PublicText:
    """The end of the decider's time, or why it does not run; empty without a limit.

    That the game is paused is what the status of a game says.
    """
    _ = words._
    decider = table.decider
    if decider is None or table.paused:
        return public("")
    if table.held:
        return _("I can't reach {player} here, so no one's clock runs.", player=bold(decider.name))
    lines = []
    if (back := _away_until(table, decider)) is not None:
        lines.append(
            _(
                "{player} is on vacation, back {moment}.",
                player=bold(decider.name),
                moment=moment(back),
            )
        )
    if table.out_of_time is not None:
        up = _("Time is up. The others decide whether to wait longer.")
        lines.append(public("⌛ {text}", text=up))
    if table.waits and (up_at := table.time_up_at) is not None:
        lines.append(public("⏳ {text}", text=_("Time ends {moment}.", moment=moment(up_at))))
    return join_texts(" ", lines)


def offer_ends(words: Words, table: Table, player: Player) -> PublicText:
    """The end of the offer of a player's seat; empty if none ends by itself."""
    offer = offer_of(table, player)
    if offer is None or offer.until is None:
        return public("")
    ends = player.offer_ends or offer.until
    return words._("The offer ends {moment}.", moment=moment(ends))


def own_time(words: Words, seat: Seat) -> list[str]:
    """The player's time in lines for the desk: what ran out, vacations, and what is left."""
    _ = words._
    table, player = seat.table, seat.player
    if not seat.goes_on:
        return []
    lines = [*filter(None, (missed_line(words, seat),))]
    if (back := _away_until(table, player)) is not None:
        lines.append(_("You're on vacation, back {moment}.", moment=moment(back)))
    if (planned := _planned(table, player)) is not None:
        begins, back_at = map(date_and_time, planned)
        lines.append(
            _("You're on vacation from {begins}, back {moment}.", begins=begins, moment=back_at)
        )
    limit = table.pace.limit
    if limit is None:
        return lines
    left: list[str] = []
    up_at = table.time_up_at if seat.decides and table.waits else None
    bank = None if limit.bank is None else _in_bank(table, player, limit)
    if up_at is not None and bank:
        ends = _(
            "Your time ends {moment}. That includes your time bank: {time}.",
            moment=moment(up_at),
            time=duration(words, bank),
        )
        left.append(f"⏳ {ends}")
    elif up_at is not None:
        ends = _("Your time ends {moment}.", moment=moment(up_at))
        left.append(f"⏳ {ends}")
    elif bank:
        left.append(_("Time bank: {time}.", time=duration(words, bank)))
    if bank is not None and not bank:
        left.append(_("Your time bank is empty."))
    if seat.decides and table.out_of_time is not None:
        up = _("Your time is up. The others decide whether to wait longer.")
        left.append(f"⌛ {up}")
    return [*lines, " ".join(left)] if left else lines


def next_line(words: Words, seat: Seat) -> str:
    """A line for a player who is next and wants to know it; else empty."""
    if not seat.player.habits.told_next:
        return ""
    before = before_next(seat.table, seat.number)
    if before is None:
        return ""
    return words._("⏭️ You're next, after {player}.", player=bold(before.name))


def missed_line(words: Words, seat: Seat) -> str:
    """A line about the player's time that ran out; empty after the next decision."""
    table = seat.table
    missed = missed_by(table, seat.player)
    if missed is None:
        return ""
    when = moment(missed.at)
    done = [
        entry.action
        for entry in table.round
        if isinstance(entry, Acted) and entry.seat == seat.number and entry.at == missed.at
    ]
    chosen = any(isinstance(action, ChooseWar) for action in done)
    if EndTurn() in done:
        text = words._("Your time ran out {moment}. I ended your turn.", moment=when)
    elif AddTiles(0) in done and chosen:
        text = words._("Your time ran out {moment}. I chose a war and added no tiles.", moment=when)
    elif AddTiles(0) in done:
        text = words._("Your time ran out {moment}. I added no tiles.", moment=when)
    else:
        text = words._("Your time ran out {moment}. I decided for you.", moment=when)
    return f"⌛ {text}"


def times_of_all(words: Words, table: Table) -> list[str]:
    """Vacations, except the decider's current one; too much time off; everybody's time bank."""
    _ = words._
    playing = [player for player in table.players if player.is_played_by_person]
    lines: list[str] = [
        _("{player} is on vacation, back {moment}.", player=bold(player.name), moment=moment(back))
        for player in playing
        if player != table.decider and (back := _away_until(table, player)) is not None
    ]
    lines += [
        vacation_line(words, bold(player.name), planned)
        for player in playing
        if (planned := _planned(table, player)) is not None
    ]
    lines += [
        _(
            "{player} has set more time off than a time limit allows. Some of it counts.",
            player=bold(player.name),
        )
        for player in playing
        if not table.pace.live and table.hours_of(player) != player.hours
    ]
    limit = table.pace.limit
    if limit is not None and limit.bank is not None:
        banks = [
            _(
                "{player}: {time}",
                player=bold(player.name),
                time=duration(words, _in_bank(table, player, limit)),
            )
            for player in playing
        ]
        lines.append(_("**Time banks:** {times}", times=" · ".join(banks)))
    return lines


def is_reminded(table: Table, seat: int) -> bool:
    """True if the table waits for that seat, which was called for this more than once."""
    rung = last_ring(table, seat)
    return is_rung(table, seat) and any(
        isinstance(entry, Reminded) and entry.seq == rung for entry in table.round
    )


def vacation_line(words: Words, player: PublicText, planned: Span) -> PublicText:
    """A planned vacation."""
    begins, back = map(date_and_time, planned)
    return words._(
        "{player} is on vacation from {begins}, back {moment}.",
        player=player,
        begins=begins,
        moment=back,
    )


def _away_until(table: Table, player: Player) -> datetime | None:
    """The end of a player's vacation at the time of the last entry; None without one."""
    return player.hours.back_at(changed_at(table)) if _is_playing(table, player) else None


def _planned(table: Table, player: Player) -> Span | None:
    """A player's vacation that is planned at the time of the last entry; None without one."""
    return player.hours.planned_at(changed_at(table)) if _is_playing(table, player) else None


def _is_playing(table: Table, player: Player) -> bool:
    return table.status is Status.RUNNING and player.is_played_by_person


def _in_bank(table: Table, player: Player, limit: Limit) -> timedelta:
    """The time in a player's bank; while its clock runs, as it was when it began to."""
    return player.clock.in_bank(limit, waited_for=player == table.decider)
