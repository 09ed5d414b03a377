"""The leaderboard of a server."""

from bot.content.message import Button, Content
from bot.content.names import user
from bot.content.pressing import ANYWHERE
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.refusals import Refusal, Refused
from bot.i18n import Words
from bot.intents.standing import SeeLeaderboard
from bot.parts.rating import course_picture, provisional_text, rating_text
from bot.use_cases import Leaderboard


@handles
async def see_leaderboard(context: LocationContext, intent: SeeLeaderboard) -> Content:
    """Show a page of the server's ratings. Raises Refused outside a server."""
    guild_id = context.location.origin.guild_id
    if guild_id is None:
        raise Refused(Refusal.RATED_IN_SERVERS)
    board = await context.services.ratings.leaderboard(
        guild_id, context.person.user_id, intent.page
    )
    return leaderboard_page(context.words, board, context.person.name)


def leaderboard_page(words: Words, board: Leaderboard, name: str) -> Content:
    """A page of the ratings, with the reader's own and its course; *name* is the reader's."""
    _ = words._
    lines: list[str] = [_("**Ratings in this server**")]
    for place, row in enumerate(board.rows, board.first_place):
        rating = rating_text(words, row)
        lines.append(
            words.ngettext(
                "{place}. {user} {rating} ({count} game)",
                "{place}. {user} {rating} ({count} games)",
                row.games,
                place=place,
                user=user(row.user_id),
                rating=rating,
            )
        )
    if not board.rows:
        lines.append(_("No one is listed yet."))
    lines += ["", *_own(words, board)]
    if board.pages > 1:
        lines.append(_("Page {page} of {pages}", page=board.page + 1, pages=board.pages))
    turning = []
    if board.page:
        request = ANYWHERE.to(SeeLeaderboard(board.page - 1))
        turning.append(Button(_("Higher"), request, emoji="⬅️"))
    if board.page + 1 < board.pages:
        request = ANYWHERE.to(SeeLeaderboard(board.page + 1))
        turning.append(Button(_("Lower"), request, emoji="➡️"))
    rows = (tuple(turning),) if turning else ()
    picture = course_picture(words, [(name, board.course)], board.habits.theme)
    return Content("\n".join(lines), picture, rows=rows)


def _own(words: Words, board: Leaderboard) -> list[str]:
    """Lines about the reader's rating."""
    _ = words._
    if board.own is None:
        return [_("You have no rating here yet. Open a game and press *Rated* under *Options*.")]
    rating = rating_text(words, board.own, board.course)
    lines: list[str] = [_("Your rating: {rating}", rating=rating)]
    if not board.habits.results_shown:
        lines.append(_("Only you see it. `/settings` shows your results to others."))
    elif board.own_place is None:
        lines.append(provisional_text(words, board.own))
    else:
        lines.append(_("Your place: {place}", place=board.own_place))
    return lines
