"""The outcome of a game, in a line or two."""

from bot.content.names import bold
from bot.domain.player import Player
from bot.domain.seating import giving_up
from bot.domain.table import Standing, Table
from bot.i18n import PublicText, Words, join_texts, public


def winner_line(words: Words, table: Table) -> PublicText:
    """The winners of a finished game, and whether everyone else had left."""
    names = [bold(player.name) for player in table.winners]
    if not names:
        return words._("No winner: everyone left.")
    if len(names) > 1:
        return words._("{players} win together.", players=words.listed(names))
    if all(player.abandoned for player in table.players if player not in table.winners):
        return words._("{player} wins. Everyone else left.", player=names[0])
    return words._("{player} wins.", player=names[0])


def outcome_line(words: Words, table: Table) -> PublicText:
    """The winners of a finished game, and everybody's place.

    In one line: Discord takes one that begins with ``1.`` for a list.
    """
    return join_texts(" ", (winner_line(words, table), standings_line(words, table)))


def standings_line(words: Words, table: Table) -> PublicText:
    """Everybody's place in a game that is over, with the points of the weakest colour."""
    return join_texts(" · ", (standing_text(words, table, each) for each in table.standings))


def left_word(words: Words, table: Table, player: Player) -> PublicText:
    """The way in which a player left a game before its end; empty for one who stayed."""
    if not player.abandoned:
        return public("")
    if giving_up(table, player) is None:
        # Translators: after a player's name, in place of the points.
        return words._("resigned")
    # Translators: after a player's name, in place of the points: nobody waits for them any more.
    return words._("lost the seat")


def standing_text(words: Words, table: Table, standing: Standing) -> PublicText:
    """A player's place in a game that is over, with the points of the weakest colour."""
    name = bold(standing.player.name)
    if left := left_word(words, table, standing.player):
        return words._("{place}. {player}: {left}", place=standing.place, player=name, left=left)
    points = min(standing.placing.spheres)
    return words._("{place}. {player}: {points}", place=standing.place, player=name, points=points)
