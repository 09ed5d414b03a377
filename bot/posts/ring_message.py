"""The message that rings a user for everything that came in quiet hours, one line each."""

from bot.content.content import PublicContent
from bot.content.names import bold, jump_url, user
from bot.domain import Ring, Table
from bot.i18n import Words, join_texts
from bot.parts.buttons import games_button
from bot.store import About
from engine import N_

_LINES = {
    About.PROPOSAL: N_("{game}: a proposal waits for your answer."),
    About.LOSING: N_("{game}: you're about to lose your seat. Move to keep it."),
    About.OFFER: N_("{game}: you're offered a seat."),
    About.INVITATION: N_("{game}: you're invited to play."),
    About.CLOSING: N_("{game}: this lobby closes soon unless it starts."),
    About.TAKEN: N_("{game}: another player has taken your seat. You're out of this game."),
}


def ring_message(words: Words, table: Table, ring: Ring) -> PublicContent:
    """One line for each reason and game, with a link. Outside direct messages it mentions the user.

    *table* is the game that carries the message.
    """
    lines = [] if ring.directly else [user(ring.user_id)]
    for each in {(each.about, each.game_id): each for each in ring.rung}.values():
        text = words._(_LINES[each.about], game=bold(each.name))
        if (channel_id := each.home_id or each.channel_id) is not None:
            text = join_texts(" ", (text, jump_url(each.guild_id, channel_id)))
        lines.append(text)
    text = join_texts("\n", lines)
    return PublicContent(text, rows=((games_button(words, table),),), ping=(ring.user_id,))
