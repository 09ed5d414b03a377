"""The course of a game that has ended, and the turns that decided it."""

from functools import lru_cache, partial

from bot.content.ending import winner_line
from bot.content.message import Button, Content, Picture, Row
from bot.content.names import bold, game_name, plain_names
from bot.content.pictures import labels
from bot.content.pressing import in_rows
from bot.domain.ended.review import Analysis, Review
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.i18n.alt_text import describe_course
from bot.intents import NO_GAME
from bot.intents.review import SeeStep
from bot.parts.buttons import course_button, review_address, story_button
from bot.parts.turn.actions import actions_text
from engine import MattersAs, PublicView, TurnThatMattered
from render import Theme, expected_png, theme_of


def course_page(
    words: Words, review: Review, analysis: Analysis, theme: str | None = None
) -> Content:
    """The course of a game as a chart, and the turns that mattered most."""
    _, table = words._, review.table
    lines = [
        _("{game}: where it was won", game=game_name(table)),
        _outcome(words, table),
        _(
            "The chart shows which place each player could expect after each turn, if every "
            "hand were known."
        ),
    ]
    if analysis.mattered:
        lines += ["", _("The turns that decided it, by the player's chance to win:")]
    else:
        lines += ["", _("No single turn decided it.")]
    for number, mattered in enumerate(analysis.mattered, 1):
        lines.append(mattered_line(words, review, number, mattered))
        lines.append("> " + reason_line(words, review, mattered))
    picture = _picture(words, review, analysis, theme_of(theme))
    return Content("\n".join(filter(None, lines)), picture, rows=_rows(words, review, analysis))


def being_worked_out(words: Words, review: Review, progress: int) -> Content:
    """The page during an analysis, with its *progress* in per cent."""
    _, table = words._, review.table
    text = _(
        "{game}: working out where it was won … {progress}%. It will appear here.",
        game=game_name(table),
        progress=progress,
    )
    return Content(text, rows=_rows(words, review, None))


def not_worked_out(words: Words, review: Review) -> Content:
    """The page if the engine worker is busy, with a button to try again."""
    text = words._(
        "{game}: I'm too busy to find where it was won. Try again later.",
        game=game_name(review.table),
    )
    again = course_button(words, review.table, turning=True)
    return Content(text, rows=((again, *_step_through(words, review)),))


def mattered_buttons(words: Words, table: Table, analysis: Analysis) -> tuple[Button, ...]:
    """Buttons to the turns that mattered most."""
    address = review_address(table)
    return tuple(
        Button(
            words._("{number}: turn {turn}", number=number, turn=each.turn.number),
            address.to(SeeStep(each.turn.end, f"turn{number}")),
        )
        for number, each in enumerate(analysis.mattered, 1)
    )


def mattered_line(words: Words, review: Review, number: int, mattered: TurnThatMattered) -> str:
    """A turn that mattered, with its player's share of the win before and after it."""
    return words._(
        "**{number}** · turn {turn}, {player}: {before} → {after}",
        number=number,
        turn=mattered.turn.number,
        player=bold(review.holder_of(mattered.turn)),
        before=words.percent(mattered.before),
        after=words.percent(mattered.after),
    )


def reason_line(words: Words, review: Review, mattered: TurnThatMattered) -> str:
    """The reason why a turn mattered; of a mistake, the better line."""
    _, turn = words._, mattered.turn
    if review.automatic(turn):
        return _("No one played this turn. I ended it.")
    match mattered.reason:
        case MattersAs.MISTAKE:
            assert mattered.better is not None
            tried = review.then(turn.start, mattered.better.actions).tried
            return _(
                "A mistake: {line} was better, at {best} instead of {played}.",
                line=actions_text(words, [each.action for each in tried if each.seat == turn.seat]),
                best=words.percent(mattered.better.share),
                played=words.percent(mattered.after),
            )
        case MattersAs.CONFLICT:
            return _("Not a mistake. Hidden tiles decided a conflict.")
        case MattersAs.LUCK:
            return _("Not a mistake. It was the draw, or what others had prepared.")


def _outcome(words: Words, table: Table) -> str:
    """The winner, and that the chart stops early if the game did."""
    if table.id == NO_GAME and table.status is Status.ABANDONED:
        return words._("The record ends before the game is over, and so does the chart.")
    if table.status is Status.ABANDONED:
        return words._(
            "The game ended without a result. The chart shows what each player could expect."
        )
    if table.ended_early is not None:
        early = words._("The game ended early, so the chart stops there.")
        return f"{winner_line(words, table)} {early}"
    return winner_line(words, table)


def _step_through(words: Words, review: Review) -> tuple[Button, ...]:
    there = review_address(review.table).to(SeeStep(0, "first"))
    return (Button(words._("Step through"), there, emoji="⏯️"),)


def _rows(words: Words, review: Review, analysis: Analysis | None) -> tuple[Row, ...]:
    mattered = () if analysis is None else mattered_buttons(words, review.table, analysis)
    story = story_button(words, review.table, turning=True)
    return in_rows(mattered, (*_step_through(words, review), story))


def _picture(words: Words, review: Review, analysis: Analysis, theme: Theme) -> Picture:
    table = review.table
    assert table.view is not None
    names = plain_names(table)
    places = tuple(tuple(each.place for each in moment) for moment in analysis.course)
    marked = {each.turn.number: number for number, each in enumerate(analysis.mattered, 1)}
    draw = partial(_drawn, words, table.view, names, places, tuple(marked.items()), theme=theme)
    alt = describe_course(words, places, names, marked)
    return Picture(f"course-{table.id}.png", alt, draw)


@lru_cache(maxsize=16)
def _drawn(
    words: Words,
    view: PublicView,
    names: tuple[str, ...],
    places: tuple[tuple[float, ...], ...],
    marked: tuple[tuple[int, int], ...],
    *,
    theme: Theme,
) -> bytes:
    badges = {turn: str(number) for turn, number in marked}
    return expected_png(view, names, places, labels(words), marked=badges, theme=theme)
