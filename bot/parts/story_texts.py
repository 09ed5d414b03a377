"""The moments that a game's story tells, and the titles of its players, in sentences."""

from collections.abc import Sequence
from typing import assert_never

from bot.content.names import bold
from bot.domain.seating import holders
from bot.domain.table import Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.signs import leader_sign
from engine import (
    N_,
    Battle,
    FirstTreasure,
    Highlight,
    KingdomTaken,
    LastTreasure,
    LeaderLost,
    LeadTaken,
    MonumentYield,
    Story,
    Title,
    TitleGiven,
)

_LOST_CONFLICT = (
    N_("{winner} drove out {player}'s {sign} King in turn {turn}."),
    N_("{winner} drove out {player}'s {sign} Priest in turn {turn}."),
    N_("{winner} drove out {player}'s {sign} Farmer in turn {turn}."),
    N_("{winner} drove out {player}'s {sign} Trader in turn {turn}."),
)
_LOST_TEMPLE = (
    N_("{player}'s {sign} King lost its last temple in {winner}'s turn {turn}."),
    N_("{player}'s {sign} Priest lost its last temple in {winner}'s turn {turn}."),
    N_("{player}'s {sign} Farmer lost its last temple in {winner}'s turn {turn}."),
    N_("{player}'s {sign} Trader lost its last temple in {winner}'s turn {turn}."),
)
_UNDEFEATED = (
    N_("the undefeated King"),
    N_("the undefeated Priest"),
    N_("the undefeated Farmer"),
    N_("the undefeated Trader"),
)
_TITLES = {
    Title.COMEBACK: (N_("the comeback"), N_("Last after turn {count}, first at the end.")),
    Title.UNDEFEATED: ("", N_("Conflicts won, none lost: {count}.")),
    Title.WALL: (N_("the wall"), N_("Attacks held off: {count}.")),
    Title.CONQUEROR: (N_("the conqueror"), N_("Wars won as attacker: {count}.")),
    Title.REBEL: (N_("the rebel"), N_("Revolts won as attacker: {count}.")),
    Title.BUILDER: (N_("the master builder"), N_("Monuments and ziggurat built: {count}.")),
    Title.TREASURER: (
        N_("the treasure hunter"),
        N_("Treasures, more than all others together: {count}."),
    ),
    Title.NEIGHBOUR: (
        N_("the good neighbour"),
        N_("Points that others scored with their tiles: {count}."),
    ),
}


def story_lines(words: Words, table: Table, story: Story) -> list[PublicText]:
    """The moments and the titles of a game that has ended, each on a line.

    Only winners are said to have led to the end: by points a player who left may be first. A seat
    that several players held has all their names, as the story does not know which of them acted.
    """
    won = {player.seat for player in table.winners}
    moments = [
        each
        for each in story.highlights
        if not isinstance(each, LeadTaken) or won.issuperset(each.seats)
    ]
    titles = [each for each in story.titles if each.title is not Title.COMEBACK or each.seat in won]
    names = [join_texts("/", map(bold, dict.fromkeys(held))) for held in holders(table)]
    return [
        *(public("- {line}", line=_moment(words, each, names)) for each in moments),
        *(public("🎖️ {line}", line=_title(words, each, names)) for each in titles),
    ]


def _moment(words: Words, highlight: Highlight, names: Sequence[PublicText]) -> PublicText:
    turn = highlight.turn
    match highlight:
        case LeadTaken():
            return _lead(words, highlight, names)
        case Battle(conflict=conflict):
            return words._(
                "{winner} won the largest war in turn {turn}, against {loser}: {points}.",
                winner=names[conflict.winner.seat],
                turn=turn,
                loser=names[conflict.loser.seat],
                points=words.points(highlight.points, conflict.colour),
            )
        case KingdomTaken(_, conflict, size):
            return words.ngettext(
                "A kingdom of {count} space changed hands in turn {turn}: {winner}'s King drove "
                "out {loser}'s.",
                "A kingdom of {count} spaces changed hands in turn {turn}: {winner}'s King drove "
                "out {loser}'s.",
                size,
                winner=names[conflict.winner.seat],
                turn=turn,
                loser=names[conflict.loser.seat],
            )
        case MonumentYield():
            return _monument(words, highlight, names)
        case LeaderLost(_, seat, leader, points, by, conflict):
            sentence = (_LOST_TEMPLE if conflict is None else _LOST_CONFLICT)[leader.colour]
            lost = words._(
                sentence,
                player=names[seat],
                sign=leader_sign(leader),
                winner=names[by],
                turn=turn,
            )
            scored = words.ngettext(
                "It had scored {count} point.", "It had scored {count} points.", points
            )
            return join_texts(" ", (lost, scored))
        case FirstTreasure():
            return words.ngettext(
                "{player} took the first treasure in turn {turn}.",
                "{player} took the first {count} treasures in turn {turn}.",
                len(highlight.cells),
                player=names[highlight.seat],
                turn=turn,
            )
        case LastTreasure():
            return words.ngettext(
                "{player} took the last treasure in turn {turn}.",
                "{player} took the last {count} treasures in turn {turn}.",
                len(highlight.cells),
                player=names[highlight.seat],
                turn=turn,
            )
        case _:
            assert_never(highlight)


def _lead(words: Words, lead: LeadTaken, names: Sequence[PublicText]) -> PublicText:
    """Who was first at the end, since when, and how often the lead changed."""
    first = [names[seat] for seat in lead.seats]
    if len(first) > 1:
        since = words._(
            "{players} were first together from turn {turn} to the end.",
            players=words.listed(first),
            turn=lead.turn,
        )
    else:
        since = words._(
            "{player} led from turn {turn} to the end.", player=first[0], turn=lead.turn
        )
    if not lead.changes:
        return since
    changes = words.ngettext(
        "The lead changed {count} time.", "The lead changed {count} times.", lead.changes
    )
    return join_texts(" ", (since, changes))


def _monument(words: Words, built: MonumentYield, names: Sequence[PublicText]) -> PublicText:
    assert built.seat is not None  # else it is not in the story
    if built.monument is None:
        text = words._(
            "{player} built the ziggurat in turn {turn}.", player=names[built.seat], turn=built.turn
        )
    else:
        text = words._(
            "{player} built the {monument} monument in turn {turn}.",
            player=names[built.seat],
            monument=words.monument(built.monument),
            turn=built.turn,
        )
    shares = [
        words._("{player} {count}", player=names[seat], count=points)
        for seat, points in enumerate(built.points)
        if points
    ]
    gave = words.ngettext(
        "It gave {count} point: {shares}.",
        "It gave {count} points: {shares}.",
        sum(built.points),
        shares=words.listed(shares),
    )
    return join_texts(" ", (text, gave) if shares else (text,))


def _title(words: Words, given: TitleGiven, names: Sequence[PublicText]) -> PublicText:
    title, why = _TITLES[given.title]
    if given.leader is not None:
        title = _UNDEFEATED[given.leader]
    return words._(
        "{player}, **{title}**. {why}",
        player=names[given.seat],
        title=words._(title),
        why=words._(why, count=given.count),
    )
