"""Messages about proposals, for everybody."""

from collections.abc import Mapping, Sequence

from bot.content.message import Button, PublicContent
from bot.content.names import Names, bold, game_name, mention
from bot.domain.calls import seats_notified
from bot.domain.entries import ProposalResolved
from bot.domain.proposals import Proposal, Topic
from bot.domain.table import Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import date_and_time, duration, moment
from bot.intents import Address, UserRequest, proposals
from bot.parts.log_lines import outcome_text, question_text
from bot.use_cases import hears_notice


def silence_text(words: Words, table: Table, proposal: Proposal) -> PublicText:
    """The condition for a proposal to pass, and its result without answers."""
    _ = words._
    when, question = date_and_time(proposal.deadline), proposal.question
    limit = table.pace.limit
    if question.topic is Topic.LET_GO and question.seat is not None and limit is not None:
        return _(
            "After a single Yes, {player} gets {time} more. If there is none by {moment}, I end "
            "the turn, adding and building nothing.",
            player=bold(table.player(question.seat).name),
            time=duration(words, limit.each),
            moment=when,
        )
    if proposal.any_yes:
        return _(
            "A single Yes or a move keeps it going. If neither comes by {moment}, the game ends "
            "without a result.",
            moment=when,
        )
    if not proposal.silence:
        return _(
            "If everyone says Yes by {moment}, it's agreed. A single No stops it.", moment=when
        )
    player = None if question.seat is None else table.player(question.seat)
    if question.topic is Topic.WAIT and player is not None:
        return _(
            "After a single No I end the turn, adding and building nothing. If no one objects by "
            "{moment}, {player}'s time starts again.",
            player=bold(player.name),
            moment=when,
        )
    if proposal.threatens is None or player is None or not player.is_played_by_person:
        return _("A single No stops it. If no one objects by {moment}, it's agreed.", moment=when)
    if not proposal.open_to:
        return _(
            "Everyone said Yes. Unless {player} moves by {moment}, it's agreed.",
            player=bold(player.name),
            moment=when,
        )
    return _(
        "A single No stops it, and so does a move by {player}. If no one objects by {moment}, "
        "it's agreed.",
        player=bold(player.name),
        moment=when,
    )


def proposal_post(words: Words, table: Table, proposal: Proposal) -> PublicContent:
    """The one message of a proposal, where everybody sees it.

    It pings the players concerned; those in quiet hours, when these are over.
    """
    asked = [table.player(seat) for seat in proposal.asked]
    names = Names(table)
    named = [*names.now]
    if (about := proposal.about) is not None:
        named[about] = mention(table.player(about))
    lines = [
        _heading(table, question_text(words, proposal.question, proposal.proposer, named, names)),
        silence_text(words, table, proposal),
        words._("Asked: {players}", players=words.listed([mention(player) for player in asked])),
        *_answers(words, names.now, proposal.answers),
    ]
    made = next((entry.at for entry in table.round if entry.seq == proposal.seq), table.created_at)
    ping = tuple(
        player.user_id
        for player in map(table.player, seats_notified(table, proposal))
        if player.user_id is not None and table.hours_of(player).include(made)
    )
    return PublicContent(
        join_texts("\n", lines),
        rows=(answer_buttons(words, Address(table.id), table, proposal),),
        ping=ping,
        silent=not ping,
    )


def resolved_post(words: Words, table: Table, entry: ProposalResolved) -> PublicContent:
    """The message of a proposal once it is resolved."""
    names = Names(table)
    players, question = names.at(entry.proposal), entry.question
    answers = dict.fromkeys(entry.yes, True) | dict.fromkeys(entry.no, False)
    lines = [
        _heading(table, question_text(words, question, entry.proposer, players, names)),
        *_answers(words, players, answers),
        public("**{outcome}**", outcome=outcome_text(words, question.topic, entry.outcome)),
    ]
    return PublicContent(join_texts("\n", lines), silent=True)


def _heading(table: Table, question: PublicText) -> PublicText:
    return public("🗳️ {game}: {question}", game=game_name(table), question=question)


def _answers(
    words: Words, names: Sequence[PublicText], answers: Mapping[int, bool]
) -> list[PublicText]:
    yes = [names[seat] for seat, said in answers.items() if said]
    no = [names[seat] for seat, said in answers.items() if not said]
    lines = []
    if yes:
        lines.append(words._("Yes: {players}", players=words.listed(yes)))
    if no:
        lines.append(words._("No: {players}", players=words.listed(no)))
    return lines


def yes_request(table: Table, seq: int) -> UserRequest:
    """The request of everybody's *Yes* to a proposal, by which its message is found again."""
    return Address(table.id).to(proposals.Answer(table.public_number(seq), yes=True))


def answer_buttons(
    words: Words, address: Address, table: Table, proposal: Proposal
) -> tuple[Button, Button]:
    """Yes and no."""
    number = table.public_number(proposal.seq)
    return (
        Button(words._("Yes"), address.to(proposals.Answer(number, yes=True)), emoji="👍"),
        Button(words._("No"), address.to(proposals.Answer(number, yes=False)), emoji="👎"),
    )


def expiry_post(words: Words, table: Table) -> PublicContent:
    """Notifies the players of a lobby that it will be closed.

    It pings them, except those in quiet hours.
    """
    assert table.expires_at is not None
    notice = table.proposals[-1]
    people = {each.user_id: each for each in table.players if each.user_id is not None}
    text = words._(
        "{players}: {game} hasn't started. It closes {moment}, unless you keep it open.",
        players=words.listed([mention(player) for player in people.values()]),
        game=game_name(table),
        moment=moment(table.expires_at),
    )
    keep = Button(words._("Keep it open"), yes_request(table, notice.seq))
    ping = tuple(
        user_id
        for user_id, player in people.items()
        if not player.muted and hears_notice(table, player, table.expires_at)
    )
    return PublicContent(text, rows=((keep,),), ping=ping, silent=not ping)
