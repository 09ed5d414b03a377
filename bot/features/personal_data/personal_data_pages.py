"""What is stored about a user, for that user alone, and what it means to be forgotten."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.content.content import Button, Content, File, Style
from bot.content.names import safe
from bot.domain import Status, plain
from bot.features.personal_data.intents import AskForgetMe, ForgetMe, SeeOwnData
from bot.i18n import Words
from bot.intents import NO_GAME, Address
from bot.services import OwnData, OwnGame

_ANYWHERE = Address(NO_GAME)
_OPEN = (Status.LOBBY, Status.RUNNING)
_NAMED = 5
"""So many games are named before the rest is counted."""


def called_former(language: str) -> str:
    """The name of a forgotten user, in a language as Discord names it."""
    return Words.of(language)._("a former player")


def own_data_page(words: Words, data: OwnData, finished_days: int) -> Content:
    """What is stored about a user: how much of it, and all of it in a file.

    Games that have ended are kept for *finished_days*; 0: for ever.
    """
    _ = words._
    if data.is_empty:
        return Content(_("I store nothing about you."))
    kept = (
        words.ngettext(
            "a game is deleted {count} day after its end",
            "a game is deleted {count} days after its end",
            finished_days,
        )
        if finished_days
        else _("games are kept after their end, so that they can be looked at again")
    )
    lines = [
        _("**What I store about you** is in the file: {things}.", things=_counted(words, data)),
        _(
            "**Why:** to play, to call you when it is your turn, and to show games again. I read "
            "no messages, and give nothing to anybody."
        ),
        _("**For how long:** until you delete it; {kept}.", kept=kept),
        _(
            "**Who sees it:** your notes, plans and hand you alone. But whoever runs me can read "
            "all that is stored, hands as well."
        ),
    ]

    async def whole() -> bytes:
        return ("\n".join(_written(data)) + "\n").encode()

    delete = Button(_("Delete all of it"), _ANYWHERE.to(AskForgetMe()), Style.DANGER, "🗑️")
    file = File(f"two-rivers-{data.user_id}.txt", whole)
    return Content("\n".join(lines), files=(file,), rows=((delete,),))


def confirm_forgetting(words: Words, data: OwnData) -> Content:
    """What being forgotten means, before it is done."""
    _ = words._
    open_games = [game for game in data.games if game.keeps_seat and game.status in _OPEN]
    lines = [
        _("Delete everything about you? This cannot be undone."),
        "- " + _("Your settings, notes, plans and lessons are gone."),
        "- "
        + _(
            "Games that only you play are gone. In games of others you are called “a former "
            "player”, so that they can be played on and shown again."
        ),
    ]
    if open_games:
        lines.append("- " + _("You leave {games}.", games=_games(words, open_games)))
        lines.append("- " + _("Your seats in games under way are free for others."))
    lines.append(
        "- "
        + _(
            "What I have written in channels stays there: ask those who manage the server to "
            "delete it."
        )
    )
    delete = Button(_("Delete everything"), _ANYWHERE.to(ForgetMe()), Style.DANGER, "🗑️")
    back = Button(_("Back"), _ANYWHERE.to(SeeOwnData()), emoji="⬅️")
    return Content("\n".join(lines), rows=((delete, back),))


def forgotten_page(words: Words) -> Content:
    """Confirms that the user is forgotten."""
    return Content(
        words._(
            "Done: I store nothing about you any more. If you play again, I store what that needs."
        )
    )


def _counted(words: Words, data: OwnData) -> str:
    """How much there is, in a few words."""
    _ = words._
    seats = [game for game in data.games if game.seat]
    things = []
    if data.settings:
        things.append(_("your settings"))
    if seats:
        things.append(words.ngettext("{count} game", "{count} games", len(seats)))
    if any({"note", "plan"} & game.seat.keys() for game in seats):
        things.append(_("your notes and plans"))
    if data.progress.lesson is not None:
        things.append(_("your lessons"))
    if sent := sum(len(game.messages) for game in data.games):
        things.append(words.ngettext("{count} message to you", "{count} messages to you", sent))
    return words.listed(things) or _("where you are named")


def _games(words: Words, games: list[OwnGame]) -> str:
    """Games by their names, as many as are soon read."""
    named = [f"**{safe(game.name)}**" for game in games[:_NAMED]]
    more = len(games) - len(named)
    if more:
        named.append(words.ngettext("{count} more game", "{count} more games", more))
    return words.listed(named)


# --- the file ------------------------------------------------------------------------------------


def _written(data: OwnData) -> Iterator[str]:
    """Everything, line by line. As it is stored: so it is in no language but the program's."""
    yield f"Two Rivers: everything that is stored about user {data.user_id}. Times are in UTC."
    progress, lessons = data.progress, []
    if progress.lesson is not None:
        lessons = [
            f"played to the end: {', '.join(sorted(progress.learnt)) or 'none'}",
            f"last begun: {progress.lesson}: {' '.join(progress.decisions)}",
        ]
    for heading, lines in (
        ("Settings, for all games", [*_columns(data.settings)]),
        ("Lessons", lessons),
        ("Servers whose admins let you open no games", [*map(str, data.silenced_in)]),
        ("Noted besides", [*_columns(data.noted)]),
    ):
        yield ""
        yield f"== {heading} =="
        yield from lines or ["nothing"]
    for game in data.games:
        yield ""
        yield from _game(game)


def _game(game: OwnGame) -> Iterator[str]:
    yield f"== Game {game.number}: {plain(game.name)} =="
    where = "direct messages" if game.guild_id is None else f"server {game.guild_id}"
    yield f"{game.status}, in {where}"
    if game.seat:
        yield "your seat:"
        yield from (f"  {line}" for line in _columns(game.seat))
    if game.named:
        yield "noted of you:"
        yield from (f"  {line}" for line in _columns(game.named))
    for heading, deeds in (
        ("what you did, by turn:", game.deeds),
        ("what others did that names you:", game.named_in),
    ):
        if deeds:
            yield heading
        for deed in deeds:
            yield f"  {deed.at:%Y-%m-%d %H:%M:%S}  {deed.turn:3}  {deed.kind}  {deed.told}".rstrip()
    if game.messages:
        yield "messages to you:"
    for sent in game.messages:
        where = f"https://discord.com/channels/@me/{sent.channel_id}/{sent.message_id}"
        yield f"  {sent.at:%Y-%m-%d %H:%M:%S}  {where if sent.message_id else 'not sent yet'}"


def _columns(row: Mapping[str, Any]) -> Iterator[str]:
    return (f"{name.replace('_', ' ')}: {value}" for name, value in row.items())
