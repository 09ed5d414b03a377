"""Ratings in words and as a picture: whether a game is rated, and what a player's rating is."""

from collections.abc import Sequence

from bot.content.message import Picture
from bot.content.names import plain_name
from bot.content.pictures import ratings_picture
from bot.domain.ended.ratings import (
    ENOUGH_GAMES,
    ENOUGH_OPPONENTS,
    course_of,
    is_provisional,
    last_change,
    shown_margin,
    shown_number,
)
from bot.domain.table import Table
from bot.i18n import PublicText, Words
from bot.i18n.hint_texts import hint_rule_line
from bot.store import RatedRow, RatingRow

RATED_SIGN = "🏅"


def hints_or_rated_line(words: Words, table: Table) -> PublicText:
    """A line that says that a game is rated, or else its rule for hints."""
    if table.rated:
        return words._("**Rated:** the result changes the players' ratings. No hints.")
    return hint_rule_line(words, table.hints)


def rating_text(words: Words, row: RatingRow, course: Sequence[RatedRow] = ()) -> str:
    """A rating with its margin; *provisional* if it rests on too few games.

    With its *course*, also what the last game did to it. Not public, as its user may hide it.
    """
    number, margin = shown_number(row.mu), shown_margin(row.sigma)
    if is_provisional(row):
        text = words._("{number} ± {margin}, provisional", number=number, margin=margin)
    else:
        text = words._("**{number}** ± {margin}", number=number, margin=margin)
    change = last_change(course)
    if change is None:
        return text
    signed = f"{change:+}".replace("-", "−")
    return words._("{rating}, last game {change}", rating=text, change=signed)


def course_picture(
    words: Words, courses: Sequence[tuple[str, Sequence[RatedRow]]], theme: str | None
) -> Picture | None:
    """The courses of ratings, by name; None until the first has two games."""
    drawn = [(plain_name(name), [*course_of(rows)]) for name, rows in courses]
    if len(drawn[0][1]) < 2:
        return None
    curves = [(name, points) for name, points in drawn if points]
    return ratings_picture(words, curves, "ratings", theme)


def provisional_text(words: Words, row: RatingRow) -> str:
    """How far a provisional rating is from being listed."""
    return words._(
        "Provisional ratings aren't listed. Rated games: {count} of {games}. "
        "Different opponents: {met} of {people}.",
        count=row.games,
        games=ENOUGH_GAMES,
        met=row.opponents,
        people=ENOUGH_OPPONENTS,
    )
