"""Converts messages to arguments of discord.py, within Discord's limits."""

import io
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any

import discord

from bot.content.message import (
    CHOICES,
    MOST_ALT,
    MOST_BELOW,
    MOST_LABEL,
    MOST_TEXT,
    Button,
    ChannelSelect,
    Content,
    DiscordSelect,
    Link,
    RoleSelect,
    Select,
    Style,
    TextField,
    TextForm,
    UserSelect,
)
from bot.content.names import only_channel_links
from bot.content.shortening import shorten
from bot.content.studio import drawn
from bot.i18n import Words
from bot.i18n.signs import SQUARES
from bot.i18n.times import as_of
from bot.intents import CUSTOM_ID, game_of
from bot.store import Damaged, StoreError

log = logging.getLogger(__name__)

OPTION_TEXT = 100
PLACEHOLDER = 150
MODAL_TITLE = 45
TEXT = "text"
"""The custom_id of the first field of a window; a number follows for others."""
FILE = "file"
"""The custom_id of the file in a window."""
_LIST_OR_QUOTE = re.compile(r"([-*+>]|\d+\.) ")
_FILE_OF_GAME = re.compile(r"game-(?P<game>[0-9]{1,18})[-.]")
_FIELDS = frozenset({TEXT, *(f"{TEXT}{number}" for number in range(1, 5))})
FILE_SIZE = 10 * 1024 * 1024

_STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.CHOSEN: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}

_AFTER_FULL_WIDTH = re.compile("(?<=[。！？]) ")
_Filling = discord.SelectDefaultValueType
_WHERE_GAMES_ARE_OPENED = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
    discord.ChannelType.public_thread,
)


def dated(words: Words, content: Content, now: datetime) -> Content:
    """Return a message that will not be updated: with the time, if it shows the state of a game."""
    if not content.tells_now:
        return content
    line = as_of(words, now)
    room = MOST_TEXT - len(line) - 1
    return replace(content, text=f"{shorten(content.text, room)}\n{line}")


def separate_blocks(text: str) -> str:
    """Return *text* with an empty line after each list and quote, which would take in the next."""
    lines: list[str] = []
    inside = ""
    for line in text.split("\n"):
        kind = match[1][-1] if (match := _LIST_OR_QUOTE.match(line)) else ""
        if inside and kind != inside and line.strip():
            if not kind and line.startswith(" "):  # the same item continues
                kind = inside
            else:
                lines.append("")
        lines.append(line)
        inside = kind
    return "\n".join(lines)


async def send_arguments(content: Content) -> dict[str, Any]:
    """Return the arguments of ``send``; draws the picture in a thread and reads the files."""
    return {
        "content": _sent(content.at_first or content.text),
        "embeds": _below(content),
        "files": await _files(content),
        "view": view_of(content) or discord.utils.MISSING,
        "allowed_mentions": mentions(content.ping, content.ping_role),
        "silent": content.silent,
    }


async def edit_arguments(content: Content) -> dict[str, Any]:
    """Return the arguments of ``edit``, which replace everything that was there."""
    return {
        "content": _sent(content.text),
        "embeds": _below(content),
        "attachments": await _files(content),
        "view": view_of(content),
        "allowed_mentions": mentions((*content.ping, *content.brings)),
    }


def _sent(text: str, most: int = MOST_TEXT) -> str:
    """Return a text as it is sent to Discord, in *most* characters."""
    return shorten(only_channel_links(separate_blocks(_closed_up(text))), most)


def _closed_up(text: str) -> str:
    """Return *text* without blanks behind full-width stops: sentences are joined by blanks."""
    return _AFTER_FULL_WIDTH.sub("", text)


def _below(content: Content) -> list[discord.Embed]:
    """Return the text below the picture: Discord shows a message's own text above its files."""
    if not content.below:
        return []
    return [discord.Embed(description=_sent(content.below, MOST_BELOW))]


def mentions(users: Sequence[int], role: int | None = None) -> discord.AllowedMentions:
    """Let a message notify these users and this role only, whatever its text contains."""
    return discord.AllowedMentions(
        everyone=False,
        roles=role is not None and [discord.Object(role)],
        replied_user=False,
        users=[discord.Object(user_id) for user_id in users],
    )


def view_of(content: Content) -> discord.ui.View | None:
    """Return the components; None without any."""
    if not content.rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(content.rows):
        if isinstance(row, Select):
            view.add_item(_select(row, number))
        elif isinstance(row, UserSelect):
            view.add_item(discord.ui.UserSelect(**_filled(row, number, _Filling.user)))
        elif isinstance(row, ChannelSelect):
            arguments = _filled(row, number, _Filling.channel)
            types = list(_WHERE_GAMES_ARE_OPENED)
            view.add_item(discord.ui.ChannelSelect(**arguments, channel_types=types))
        elif isinstance(row, RoleSelect):
            view.add_item(discord.ui.RoleSelect(**_filled(row, number, _Filling.role)))
        else:
            for button in row:
                view.add_item(_button(button, number))
    view.stop()  # discord.py need not wait for presses: they are found by their custom_id
    return view


def _button(button: Button | Link, row: int) -> discord.ui.Button[discord.ui.View]:
    if isinstance(button, Link):
        return discord.ui.Button(label=shorten(button.label, MOST_LABEL), url=button.url, row=row)
    return discord.ui.Button(
        label=shorten(button.label, MOST_LABEL),
        custom_id=_custom_id(button.custom_id),
        style=_STYLES[button.style],
        emoji=_emoji(button.emoji),
        row=row,
    )


def _select(select: Select, row: int) -> discord.ui.Select[discord.ui.View]:
    options = [
        discord.SelectOption(
            label=shorten(option.label, OPTION_TEXT),
            value=option.value,
            description=shorten(option.description, OPTION_TEXT) if option.description else None,
            emoji=_emoji(option.emoji),
            default=option.chosen,
        )
        for option in select.options
    ]
    if not 0 < len(options) <= CHOICES:
        raise ValueError(f"a select takes 1 to {CHOICES} options, not {len(options)}")
    return discord.ui.Select(
        custom_id=_custom_id(select.custom_id),
        placeholder=shorten(select.placeholder, PLACEHOLDER),
        options=options,
        min_values=select.least,
        max_values=select.most,
        row=row,
    )


def _emoji(sign: str | None) -> str | None:
    """Return the emoji of a component, which has room for one: the last of several."""
    return sign[-1] if sign and sign[-1] in SQUARES.values() else sign


def _filled(select: DiscordSelect, row: int, kind: _Filling) -> dict[str, Any]:
    """Return the arguments of a select of users, channels or roles."""
    return {
        "custom_id": _custom_id(select.custom_id),
        "placeholder": shorten(select.placeholder, PLACEHOLDER),
        "min_values": 0,
        "max_values": select.most,
        "default_values": [
            discord.SelectDefaultValue(id=each, type=kind) for each in select.chosen
        ],
        "row": row,
    }


def modal_of(form: TextForm) -> discord.ui.Modal:
    """Return the window that asks for a text."""
    modal = discord.ui.Modal(
        title=shorten(form.title, MODAL_TITLE), custom_id=_custom_id(form.custom_id), timeout=None
    )
    if form.file_label:
        upload: discord.ui.FileUpload[discord.ui.Modal] = discord.ui.FileUpload(
            custom_id=FILE, required=False
        )
        label = shorten(form.file_label, MODAL_TITLE)
        modal.add_item(discord.ui.Label(text=label, component=upload))
    fields: tuple[TextForm | TextField, ...] = (form, *form.further)
    for number, asked in enumerate(fields):
        field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=f"{TEXT}{number or ''}",
            max_length=asked.most,
            default=form.written or None if asked is form else None,
            placeholder=asked.hint or None,
            required=not asked.optional,
            style=discord.TextStyle.long
            if asked is form and form.has_lines
            else discord.TextStyle.short,
        )
        modal.add_item(discord.ui.Label(text=shorten(asked.label, MODAL_TITLE), component=field))
    modal.stop()  # discord.py need not wait for it: its text is found by its custom_id
    return modal


def texts_in(components: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the texts in our fields of a window, from Discord's description of its components."""
    texts = []
    for component in components:
        if component.get("custom_id") in _FIELDS and "value" in component:
            texts.append(str(component["value"]))
        inside = component.get("component")
        texts += texts_in(component.get("components", [] if inside is None else [inside]))
    return texts


def file_in(
    components: Sequence[Mapping[str, Any]], resolved: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """Return Discord's description of the file that was uploaded in a window; None without one."""
    uploaded: Mapping[str, Mapping[str, Any]] = resolved.get("attachments", {})
    for component in components:
        inside = component.get("component") or {}
        for number in inside.get("values", []) if inside.get("custom_id") == FILE else []:
            if number in uploaded:
                return uploaded[number]
    return None


def _custom_id(custom_id: str) -> str:
    if len(custom_id) > CUSTOM_ID:
        raise ValueError(f"a custom_id has at most {CUSTOM_ID} characters: {custom_id}")
    return custom_id


async def _files(content: Content) -> list[discord.File]:
    files = []
    if content.picture is not None:
        picture = content.picture
        files.append(_file(picture.name, await drawn(picture.draw), alt=picture.alt))
    for file in content.files:
        try:
            files.append(_file(file.name, await file.read(), file.alt))
        except Exception as error:
            passes = isinstance(error, StoreError) and not isinstance(error, Damaged)
            if passes or not file.spare:
                raise
            log.exception("a message goes without %s", file.name)
    return files


def _file(name: str, data: bytes, alt: str | None = None) -> discord.File:
    if len(data) > FILE_SIZE:
        raise ValueError(f"{name} has {len(data)} bytes: more than Discord takes")
    description = None if alt is None else shorten(_closed_up(alt), MOST_ALT)
    return discord.File(io.BytesIO(data), filename=name, description=description)


# --- recognising a message that was sent ---------------------------------------------------------


def has_sign(message: discord.Message, sign: str) -> bool:
    """True if *sign* names a file or a component of *message*, or begins its text.

    False for an empty sign.
    """
    files = [attachment.filename for attachment in message.attachments]
    named = sign in (*files, *custom_ids(message))
    return named or (bool(sign) and message.content.startswith(sign))


def is_about(message: discord.Message, game: int) -> bool:
    """True if *message* has a component about that game, as every page with buttons has."""
    return game in map(game_of, custom_ids(message))


def game_shown(message: discord.Message) -> int | None:
    """Return the game that a message of ours is about, by its components or files; else None."""
    named = (_FILE_OF_GAME.match(each.filename) for each in message.attachments)
    by_files = (int(match["game"]) for match in named if match)
    return next(chain(filter(None, map(game_of, custom_ids(message))), by_files), None)


def custom_ids(message: discord.Message) -> list[str]:
    """Return the ``custom_id`` of each component of *message*."""
    return [
        child.custom_id
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button | discord.SelectMenu) and child.custom_id
    ]
