"""The fair bag: a table's seal, the players' words, and how everybody can check them."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.content.message import Content, File, TextForm
from bot.content.names import digits, game_name
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.checks import check_joins, in_status
from bot.domain.naming import WORD_LIMIT, checked_word
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.intents import Address, fair
from bot.parts.result import record_file
from bot.parts.seal_texts import seal_lines, word_button, word_line, word_lines
from bot.use_cases import FairBag


@handles
async def see_fair_bag(context: TableContext, _: fair.SeeFairBag) -> Content:
    """Show the state of the seal, and how to check it."""
    services, table = context.services, context.table
    read_record = partial(services.games.record, table.id)
    return fair_page(context.words, await services.sealing.read(table), read_record)


@handles
async def ask_word(context: TableContext, _: fair.AskWord) -> TextForm:
    """The window for a word, as long as the game has not started.

    Raises Refused for users who neither play nor can join.
    """
    table, user_id = in_status(context.table, Status.LOBBY), context.person.user_id
    joins = table.player_of(user_id) is None
    if joins:
        check_joins(table, user_id)
    return word_form(context.words, table, joins=joins)


@handles
async def give_word(context: TableContext, intent: fair.GiveWord) -> Content:
    """Give a word."""
    word = checked_word(intent.text)
    table = await context.store(
        context.services.sealing.give_word(context.table.id, context.person, word)
    )
    return Content(word_line(context.words, table, word))


def fair_page(words: Words, bag: FairBag, read_record: Callable[[], Awaitable[str]]) -> Content:
    """The state of the seal, how to check it, and its limits.

    With the record of a game that has ended, and the numbers of sealed tables in the server.
    """
    _ = words._
    table = bag.table
    parts = [_sealed(words, bag)]
    files: tuple[File, ...] = ()
    if bag.secret is not None and table.view is not None:
        command = f"`python -m engine verify game-{table.id}.te --word …`"
        check = _(
            "**Check it yourself** with the attached record: {command}. `docs/fair.md` in my "
            "source explains it, and has a script that needs none of my code.",
            command=command,
        )
        parts.append(check)
        files = (record_file(table, read_record),)
    if table.seal is not None:
        limits = (
            _("My host can read hands."),
            _("My host can help whoever adds the last word to pick one that suits them."),
            _("If no one adds a word, you have to trust my host's choice of the secret."),
        )
        lines = (_("**What this can't prevent**"), *(f"- {line}" for line in limits))
        parts.append("\n".join(lines))
    parts.append(_counts(words, bag))
    adds = table.status is Status.LOBBY and table.seal is not None
    rows = ((word_button(words, table),),) if adds else ()
    return Content("\n\n".join(parts), files=files, rows=rows)


def _sealed(words: Words, bag: FairBag) -> str:
    _ = words._
    table = bag.table
    game = game_name(table)
    if table.seal is None:
        return _("{game} is older than seals, so no one can check its bag.", game=game)
    if bag.secret is None:
        sealed = _(
            "{game} is sealed: I drew a secret before anyone joined, and this seal fixes it. "
            "Secret and words together shuffle the bag. When the game ends, I open the seal and "
            "show the secret.",
            game=game,
        )
        lines: list[str] = [sealed, *seal_lines(words, table)]
    else:
        opened: str = _("The seal of {game} is open.", game=game)
        if table.view is not None:
            opened += " " + _("This secret and the words decided the game's seats and bag.")
        secret = _("Secret: {secret}", secret=digits(bag.secret))
        lines = [opened, *seal_lines(words, table), secret]
    if table.view is not None:
        lines += word_lines(words, table)
    return "\n".join(lines)


def _counts(words: Words, bag: FairBag) -> str:
    counts = bag.counts
    named = {
        "sealed": counts.sealed,
        "started": counts.started,
        "opened": counts.opened,
        "never": counts.never_opened,
    }
    if bag.table.place.guild_id is None:
        return words._(
            "Solo games sealed: {sealed}. Started: {started}. Seals opened: {opened}. Never "
            "opened: {never}.",
            **named,
        )
    return words._(
        "Games sealed in this server: {sealed}. Started: {started}. Seals opened: {opened}. "
        "Never opened: {never}.",
        **named,
    )


# --- words ---------------------------------------------------------------------------------------


def word_form(words: Words, table: Table, *, joins: bool) -> TextForm:
    """The window for a word, by which a user may also *join*."""
    return TextForm(
        words._("Join with a word") if joins else words._("Add a word to the bag"),
        Address(table.id).to(fair.JoinWithWord("") if joins else fair.GiveWord("")),
        words._("Used only to shuffle the bag"),
        WORD_LIMIT,
        hint=words._("Anything you'll remember"),
    )
