"""How a game has ended, in a line or two."""

from bot.showing.names import bold
from bot.table import Standing, Table
from bot.words import Words


def winner_line(words: Words, table: Table) -> str:
    """Who has won a game that is over, and whether by the others' resigning."""
    names = [bold(player.name) for player in table.winners]
    if len(names) > 1:
        return words._("{players} win together.", players=words.listed(names))
    if all(player.abandoned for player in table.players if player not in table.winners):
        return words._("{player} wins, as nobody else has stayed.", player=names[0])
    return words._("{player} wins.", player=names[0])


def outcome_line(words: Words, table: Table) -> str:
    """Who has won a game that is over, and everybody's place.

    In one line: Discord takes one that begins with ``1.`` for a list.
    """
    return f"{winner_line(words, table)} {standings_line(words, table)}"


def standings_line(words: Words, table: Table) -> str:
    """Everybody's place in a game that is over, with the points of the weakest colour."""
    return " · ".join(_standing(words, standing) for standing in table.standings)


def _standing(words: Words, standing: Standing) -> str:
    name = bold(standing.player.name)
    if standing.player.abandoned:
        return words._("{place}. {player}: resigned", place=standing.place, player=name)
    points = min(standing.placing.spheres)
    return words._("{place}. {player}: {points}", place=standing.place, player=name, points=points)
