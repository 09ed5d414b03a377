"""The data stored about a user, and its deletion."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from bot.content.message import Button, Content, File, Style
from bot.content.names import called_former, safe
from bot.content.pressing import ANYWHERE, back_to
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.naming import plain
from bot.domain.table import Status
from bot.i18n import Words
from bot.intents.personal_data import AskForgetMe, ForgetMe, SeeOwnData
from bot.use_cases import OwnData, OwnGame, OwnStory


@handles
async def show_data(context: LocationContext, _: SeeOwnData) -> Content:
    """Everything that is stored about the user."""
    services = context.services
    data = await services.personal_data.read(context.person.user_id)

    async def stories() -> Mapping[int, OwnStory]:
        return await services.reviews.own_stories(data.results)

    return own_data_page(context.words, data, services.forgetting.finished_days, stories)


@handles
async def ask_to_forget(context: LocationContext, _: AskForgetMe) -> Content:
    """Show the confirmation of being forgotten."""
    services = context.services
    data = await services.personal_data.read(context.person.user_id)
    return confirm_forgetting(context.words, data, services.forgetting.backup_weeks)


@handles
async def forget(context: LocationContext, _: ForgetMe) -> Content:
    """Forget the user."""
    await context.store(context.services.forgetting.forget(context.person.user_id, called_former))
    return Content(context.words._("Done. I store nothing about you until you play again."))


_OPEN = (Status.LOBBY, Status.RUNNING)
_NAMED = 5
"""So many games are named before the rest is counted."""


def own_data_page(
    words: Words,
    data: OwnData,
    finished_days: int,
    stories: Callable[[], Awaitable[Mapping[int, OwnStory]]] | None = None,
) -> Content:
    """A summary of what is stored about a user, with a file that has all of it.

    *stories* returns what the user did in games that have ended, by their numbers. Games that have
    ended are kept for *finished_days*; 0: for ever.
    """
    _ = words._
    if data.is_empty:
        return Content(_("I store nothing about you."))
    kept = (
        words.ngettext(
            "**Kept** until you delete it. Games are deleted {count} day after they end.",
            "**Kept** until you delete it. Games are deleted {count} days after they end.",
            finished_days,
        )
        if finished_days
        else _("**Kept** until you delete it. Finished games stay for replays.")
    )
    lines = [
        _(
            "**What I store about you:** {things}. It's all in the file.",
            things=_counted(words, data),
        ),
        _(
            "**Why:** to play, to ping you and to replay games. I read no messages and share "
            "nothing."
        ),
        kept,
        _("**Who sees it:** only you see your notes, plans and hand; my host can read everything."),
    ]

    async def whole() -> bytes:
        of_games = {} if stories is None else await stories()
        return ("\n".join(_written(words, data, of_games)) + "\n").encode()

    delete = Button(_("Delete it all"), ANYWHERE.to(AskForgetMe()), Style.DANGER, "🗑️")
    file = File(f"two-rivers-{data.user_id}.txt", whole)
    return Content("\n".join(lines), files=(file,), rows=((delete,),))


def confirm_forgetting(words: Words, data: OwnData, backup_weeks: int) -> Content:
    """The confirmation of being forgotten.

    Backups keep what was deleted for *backup_weeks* at most; 0: the bot makes none.
    """
    _ = words._
    open_games = [game for game in data.games if game.keeps_seat and game.status in _OPEN]
    gone: list[str] = [
        _("I delete your settings, notes, plans and lessons."),
        _(
            "I delete games that only you play. In others you become “{former}”.",
            former=_("a former player"),
        ),
    ]
    if open_games:
        gone.append(
            _("You leave {games}. Others can take your seats.", games=_games(words, open_games))
        )
    gone.append(_("My messages in channels stay. Ask an admin to delete them."))
    if backup_weeks:
        gone.append(
            words.ngettext(
                "Backups keep it all for up to {count} more week.",
                "Backups keep it all for up to {count} more weeks.",
                backup_weeks,
            )
        )
    lines = [
        _("Delete everything about you? You can't undo this."),
        *(f"- {line}" for line in gone),
    ]
    delete = Button(_("Delete everything"), ANYWHERE.to(ForgetMe()), Style.DANGER, "🗑️")
    back = back_to(words, ANYWHERE.to(SeeOwnData()))
    return Content("\n".join(lines), rows=((delete, back),))


def _counted(words: Words, data: OwnData) -> str:
    seats = [game for game in data.games if game.seat]
    things = []
    if data.settings:
        things.append(words._("your settings"))
    if seats:
        things.append(words.ngettext("{count} game", "{count} games", len(seats)))
    if any({"note", "plan"} & game.seat.keys() for game in seats):
        things.append(words._("your notes and plans"))
    if data.progress.lesson is not None:
        things.append(words._("your lessons"))
    if data.results:
        things.append(words.ngettext("{count} result", "{count} results", len(data.results)))
    if data.imported is not None:
        things.append(words._("the record that you imported"))
    if sent := sum(len(game.messages) for game in data.games):
        things.append(words.ngettext("{count} message to you", "{count} messages to you", sent))
    return words.listed(things) or words._("places that name you")


def _games(words: Words, games: list[OwnGame]) -> str:
    """Games by their names, as many as are soon read."""
    named = [f"**{safe(game.name)}**" for game in games[:_NAMED]]
    more = len(games) - len(named)
    if more:
        named.append(words.ngettext("{count} more game", "{count} more games", more))
    return words.listed(named)


# --- the file ------------------------------------------------------------------------------------


def _written(words: Words, data: OwnData, stories: Mapping[int, OwnStory]) -> Iterator[str]:
    """Everything, line by line: what is stored as it is stored, below headings in words."""
    _ = words._
    yield _("Two Rivers: everything stored about user {user}. Times are in UTC.", user=data.user_id)
    progress, lessons = data.progress, []
    if progress.lesson is not None:
        learnt = sorted(progress.learnt)
        lessons = [
            _("finished: {lessons}", lessons=words.listed(learnt))
            if learnt
            else _("none finished"),
            _(
                "last started: {lesson} {decisions}",
                lesson=progress.lesson,
                decisions=" ".join(progress.decisions),
            ),
        ]
    for heading, lines in (
        (_("Settings for all games"), [*_columns(data.settings)]),
        (_("Lessons"), lessons),
        (_("Servers whose admins don't let you open games"), [*map(str, data.silenced_in)]),
        (_("Where you wait for a table"), ["; ".join(_columns(row)) for row in data.waits]),
        (_("Players you avoid"), [*map(str, data.avoids)]),
        (_("Other notes"), [*_columns(data.noted)]),
    ):
        yield ""
        yield f"== {heading} =="
        yield from lines or [words.pgettext("what is stored", "nothing")]
    if data.imported is not None:
        yield ""
        name, at = plain(data.imported.name), f"{data.imported.at:%Y-%m-%d %H:%M:%S}"
        yield f"== {_('Imported {moment}: {record}', moment=at, record=name)} =="
        yield data.imported.text
    for game in data.games:
        yield ""
        yield from _game(words, game)
    for result in data.results:
        yield ""
        name = plain(result.game_name)
        of_game = _("Result of game {number}: {name}", number=result.game_id, name=name)
        yield f"== {of_game} =="
        yield from _columns(asdict(result))
        if result.game_id in stories:
            yield _("what you did in it:")
            for key, value in stories[result.game_id].items():
                yield f"  {key}: {json.dumps(value)}"
    for guild_id, rating in data.ratings.items():
        yield ""
        yield f"== {_('Rating in server {server}', server=guild_id)} =="
        yield from _columns(asdict(rating))
    for change in data.rated:
        yield ""
        yield f"== {_('Rating before and after game {number}', number=change.game_id)} =="
        yield from _columns(asdict(change))


def _game(words: Words, game: OwnGame) -> Iterator[str]:
    _ = words._
    heading = _("Game {number}: {name}", number=game.number, name=plain(game.name))
    yield f"== {heading} =="
    if game.guild_id is None:
        yield _("{status}, in direct messages", status=game.status)
    else:
        yield _("{status}, in server {server}", status=game.status, server=game.guild_id)
    for heading, columns in ((_("your seat:"), game.seat), (_("noted about you:"), game.named)):
        if columns:
            yield heading
            yield from (f"  {line}" for line in _columns(columns))
    for heading, deeds in (
        (_("what you did, by turn:"), game.deeds),
        (_("what others did that names you:"), game.named_in),
    ):
        if deeds:
            yield heading
        for deed in deeds:
            yield f"  {deed.at:%Y-%m-%d %H:%M:%S}  {deed.turn:3}  {deed.kind}  {deed.text}".rstrip()
    if game.messages:
        yield _("messages to you:")
    for sent in game.messages:
        where = f"https://discord.com/channels/@me/{sent.channel_id}/{sent.message_id}"
        if not sent.message_id:
            where = _("not sent yet")
        yield f"  {sent.at:%Y-%m-%d %H:%M:%S}  {where}"


def _columns(row: Mapping[str, Any]) -> Iterator[str]:
    """Columns as in the database, in no language."""
    return (f"{name.replace('_', ' ')}: {value}" for name, value in row.items())
