"""Profiles: what a user's results add up to; and how those in a lobby play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.content.message import Button, Content, Picture, Row
from bot.content.names import bold, game_name, user
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.ended.profile import Manner, Tally
from bot.domain.table import Table
from bot.i18n import Words
from bot.i18n.signs import SQUARES
from bot.i18n.times import duration
from bot.intents import Address, board, standing
from bot.parts.rating import course_picture, rating_text
from bot.use_cases import ShownProfile
from engine import LEVEL_NAMES, Colour


@handles
async def see_profile(context: LocationContext, intent: standing.SeeProfile) -> Content:
    """Show a user's profile, as far as it may be shown there."""
    words, origin = context.words, context.location.origin
    user_id = intent.user_id or origin.user_id
    shown = await context.services.profiles.of(origin, user_id)
    own = user_id == origin.user_id
    if shown is not None:
        page = profile_page(words, shown, None if own else user_id)
        names = {**context.request.names, origin.user_id: context.person.name}
        return replace(page, picture=_curves(words, shown, user_id, names, origin.user_id))
    if not own:
        return Content(words._("There are no results of {user} to show here.", user=user(user_id)))
    if origin.guild_id is None:
        return Content(words._("You have no results yet. You get one when a game ends."))
    return Content(f"{words._('You have no results in this server yet.')} {_all_of_yours(words)}")


@handles
async def see_computers(context: LocationContext, _: standing.SeeComputers) -> Content:
    """Show how computers of each level have played in this server."""
    words, guild_id = context.words, context.location.origin.guild_id
    by_level = {} if guild_id is None else await context.services.profiles.of_computers(guild_id)
    if not by_level:
        return Content(words._("There are no results of computers to show here."))
    lines = (
        f"- {_won(words, words._(LEVEL_NAMES[level]), tally)}" for level, tally in by_level.items()
    )
    return Content("\n".join((words._("**Computers** in this server"), *lines)))


@handles
async def see_players(context: TableContext, _: standing.SeePlayers) -> Content:
    """Show how the players at the table play."""
    manners = await context.services.profiles.manners(context.table)
    return players_page(context.words, context.table, manners)


def profile_page(words: Words, shown: ShownProfile, user_id: int | None) -> Content:
    """A user's profile; *user_id* is None for the reader's own."""
    heading = (
        words._("**Your profile**")
        if user_id is None
        else words._("**Profile of {user}**", user=user(user_id))
    )
    if shown.guild_id is None:
        counted: str = words._("Everywhere. Games against computers alone are counted apart.")
    else:
        counted = words._("In this server. Games against computers alone are counted apart.")
        if user_id is None:
            counted = f"{counted} {_all_of_yours(words)}"
    lines = (heading, *(f"- {line}" for line in _lines(words, shown)), f"-# {counted}")
    rows: tuple[Row, ...] = ()
    if shown.best_game is not None:
        to_best = Address(shown.best_game).to(board.SeeResult())
        rows = ((Button(words._("Best game"), to_best, emoji="🏁"),),)
    return Content("\n".join(lines), rows=rows)


def _curves(
    words: Words, shown: ShownProfile, user_id: int, names: Mapping[int, str], viewer: int
) -> Picture | None:
    """The course of a rating, from two games on, beside that of the user who looks."""
    if user_id not in names:
        return None
    courses = [(names[user_id], shown.course), (names[viewer], shown.course_of_viewer)]
    return course_picture(words, courses, shown.theme)


def _all_of_yours(words: Words) -> str:
    return words._("In direct messages `/profile` shows all of yours.")


def _lines(words: Words, shown: ShownProfile) -> Iterator[str]:
    _, found = words._, shown.profile
    if shown.rating is not None:
        yield _("Rating: {rating}", rating=rating_text(words, shown.rating, shown.course))
    for players, tally in found.by_players.items():
        yield _won(words, words.ngettext("{count} player", "{count} players", players), tally)
    if (against := found.against) is not None:
        yield _("Ahead of you in {ahead} of {games}", ahead=against.ahead, games=against.games)
    yield from _manner(words, found.manner)
    if found.favourite is not None:
        yield _("Favourite colour: {colour}", colour=_colour(words, found.favourite))
    if found.neglected is not None:
        yield _("Neglected colour: {colour}", colour=_colour(words, found.neglected))
    if (best := found.best) is not None:
        yield _(
            "Best game: {game} with {points} in the weakest colour, place {place} of {players}",
            game=bold(best.game_name),
            points=min(best.spheres),
            place=best.place,
            players=best.players,
        )
    for level, tally in found.by_level.items():
        what = _("Against {level} computers", level=_(LEVEL_NAMES[level]))
        yield _won(words, what, tally)


def _won(words: Words, what: str, tally: Tally) -> str:
    return words._("{what}: won {wins} of {games}", what=what, wins=tally.wins, games=tally.games)


def _colour(words: Words, colour: Colour) -> str:
    return f"{SQUARES[colour]} {words.colour(colour)}"


def _manner(words: Words, manner: Manner) -> Iterator[str]:
    if manner.begun:
        yield words._(
            "Finished {finished} of {begun}", finished=manner.finished, begun=manner.begun
        )
    if manner.usual_wait is not None:
        yield words._("Usual time for a decision: {time}", time=duration(words, manner.usual_wait))


def players_page(words: Words, table: Table, manners: Sequence[Manner | None]) -> Content:
    """How the players of a table play, in order; None for one who is not shown."""
    lines: list[str] = [
        words._("How the players of {game} have played here:", game=game_name(table))
    ]
    for player, manner in zip(table.players, manners, strict=True):
        if player.is_computer:
            continue
        known = " · ".join(_manner(words, manner)) if manner else words._("nothing to show yet")
        lines.append(f"- {words.captioned(bold(player.name), known)}")
    return Content("\n".join(lines))
