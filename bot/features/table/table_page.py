"""The page about a table for one of its players: open proposals, and new ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.content.message import Button, Content, Option, Row, Select, Style, UserSelect
from bot.content.names import Names, bold, game_name, user
from bot.content.pressing import back_to, in_rows, own_address
from bot.domain.calls import long_wait, may_be_reminded, waited_since
from bot.domain.hint_rule import HintRule
from bot.domain.naming import plain
from bot.domain.pace import UNHURRIED
from bot.domain.proposals import Proposal, Topic
from bot.domain.seat import Seat
from bot.domain.table import Table
from bot.features.table.agreeing import answer_buttons, silence_text
from bot.features.table.seating import (
    computer_select,
    empty_line,
    fill_button,
    offer_line,
    seat_buttons,
)
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import date_and_time, pace_line
from bot.intents import Address, proposals, turn
from bot.parts.buttons import hint_rule_button, pace_button
from bot.parts.log_lines import question_text
from bot.parts.rating import hints_or_rated_line
from bot.parts.status_line import offer_ends, status_line, times_of_all, waiting_since
from bot.use_cases import may_be_proposed

_MOST_SHOWN = 3
"""Proposals that can be answered on the page; all of them are in the game's thread."""


def table_page(words: Words, seat: Seat, said: str = "") -> Content:
    """The status of a table, and its proposals; *said* is the answer to a press."""
    _ = words._
    table, address = seat.table, Address(seat.table.id)
    lines = [said] if said else []
    lines.append(f"{game_name(table)} · {status_line(words, table)}{waiting_since(words, table)}")
    lines += [*times_of_all(words, table), *_of_seats(words, table)]
    if table.pace != UNHURRIED:
        lines.append(pace_line(words, table.pace))
    if table.hints is not HintRule.USUAL:
        lines.append(hints_or_rated_line(words, table))
    if offer := offer_line(words, seat):
        lines.append(offer)
    shown = table.proposals[:_MOST_SHOWN]
    for proposal in shown:
        lines += ["", *proposal_lines(words, table, proposal)]
    if not table.in_directs:
        lines += ["", _("Proposals go to the game's thread.")]
    proposing = _proposing(words, table, Topic)
    if table.proposal_of(Topic.PACE) is None:
        proposing += (pace_button(words, table),)
    if table.proposal_of(Topic.HINTS) is None and not table.rated:
        proposing += (hint_rule_button(words, table),)
    resign = Button(_("Resign"), address.to(turn.AskResign()), emoji="🏳️")
    others = tuple(
        Option(plain(player.name), str(player.seat))
        for player in table.players
        if player != seat.player
    )
    about: tuple[Row, ...] = ()
    if others:
        about = (Select(_("Another player's seat …"), address.to(proposals.SeeSeat(0)), others),)
    own = seat_buttons(words, seat)
    if seat.player.offered_seq is None:  # *Resign* leads to *Offer my seat* as well
        own = fill_button(words, table) or own
    rows = in_rows(*_answers(words, seat, shown), proposing, (*own, resign))
    return Content("\n".join(lines), rows=(*rows, *about), tells_now=True)


def _answers(words: Words, seat: Seat, shown: tuple[Proposal, ...]) -> Iterator[tuple[Button, ...]]:
    answers = [own_buttons(words, seat, proposal) for proposal in shown]
    if len(answers) > 1:  # which is meant
        answers = [
            tuple(replace(button, label=f"{at}. {button.label}") for button in each)
            for at, each in enumerate(answers, start=1)
        ]
    for first in range(0, len(answers), 2):
        yield tuple(button for each in answers[first : first + 2] for button in each)


def resume_button(words: Words, table: Table) -> tuple[Button, ...]:
    """The button that resumes a paused game, unless that is already proposed."""
    if not may_be_proposed(table, Topic.GO_ON):
        return ()
    request = Address(table.id).to(proposals.Propose(Topic.GO_ON))
    return (Button(words._(Topic.GO_ON.label), request, Style.MAIN, Topic.GO_ON.sign),)


def _proposing(words: Words, table: Table, topics: Iterable[Topic]) -> tuple[Button, ...]:
    """Buttons that propose those of *topics* that are about the whole table."""
    address = Address(table.id)
    return tuple(
        Button(
            words._(topic.label),
            address.to(
                proposals.AskProposal(topic)
                if topic in {Topic.END, Topic.STOP}
                else proposals.Propose(topic)
            ),
            emoji=topic.sign,
        )
        for topic in topics
        if topic.sign and may_be_proposed(table, topic)
    )


def _of_seats(words: Words, table: Table) -> list[str]:
    """Lines about seats that nobody plays, and about players who have left the server."""
    gone = [bold(each.name) for each in table.players if each.gone and not each.abandoned]
    left = words._("Left the server: {players}.", players=words.listed(gone)) if gone else ""
    return [*filter(None, (empty_line(words, table), left))]


def proposal_lines(words: Words, table: Table, proposal: Proposal) -> list[str]:
    """A proposal that is open, for one of the players."""
    names = Names(table)
    question = question_text(words, proposal.question, proposal.proposer, names.now, names)
    waiting = words.listed([names.now[seat] for seat in proposal.open_to])
    return [
        f"🗳️ {question}",
        silence_text(words, table, proposal),
        words._("Waiting for {players}.", players=waiting),
    ]


def own_buttons(words: Words, seat: Seat, proposal: Proposal) -> tuple[Button, ...]:
    """The buttons of a player about a proposal, on the page that is shown again after a press."""
    address = Address(seat.table.id, seat.number)
    if answers := _answers_of(words, address, seat, proposal):
        return answers
    if seat.number != proposal.proposer:
        return ()
    withdraw = address.to(proposals.WithdrawProposal(seat.table.public_number(proposal.seq)))
    return (Button(words.pgettext("proposal", "Withdraw"), withdraw),)


def concerning(seat: Seat) -> tuple[Proposal, ...]:
    """The proposals that wait for the answer of a seat, or may take it from its player."""
    return tuple(each for each in seat.table.proposals if each.concerns(seat.number))


def desk_answers(words: Words, seat: Seat, waiting: Sequence[Proposal]) -> tuple[Button, ...]:
    """The answers to the oldest of these questions that a seat can answer, for its desk."""
    answers = (_answers_of(words, own_address(seat), seat, each) for each in waiting)
    return next(filter(None, answers), ())


def _answers_of(
    words: Words, address: Address, seat: Seat, proposal: Proposal
) -> tuple[Button, ...]:
    """The answers to a proposal that a seat may give."""
    yes, no = answer_buttons(words, address, seat.table, proposal)
    said = ((yes, True), (no, False))
    return tuple(button for button, word in said if proposal.takes(seat.number, yes=word))


def desk_lines(words: Words, seat: Seat, waiting: Sequence[Proposal]) -> list[str]:
    """The oldest of these questions, of which there is at least one, and how many more."""
    table = seat.table
    first, *more = waiting
    names = Names(table)
    question = question_text(words, first.question, first.proposer, names.now, names)
    lines = [f"🗳️ {question}", silence_text(words, table, first)]
    if more:
        lines.append(
            words.ngettext(
                "{count} more question for you in `/table`.",
                "{count} more questions for you in `/table`.",
                len(more),
            )
        )
    return lines


def confirm_proposal(words: Words, seat: Seat, topic: Topic) -> Content:
    """The confirmation of a proposal, before it pings everybody."""
    table, address = seat.table, Address(seat.table.id)
    game = game_name(table)
    if table.in_directs:
        text = words._(
            "End {game} now? It's over at once, and the record shows all hands.", game=game
        )
    else:
        text = words._(
            "Propose to end {game} now? Everyone must say Yes, then the record shows all hands.",
            game=game,
        )
    propose = Button(words._(topic.label), address.to(proposals.Propose(topic)), Style.DANGER)
    back = back_to(words, address.to(proposals.SeeTable(turning=True)))
    return Content(text, rows=((propose, back),))


def seat_page(words: Words, seat: Seat, number: int) -> Content:
    """The possible proposals about another seat: of a player, of a computer or empty."""
    _ = words._
    table, address = seat.table, Address(seat.table.id)
    player = table.player(number)
    named = {"player": bold(player.name), "game": game_name(table)}
    back = back_to(words, address.to(proposals.SeeTable(turning=True)))
    replacing = address.to(proposals.ProposeReplacing(number))
    if player.abandoned:
        text = _(
            "{player}'s seat in {game} is empty. I only end its turns, adding and building "
            "nothing. Propose a player or a computer for it.",
            **named,
        )
        if player.offered_to is not None:
            offered = _("The seat is offered to {user}.", user=user(player.offered_to))
            text = join_texts(" ", (text, offered, offer_ends(words, table, player)))
        invite = UserSelect(_("A player for this seat …"), replacing, 1)
        return Content(text, rows=(invite, computer_select(words, table, number), (back,)))
    choice = UserSelect(_("Offer the seat to a player …"), replacing, 1)
    if player.is_computer:
        text = _("{player} plays in {game}. You can propose a player for the seat.", **named)
        return Content(text, rows=(choice, (back,)))
    abandon = address.to(proposals.Propose(Topic.ABANDON, number))
    buttons = [Button(_("Stop waiting"), abandon, Style.DANGER)]
    if may_be_proposed(table, Topic.MORE_TIME, number):
        more = address.to(proposals.Propose(Topic.MORE_TIME, number))
        buttons.insert(0, Button(_(Topic.MORE_TIME.label), more, emoji="⏳"))
    waited = waited_line(words, seat) if player == table.decider else public("")
    if not waited:
        text = _("{player} plays in {game}. What do you propose?", **named)
        return Content(text, rows=(choice, (*buttons, back)))
    proposes = _("What do you propose?")
    if may_be_reminded(table):
        proposes = _("You can remind them once, or propose something.")
        remind = Address(table.id, number).to(proposals.Remind())
        buttons.insert(0, Button(_("Remind"), remind, Style.MAIN, "🔔"))
    buttons += _proposing(words, table, (Topic.END, Topic.STOP))
    text = public(
        "{game}: {waited} {proposes}", game=game_name(table), waited=waited, proposes=proposes
    )
    return Content(text, rows=(choice, (*buttons, back)))


def waited_line(words: Words, seat: Seat) -> PublicText:
    """A line for the others about a long wait; else empty."""
    table = seat.table
    since = waited_since(table) if long_wait(table) is not None else None
    if since is None or table.decider is None or seat.decides or not seat.goes_on:
        return public("")
    return words._(
        "The game has waited for {player} since {moment}.",
        player=bold(table.decider.name),
        moment=date_and_time(since),
    )


def waited_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button below such a line, which leads to what can be done."""
    decider = seat.table.decider
    if decider is None or not waited_line(words, seat):
        return ()
    ask = Address(seat.table.id, decider.seat).to(proposals.AskSeat())
    return (Button(words._("What can be done"), ask, emoji="⏳"),)
