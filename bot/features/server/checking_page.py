"""The page that checks the bot's permissions in a server and explains how to fix them."""

from collections.abc import Iterator

from bot.content.message import MOST_TEXT, Content, Link, Row
from bot.content.names import safe
from bot.content.needs import (
    COMMANDS,
    MANAGE_THREADS,
    NEEDS,
    CheckedPlace,
    CheckedServer,
    Need,
    listed,
    title,
)
from bot.i18n import Words

_ROOM_FOR_REST = 60
"""Characters for the line that counts the places for which there is no room."""


def checking_page(words: Words, server: CheckedServer) -> Content:
    """Instructions to fix faults, the permissions of the place, and faults elsewhere."""
    mending = [*_mending(words, server)]
    before = [
        *mending,
        *([""] if mending else []),
        words._("What I need in {channel}:", channel=f"<#{server.here.channel_id}>"),
        *_permissions(words, server.here),
        *_other_faults(words, server.here),
        "",
    ]
    after = [*_counted(words, server)]
    room = MOST_TEXT - len("\n".join((*before, *after))) - _ROOM_FOR_REST
    lines = [*before, *_named(words, server, room), *after]
    rows: tuple[Row, ...] = ()
    if _everywhere(server):
        rows = ((Link(words._("Add me again"), server.link),),)
    return Content("\n".join(lines), rows=rows)


def _permissions(words: Words, place: CheckedPlace) -> Iterator[str]:
    """A line for each permission of the bot, and for the one that players need."""
    permitted = [(need, need.permission in place.has) for need in place.needs]
    for need, has in (*permitted, (COMMANDS, place.typed_by_all)):
        sign = "✅" if has else "❌" if need in place.vital else "⚠️"
        without = words._(need.without)
        yield f"{sign} **{title(words, need)}** – {without}"


def _other_faults(words: Words, place: CheckedPlace) -> Iterator[str]:
    if place.slowmode:
        text = words.ngettext(
            "**Slowmode** is on: everyone waits {count} second between presses. Edit Channel → "
            "Overview → Slowmode: Off, or play in direct messages.",
            "**Slowmode** is on: everyone waits {count} seconds between presses. Edit Channel → "
            "Overview → Slowmode: Off, or play in direct messages.",
            place.slowmode,
        )
        yield f"⚠️ {text}"
    if place.locked:
        locked = words._(
            "**The thread is locked**, so no button works. Unlock it in its menu. You need "
            "this permission: {permission}.",
            permission=title(words, MANAGE_THREADS),
        )
        yield f"❌ {locked}"


def _named(words: Words, server: CheckedServer, room: int) -> Iterator[str]:
    faulty = [place for place in server.elsewhere if place.at_fault and place.visible]
    for number, place in enumerate(faulty):
        faults = [title(words, need) for need in place.lacks(place.vital)]
        faults += [words._("slowmode")] if place.slowmode else []
        faults += [words._("locked")] if place.locked else []
        line = f"❌ <#{place.channel_id}>: {words.listed(faults)}"
        room -= len(line) + 1
        if room < 0:
            more = words.ngettext(
                "and {count} more place", "and {count} more places", len(faulty) - number
            )
            yield f"❌ {more}"
            return
        yield line


def _counted(words: Words, server: CheckedServer) -> Iterator[str]:
    """Counts of the other places with games that are not named."""
    faulty = [place for place in server.elsewhere if place.at_fault]
    well = len(server.elsewhere) - len(faulty)
    if well:
        text = words.ngettext(
            "All is well in {count} other place with games.",
            "All is well in {count} other places with games.",
            well,
        )
        yield f"✅ {text}"
    if hidden := sum(not place.visible for place in faulty):
        text = words.ngettext(
            "Something is wrong in {count} place that you can't see.",
            "Something is wrong in {count} places that you can't see.",
            hidden,
        )
        yield f"❌ {text}"
    if server.channels_gone:
        text = words.ngettext(
            "{count} game has lost its channel. Type `/move` in the channel that should show it.",
            "{count} games have lost their channels. Type `/move` in the channel that should show "
            "them.",
            server.channels_gone,
        )
        yield f"❌ {text}"


def _everywhere(server: CheckedServer) -> tuple[Need, ...]:
    """The permissions that the link asks for and the bot lacks in the whole server."""
    return tuple(need for need in NEEDS if need.asked and need.permission not in server.in_server)


def _mending(words: Words, server: CheckedServer) -> Iterator[str]:
    everywhere = _everywhere(server)
    if everywhere:
        yield words._(
            "**To fix it in the whole server:** add me again with the button below. Nothing is "
            "lost. I lack: {missing}.",
            missing=listed(words, everywhere),
        )
    here = [need for need in server.here.lacks(server.here.needs) if need.asked]
    if by_channel := [need for need in here if need not in everywhere]:
        yield words._(
            "**To fix it in {channel}:** Edit Channel → Permissions → Advanced Permissions → "
            "{role}. Allow: {missing}.",
            channel=f"<#{server.here.shown_in or server.here.channel_id}>",
            role=safe(server.role),
            missing=listed(words, by_channel),
        )
    if any(place.lacks(place.vital) for place in server.elsewhere if place.visible):
        yield words._("**To fix it in the places below:** type `/check` there.")
    faulty = any(place.at_fault for place in (server.here, *server.elsewhere))
    if not everywhere and not here and not faulty:
        well = words._("I have all the permissions that I need.")
        yield f"✅ {well}"
