"""What a player alone may see: the own hand, the own points, and what an action led to."""

from bot.showing.buttons import ask_button, rows_for
from bot.showing.content import Content
from bot.showing.names import game_name
from bot.showing.pictures import hand_picture
from bot.showing.pressing import with_further
from bot.showing.prompts import prompt
from bot.showing.status import status_line
from bot.showing.story import story
from bot.table import Outcome, Seat, Status
from bot.words import Words
from bot.words.alt import describe_score
from engine import ActionDecision


def hand_page(words: Words, seat: Seat) -> Content:
    """A player's hand, with the question that waits for an answer, or the buttons to act."""
    table = seat.table
    picture = hand_picture(words, seat, f"hand-{table.id}")
    tiles = words.tiles(seat.view.own_hand)
    text = words._("{game}: your hand: {tiles}", game=game_name(table), tiles=tiles)
    if seat.decides and not isinstance(seat.view.decision, ActionDecision):
        question = prompt(words, seat)
        return Content(f"{text}\n\n{question.text}", picture, rows=question.rows)
    rows = rows_for(words, seat)
    if table.status is Status.RUNNING and seat.player.draws_from_bag:
        rows = with_further(rows, ask_button(words, seat))
    return Content(text, picture, rows=rows)


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(f"{game_name(seat.table)}: {score}")


def outcome_page(words: Words, outcome: Outcome, heading: str = "") -> Content:
    """What an action led to, and what the player can do next."""
    seat, table = outcome.seat, outcome.table
    lines = [heading] if heading else []
    lines += story(words, table, outcome.entries)
    if any(outcome.drawn):
        lines.append(words._("You draw {tiles}.", tiles=words.tiles(outcome.drawn)))
    if seat.decides and not isinstance(seat.view.decision, ActionDecision):
        return prompt(words, seat).with_text_before("\n".join(lines))
    if table.status is Status.RUNNING:
        lines.append(status_line(words, table))
    return Content("\n".join(lines), rows=rows_for(words, seat))


def draws_from_bag(words: Words) -> str:
    """To somebody who will not be asked any more where to draw from."""
    return words._(
        "From now on you draw from the bag in this game without being asked. A button under your "
        "`/hand` changes that."
    )


def draws_by_choice(words: Words) -> str:
    """To somebody who wants to be asked again where to draw from."""
    return words._("From now on you are asked where to draw from.")
