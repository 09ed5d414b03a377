"""Messages about what is agreed upon: where everybody sees them."""

from collections.abc import Mapping, Sequence

from bot.intents import Address, Answer, WithdrawProposal
from bot.showing.content import Button, Content, Style
from bot.showing.names import Names, game_name, safe_names
from bot.showing.proposals import outcome_text, question_text
from bot.showing.turns import mention
from bot.table import NOTICE, Entry, Proposal, Question, Table, Topic
from bot.words import Words
from bot.words.times import moment


def silence_text(words: Words, proposal: Proposal) -> str:
    """What it takes, and what happens when if nobody answers."""
    _ = words._
    when = moment(proposal.deadline)
    topic = proposal.question.topic
    if proposal.any_yes:
        return _(
            "One yes is enough, or a move. Silence ends the game without a result, {moment}.",
            moment=when,
        )
    if not proposal.silence:
        return _("It needs a yes from all. Silence counts as a no, {moment}.", moment=when)
    if topic is Topic.WAIT:
        return _(
            "After one no the smallest decision is made. Silence counts as a yes, {moment}.",
            moment=when,
        )
    if topic in {Topic.REPLACE, Topic.ABANDON}:
        return _(
            "One no stops it, or a move of that seat. Silence counts as a yes, {moment}.",
            moment=when,
        )
    return _("One no stops it. Silence counts as a yes, {moment}.", moment=when)


def proposal_post(words: Words, table: Table, proposal: Proposal) -> Content:
    """The one message of a proposal, where everybody sees it; it rings those who are asked.

    It does not ring those in whose quiet hours it is made: their desks show it, and there is time.
    """
    _ = words._
    asked = [table.player(seat) for seat in proposal.asked]
    waiting = [table.player(seat) for seat in proposal.open_to]
    names = safe_names(table)
    lines = [
        f"🗳️ {game_name(table)}: "
        + question_text(words, proposal.question, proposal.proposer, names),
        silence_text(words, proposal),
        _("Asked: {players}", players=words.listed([mention(player) for player in asked])),
        *_answers(words, names, proposal.answers),
    ]
    called = [player for player in waiting if player.user_id is not None and not player.muted]
    made = next((entry.at for entry in table.round if entry.seq == proposal.seq), table.created_at)
    awake = [player for player in called if table.hours_of(player).include(made)]
    return Content(
        "\n".join(lines),
        rows=(answer_buttons(words, Address(table.id), table, proposal),),
        ping=tuple(player.user_id for player in awake if player.user_id is not None),
        silent=not awake,
    )


def settled_post(words: Words, table: Table, entry: Entry) -> Content:
    """The same once it is settled: what was proposed, and what has become of it."""
    details = entry.details
    names = Names(table).at(details["proposal"])
    question = Question.load(details["question"])
    answers = dict.fromkeys(details["yes"], True) | dict.fromkeys(details["no"], False)
    lines = [
        f"🗳️ {game_name(table)}: " + question_text(words, question, details["proposer"], names),
        *_answers(words, names, answers),
        f"**{outcome_text(words, question.topic, details['outcome'])}**",
    ]
    return Content("\n".join(lines), silent=True)


def _answers(words: Words, names: Sequence[str], answers: Mapping[int, bool]) -> list[str]:
    """Who has said what so far."""
    yes = [names[seat] for seat, said in answers.items() if said]
    no = [names[seat] for seat, said in answers.items() if not said]
    lines = []
    if yes:
        lines.append(words._("Yes: {players}", players=words.listed(yes)))
    if no:
        lines.append(words._("No: {players}", players=words.listed(no)))
    return lines


def answer_id(table: Table, seq: int) -> str:
    """The ``custom_id`` of everybody's *Yes* to the proposal of that entry: the message's sign."""
    return Address(table.id).to(Answer(table.public_number(seq), yes=True))


def answer_buttons(
    words: Words, address: Address, table: Table, proposal: Proposal
) -> tuple[Button, Button]:
    """Yes and no."""
    number = table.public_number(proposal.seq)
    return (
        Button(words._("Yes"), address.to(Answer(number, yes=True)), Style.MAIN, "👍"),
        Button(words._("No"), address.to(Answer(number, yes=False)), emoji="👎"),
    )


def withdraw_button(words: Words, address: Address, table: Table, proposal: Proposal) -> Button:
    """To take the own proposal back."""
    number = table.public_number(proposal.seq)
    return Button(words._("Withdraw it"), address.to(WithdrawProposal(number)))


def expiry_post(words: Words, table: Table) -> Content:
    """To those at a table that has not started: it will be closed.

    It rings the opener, unless it comes in the opener's quiet hours.
    """
    assert table.expires_at is not None
    notice = table.proposals[-1]
    opener = table.opener
    text = words._(
        "{player}, {game} has not started: it is closed {moment}, unless somebody joins, changes "
        "something, or starts it.",
        player="" if opener is None else mention(opener),
        game=game_name(table),
        moment=moment(table.expires_at),
    )
    keep = Button(words._("Keep it open"), answer_id(table, notice.seq))
    awake = opener is not None and table.hours_of(opener).include(table.expires_at - NOTICE)
    ping = (opener.user_id,) if awake and opener and opener.user_id is not None else ()
    return Content(text, rows=((keep,),), ping=ping, silent=not ping)
