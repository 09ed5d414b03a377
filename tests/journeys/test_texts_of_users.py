"""No text or name of a user becomes a link, an invitation or a mention, wherever it appears.

The names of people, games and roles, notes and typed text look like links and mentions here.
"""

import re
from itertools import chain

import discord
from messages import labels
from people import world

from bot.content.names import plain_name

GAME = "discord.gg/abc [ur](https://ur.example)"
NAMES = ("<@7> evil.example", "[a](https://evil.example)", "||discord.com/invite/b||")
TYPED = "</open:1> https://typed.example <t:1> <:x:5>"
NOTE = "www.note.example <#7> @everyone"
_OURS = re.compile(
    r"(?:\[[\w ]+\]\()?<?https://discord\.com/channels/[^\s>)]+>?\)?"
    r"|<t:\d+:[a-zA-Z]>|<(?:@&?|#)\d{15,}>|`[^`\n]*`"
)
"""The bot's own addresses of channels, times and mentions; and code."""
_ELSEWHERE = re.compile(r"://|\w\.(?:gg|com|example)|@(?:everyone|here|\d)|\u202e")
_FORMATS = re.compile(r"(?<!\\)<|(?<!\\)\[|(?<!\\)\|\|")


def active_texts(w):
    """The bot's messages and thread names in which a user's text would become active."""

    def texts(sent):
        if isinstance(sent, list):
            yield from chain.from_iterable(map(texts, sent))
        elif isinstance(sent, dict):
            for key, value in sent.items():
                if isinstance(value, str):
                    yield key, value
                elif key not in {"components", "choices", "options"}:
                    yield from texts(value)

    sent = (each for each in w.env.http_requests if each.method in {"POST", "PATCH"})
    written = [pair for each in sent if "commands" not in each.path for pair in texts(each.json)]
    assert {"content", "name"} <= {key for key, _ in written}
    bare = [(key, text, _OURS.sub("", text)) for key, text in written if key in {"content", "name"}]
    return [
        text
        for key, text, rest in bare
        if _ELSEWHERE.search(rest) or (key == "content" and _FORMATS.search(rest))
    ]


async def looked_at(person, game):
    """The person opens every page, and types things that can't be read."""
    for command in ("board", "log", "score", "table", "settings", "games", "pace", "resign"):
        await person.slash(command, game.home)
    for label in ("In words", "Zoom"):
        await person.press_more(await person.slash("hand", game.home), label)
    await person.slash("turn", game.home, line=TYPED)
    await person.slash("rules", game.home, topic=TYPED)
    await person.slash("tile", game.home, colour=TYPED, cell=TYPED)
    await person.slash("board", game.home, game=TYPED)


async def test_no_text_of_a_user_becomes_a_link(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann", nick=NAMES[0])
        cora = w.person("cora", nick=NAMES[2])
        w.person("bob", nick=NAMES[1])
        role = w.guild.create_role(NAMES[1])
        await ann.slash("open", w.channel, name=GAME, role=role)
        game = await w.open("ann", name=GAME, seats=3)
        await w.person("bob").press(game.lobby, "Join")
        await ann.slash("invite", w.channel, player=cora.member, game=str(game.id))
        await ann.write(game.lobby, "Add a word", "discord.gg/word")
        page = await ann.write(await ann.press(game.lobby, "Options"), "Rename", f"{GAME} two")
        await ann.press(page, "People")
        asked = (each for each in w.channel.history() if labels(each) == ["Join", "Decline"])
        invitation = next(asked)
        await cora.press(invitation, "Join")
        first, waits = await game.decider(), await game.other()
        answer = await waits.write(await waits.slash("plan", game.home), "Note", NOTE)
        assert "note" in answer.content
        await looked_at(first, game)
        manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        zoe, eve = w.person("zoe", nick=NAMES[2], roles=[manager]), w.person("eve", nick=NAMES[0])
        page = await zoe.slash("server game", w.channel, game=str(game.id))
        page = await zoe.choose(page, plain_name((await game.table()).players[0].name))
        await zoe.choose_users(page, eve.member, of="Offer the seat to …")
        page = await zoe.slash("server game", w.channel, game=str(game.id))
        await zoe.press(await zoe.press(page, "End with the result"), "End with the result")
        for command in ("log", "data"):
            await ann.slash(command, game.home)
        assert not active_texts(w)
