"""What rings somebody by a message of its own: all that came in quiet hours, a line each."""

from bot.intents import Address, Help
from bot.showing.content import Button, Content
from bot.showing.names import jump_url, safe
from bot.table import About, PublicNumber, Ring, Table
from bot.words import Words
from engine import N_

_LINES = {
    About.PROPOSAL: N_("{game}: a question waits for your answer."),
    About.LOSING: N_("{game}: others want to take your seat. A move keeps it."),
    About.OFFER: N_("{game}: you are offered a seat."),
    About.INVITATION: N_("{game}: you are invited to play."),
    About.CLOSING: N_("{game}: this table has not started and will be closed soon."),
    About.TAKEN: N_("{game}: somebody has taken your seat. You are out of this game."),
}


def ring_message(words: Words, table: Table, ring: Ring) -> Content:
    """To one user; elsewhere than in direct messages with a mention."""
    told = dict.fromkeys((each.about, each.game_id) for each in ring.rung)
    rung = {(each.about, each.game_id): each for each in ring.rung}
    lines = [] if ring.directly else [f"<@{ring.user_id}>"]
    for each in (rung[key] for key in told):
        text = words._(_LINES[each.about], game=f"**{safe(each.name)}**")
        if (channel_id := each.home_id or each.channel_id) is not None:
            text += f" {jump_url(each.guild_id, channel_id)}"
        lines.append(text)
    help_ = Button(words._("Help"), ring_sign(table), emoji="❔")
    return Content("\n".join(lines), rows=((help_,),), ping=(ring.user_id,))


def ring_sign(table: Table) -> str:
    """The ``custom_id`` by which the message is found again: no other goes by that state."""
    return Address(table.id, seen=PublicNumber(0)).to(Help())
