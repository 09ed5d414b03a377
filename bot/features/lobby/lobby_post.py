"""A game's lobby: its message, and the answers to users who join or leave."""

from typing import assert_never

from bot.content.ending import outcome_line
from bot.content.message import Button, Content, Option, PublicContent, Row, Select, Style
from bot.content.names import blind_line, bold, game_name, user
from bot.domain.hint_rule import HintRule
from bot.domain.naming import plain
from bot.domain.pace import UNHURRIED
from bot.domain.public_numbers import PublicNumber
from bot.domain.table import HomeKind, Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.options import board_label, explained
from bot.i18n.times import pace_line
from bot.intents import Address, seats
from bot.intents.lobby import SeatComputer, SetUp
from bot.intents.standing import SeePlayers
from bot.parts.buttons import help_button, result_button, watch_button
from bot.parts.computers import level_explanation
from bot.parts.rating import hints_or_rated_line
from bot.parts.seal_texts import fair_button, seal_lines, word_button, word_line
from bot.parts.status_line import status_line, waiting_since
from engine import LEVEL_NAMES, ActionDecision, Level


def lobby(words: Words, table: Table) -> PublicContent:
    """The lobby's message: its players before the start, then the state of the game, then its end.

    While the game is played, it changes only with the decider.
    """
    _ = words._
    lines = [
        join_texts(
            " · ", (game_name(table), _("Tigris & Euphrates"), board_label(words, table.board))
        ),
        *_players(words, table),
    ]
    lines += (public("- {line}", line=line) for line in explained(words, table.options))
    if table.status in {Status.LOBBY, Status.RUNNING} and table.pace != UNHURRIED:
        lines.append(pace_line(words, table.pace))
    gathering = table.status is Status.LOBBY and table.hints is not HintRule.USUAL
    if gathering or (table.status is Status.RUNNING and table.rated):
        lines.append(hints_or_rated_line(words, table))
    match table.status:
        case Status.LOBBY:
            return _gathering(words, table, lines)
        case Status.CANCELLED:
            if table.expired:
                lines.append(_("Closed: no one started it in time."))
            elif table.players:
                lines.append(_("Cancelled."))
            else:
                lines.append(_("Cancelled: everyone left."))
            rows = () if table.seal is None else ((fair_button(words, table),),)
            return PublicContent(join_texts("\n", lines), rows=rows)
        case Status.REMOVED:  # not even its name: that may be why
            text = _("This game was removed.")
            if table.seal is not None and not table.seal.opened:
                text = join_texts(" ", (text, _("The game's seal was never opened.")))
            return PublicContent(text)
        case Status.RUNNING:
            waiting = _waiting(words, table)
            number = _("Round {number}", number=table.round_number)
            lines.append(join_texts(" · ", (number, waiting)))
            lines += _free_seats(words, table)
            buttons = [watch_button(words, table)]
        case Status.ABANDONED:
            lines.append(_("Ended without a result."))
            buttons = [watch_button(words, table), result_button(words, table)]
        case Status.OVER:
            lines.append(public("🏆 {outcome}", outcome=outcome_line(words, table)))
            buttons = [watch_button(words, table), result_button(words, table)]
        case _:
            assert_never(table.status)
    lines += _way(words, table)
    return PublicContent(join_texts("\n", lines), rows=(tuple(buttons),), silent=True)


def _players(words: Words, table: Table) -> list[PublicText]:
    """The players with their dynasties, and how many of how many; empty once all have left."""
    if not table.players:
        return []
    players = [
        bold(each.name)
        if each.dynasty is None
        else join_texts(" ", (words.dynasty_with_sign(each.dynasty), bold(each.name)))
        for each in table.players
    ]
    return [
        words._(
            "Players: {players} ({count} of {capacity})",
            players=words.listed(players),
            count=len(table.players),
            capacity=table.capacity,
        )
    ]


def _gathering(words: Words, table: Table, lines: list[PublicText]) -> PublicContent:
    """The lobby before the start, with its buttons."""
    _ = words._
    address = Address(table.id)
    rows: tuple[Row, ...] = (
        (
            Button(_("Join"), address.to(seats.Join()), Style.MAIN),
            Button(_("Leave"), address.to(seats.Leave())),
            Button(_("Start"), address.to(seats.Start())),
            Button(words.pgettext("button of a game", "Options"), address.to(SetUp()), emoji="⚙️"),
            help_button(words, table),
        ),
        *computer_rows(words, table, turning=False),
    )
    sealed = () if table.seal is None else (word_button(words, table), fair_button(words, table))
    rows += ((*sealed, Button(_("Players"), address.to(SeePlayers()), emoji="👥")),)
    if table.only_invited:
        lines.append(invited_line(words, table))
    lines += asked_lines(words, table)
    opener = bold(table.opener.name) if table.opener else public("?")
    if table.after is not None and table.open_invitations:
        lines.append(
            _(
                "Starts once everyone invited has answered, or when {opener} presses Start.",
                opener=opener,
            )
        )
    elif len(table.players) < table.capacity:
        lines.append(_("Starts when full, or when {opener} presses Start.", opener=opener))
    else:
        lines.append(_("Full: {opener} can press Start.", opener=opener))
    if table.after is not None and not table.open_invitations and len(table.players) < 2:
        lines.append(_("None of the others has joined."))
    role = table.mentioned_role_id
    if role is not None:
        lines.append(_("For {role}.", role=public("<@&{role}>", role=role)))
    # If it is sent again, nobody is notified a second time.
    ping_role = None if table.shown else role
    return PublicContent(join_texts("\n", lines), rows=rows, ping_role=ping_role)


def invited_line(words: Words, table: Table) -> PublicText:
    """The users who alone can join: those invited, with or without a seat kept."""
    users = dict.fromkeys((*table.invited, *table.open_invitations))
    if not users:
        return words._("By invitation only. No one is invited yet.")
    return words._("By invitation only: {players}", players=words.listed([*map(user, users)]))


def _waiting(words: Words, table: Table) -> PublicText:
    if table.paused:
        return status_line(words, table)
    assert table.view is not None
    assert table.decider is not None
    name = bold(table.decider.name)
    if table.decider.abandoned:
        return words._("Waiting for a player to take {player}'s seat", player=name)
    if table.decider.is_computer and not table.waits_for_computer:
        return status_line(words, table)
    if isinstance(table.view.decision, ActionDecision):
        text = words._("{player}'s turn", player=name)
    else:
        text = words._("{player} decides", player=name)
    return public("{text}{since}", text=text, since=waiting_since(words, table))


def _free_seats(words: Words, table: Table) -> list[PublicText]:
    """The seats that can be taken in the game's thread."""
    free = [bold(each.name) for each in table.players if each.offered and each.offered_to is None]
    if not free:
        return []
    text = words._("Seats you can take in the game's thread: {players}", players=words.listed(free))
    return [public("🪑 {text}", text=text)]


def _way(words: Words, table: Table) -> list[PublicText]:
    """The place of the game, unless it is the channel itself."""
    home = table.home
    if home is None:
        return []
    if home.kind is HomeKind.CHANNEL:
        return [
            words._(
                "The game is played in this channel. For a thread I need: Create Public "
                "Threads, Send Messages in Threads."
            )
        ]
    if home.channel_id == table.place.channel_id:
        return []
    return [words._("Thread: {thread}", thread=public("<#{channel}>", channel=home.channel_id))]


# --- answers -------------------------------------------------------------------------------------


def joined(words: Words, table: Table, word: str = "") -> Content:
    """Confirms that the user has joined, perhaps with a *word*."""
    lines: list[str] = [words._("You've joined {game}.", game=game_name(table))]
    rows: tuple[Row, ...] = ()
    if table.status is Status.RUNNING:
        lines.append(words._("The game is starting. I'll ping you on your turn."))
    elif table.seal is not None:
        rows = ((word_button(words, table),),)
    if word:
        lines.append(word_line(words, table, word))
    return Content("\n".join((*lines, *seal_lines(words, table))), rows=rows)


def asked_lines(words: Words, table: Table) -> list[PublicText]:
    """Lines about users who were asked to join, by their answers."""
    lines = []
    if waiting := [*map(user, table.open_invitations)]:
        lines.append(words._("Invited, no answer yet: {players}", players=words.listed(waiting)))
    unreached = [user(each.user_id) for each in table.asked if each.unreached]
    late = [user(each.user_id) for each in table.asked if each.late]
    declined = [user(each.user_id) for each in table.asked if each.declined]
    if answered := [each for each in declined if each not in (*unreached, *late)]:
        lines.append(words._("Declined: {players}", players=words.listed(answered)))
    if late:
        lines.append(words._("No answer in two days: {players}", players=words.listed(late)))
    if unreached:
        lines.append(words._("Can't be reached: {players}", players=words.listed(unreached)))
    return lines


def has_asked(words: Words, table: Table, user_id: int | None) -> Content:
    """Confirms that a user was invited, or says that the invitation did not reach them."""
    asked = next((each for each in table.asked if each.user_id == user_id), None)
    if asked is not None and asked.unreached:
        return Content(
            words._(
                "{user} can't see this channel, and I can't message them. Let them see it, "
                "then invite them again.",
                user=user(user_id),
            )
        )
    text = words._("Invited. I'll keep a seat in {game} until they answer.", game=game_name(table))
    if asked is not None and asked.blind:
        text = join_texts("\n", (text, blind_line(words, [asked.user_id])))
    return Content(text)


# --- computers -----------------------------------------------------------------------------------


def computer_rows(words: Words, table: Table, *, turning: bool) -> tuple[Row, ...]:
    """The select that adds and removes computers; empty if neither is possible.

    *turning*: on the page about who plays, which is shown again.
    """
    options: list[Option] = []
    if not table.rated and len(table.players) + len(table.open_invitations) < table.capacity:
        options += (
            Option(
                words._("Add a computer: {level}", level=words._(LEVEL_NAMES[level])),
                level.value,
                level_explanation(words, level),
                "🤖",
            )
            for level in Level
        )
    options += (
        Option(words._("Remove {player}", player=plain(player.name)), str(player.joined_seq))
        for player in table.players
        if player.is_computer
    )
    if not options:
        return ()
    # A select that looks as before would keep on a phone what was chosen from it, which then
    # could not be chosen once more.
    address = Address(table.id, seen=PublicNumber(len(table.players)))
    request = address.to(SeatComputer(Level.STRONG, turning))
    return (Select(words._("Computers …"), request, tuple(options)),)


def computers_changed(words: Words, before: Table, after: Table) -> Content:
    """Confirms that a computer was added or removed, with a button to start."""
    added = [each for each in after.players if each not in before.players and each.is_computer]
    game = game_name(after)
    text: str
    if added:
        text = words._("{player} has joined {game}.", player=bold(added[-1].name), game=game)
    else:
        removed = [
            each for each in before.players if each not in after.players and each.is_computer
        ]
        text = words._("{player} is out of {game}.", player=bold(removed[-1].name), game=game)
    if len(after.players) < 2:
        return Content(text)
    start = Button(words._("Start"), Address(after.id).to(seats.Start()), Style.MAIN)
    return Content(text, rows=((start,),))
