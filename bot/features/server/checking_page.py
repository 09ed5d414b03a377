"""What the bot needs in a server, whether it has it, what fails without it, and what mends it."""

from collections.abc import Iterator

from bot.content.checked import CheckedPlace, CheckedServer
from bot.content.content import MOST_TEXT, Content, Link, Row
from bot.content.names import safe
from bot.content.needs import (
    COMMANDS,
    MANAGE_THREADS,
    NEEDS,
    Need,
    is_locked,
    listed,
)
from bot.i18n import Words

_ROOM_FOR_REST = 60
"""Characters for the line that counts the places for which there is no room."""


def checking_page(words: Words, server: CheckedServer) -> Content:
    """How to mend what is wrong; each permission there; and what is wrong elsewhere."""
    mending = [*_mending(words, server)]
    before = [
        *mending,
        *([""] if mending else []),
        words._("What I need in {channel}:", channel=f"<#{server.here.channel_id}>"),
        *(_line(words, need, server.here) for need in server.here.needs),
        _of_all(words, server.here),
        *_other_faults(words, server.here),
        "",
    ]
    after = [*_counted(words, server)]
    room = MOST_TEXT - len("\n".join((*before, *after))) - _ROOM_FOR_REST
    lines = [*before, *_named(words, server, room), *after]
    rows: tuple[Row, ...] = ()
    if _everywhere(server):
        rows = ((Link(words._("Add me anew"), server.link),),)
    return Content("\n".join(lines), rows=rows)


def _line(words: Words, need: Need, place: CheckedPlace) -> str:
    """Whether a permission is there, and what fails without."""
    lacked = "❌" if need in place.vital else "⚠️"
    sign = "✅" if need.permission in place.has else lacked
    return f"{sign} **{need.title}** – {words._(need.without)}"


def _of_all(words: Words, place: CheckedPlace) -> str:
    """The one thing that players need, not the bot."""
    return words._(
        "{sign} **{title}**, for everybody – {without}",
        sign="✅" if place.typed_by_all else "⚠️",
        title=COMMANDS.title,
        without=words._(COMMANDS.without),
    )


def _other_faults(words: Words, place: CheckedPlace) -> Iterator[str]:
    """What is wrong there that is no permission."""
    if place.slowmode:
        yield words._(
            "⚠️ **Slowmode** is on: nobody can press or type anything for {seconds} seconds after "
            "the last time. Edit Channel → Overview → Slowmode: Off, or play in direct messages.",
            seconds=place.slowmode,
        )
    if place.locked:
        yield words._(
            "❌ **The thread is locked**: no button works there. Unlock it in its own menu, which "
            "takes {permission}.",
            permission=MANAGE_THREADS.title,
        )


def _named(words: Words, server: CheckedServer, room: int) -> Iterator[str]:
    """What is wrong in other places where games are shown: in as many as there is *room* for."""
    faulty = [place for place in server.elsewhere if place.at_fault and place.visible]
    for number, place in enumerate(faulty):
        lacked = place.lacks(place.vital)
        faults = [listed(words, lacked)] if lacked else []
        faults += [words._("slowmode")] if place.slowmode else []
        faults += [words._("locked")] if place.locked else []
        line = f"❌ <#{place.channel_id}>: {', '.join(faults)}"
        room -= len(line) + 1
        if room < 0:
            yield words.ngettext(
                "❌ and {count} more place", "❌ and {count} more places", len(faulty) - number
            )
            return
        yield line


def _counted(words: Words, server: CheckedServer) -> Iterator[str]:
    """The other places where games are shown that need not, or may not, be named."""
    faulty = [place for place in server.elsewhere if place.at_fault]
    well = len(server.elsewhere) - len(faulty)
    if well:
        yield words.ngettext(
            "✅ In {count} other place where a game is shown all is well.",
            "✅ In {count} other places where games are shown all is well.",
            well,
        )
    if hidden := sum(not place.visible for place in faulty):
        yield words.ngettext(
            "❌ In {count} place that you cannot see something is wrong, too.",
            "❌ In {count} places that you cannot see something is wrong, too.",
            hidden,
        )
    if server.channels_gone:
        yield words.ngettext(
            "❌ {count} game has lost its channel: type `/move` where it is to be shown.",
            "❌ {count} games have lost their channels: type `/move` where they are to be shown.",
            server.channels_gone,
        )


def _everywhere(server: CheckedServer) -> tuple[Need, ...]:
    """What the bot has not got in the whole server, though the link would ask for it."""
    return tuple(need for need in NEEDS if need.asked and need.permission not in server.in_server)


def _mending(words: Words, server: CheckedServer) -> Iterator[str]:
    """How to give what is missing, or that nothing is."""
    _ = words._
    everywhere = _everywhere(server)
    if everywhere:
        yield _(
            "**To mend it in the whole server:** I lack {missing}. The button below adds me anew, "
            "with what I need; nothing is lost by that.",
            missing=listed(words, everywhere),
        )
    here = [need for need in server.here.lacks(server.here.needs) if need.asked]
    if by_channel := [need for need in here if need not in everywhere]:
        yield _(
            "**To mend it in {channel}:** Edit Channel → Permissions → Advanced Permissions → "
            "{role}: allow {missing}.",
            channel=f"<#{server.here.shown_in or server.here.channel_id}>",
            role=safe(server.role),
            missing=listed(words, by_channel),
        )
    if any(place.lacks(place.vital) for place in server.elsewhere if place.visible):
        yield _("**To mend it in the places below:** type `/check` there, or name them with it.")
    faulty = any(place.at_fault for place in (server.here, *server.elsewhere))
    if not everywhere and not here and not faulty:
        yield _("✅ I have all that I need.")


def complaint_page(words: Words, channel_id: int, missing: str, role: str, link: str) -> Content:
    """For a server's admins, once: what keeps games from being shown in a channel.

    *missing* are the titles of the permissions. A thread that is locked is only to be unlocked.
    """
    channel = f"<#{channel_id}>"
    if is_locked(missing):
        return Content(
            words._(
                "I cannot show a game in {channel}: the thread is locked, and so no button works "
                "there.\n"
                "**To mend it:** unlock it in its own menu, which takes {permission}. Then I catch "
                "up by myself.\n"
                "This is for whoever manages the server.",
                channel=channel,
                permission=MANAGE_THREADS.title,
            )
        )
    text = words._(
        "I cannot show a game in {channel}: I lack {missing}.\n"
        "**To mend it:** Edit Channel → Permissions → Advanced Permissions → {role}: allow that; "
        "or add me anew with the button, if I lack it in the whole server. Then I catch up by "
        "myself.\n"
        "This is for whoever manages the server; `/check` in the channel tells more.",
        channel=channel,
        missing=missing,
        role=safe(role),
    )
    return Content(text, rows=((Link(words._("Add me anew"), link),),))
