"""People in the app, who can do only what the app offers, and act only on what they see."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from tests.stand_in.interactions import ACKNOWLEDGED_IN, Kind
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.world import BUTTON, FILE_UPLOAD, Json, components, labels


@dataclass(frozen=True)
class Person:
    """A person with the app."""

    discord: Discord
    user: Json

    @property
    def id(self):
        return str(self.user["id"])

    @property
    def name(self):
        """The displayed name."""
        return str(self.user["global_name"])

    @property
    def directs(self):
        """The direct messages from the bot, oldest first."""
        channel = self.discord.world.direct(self.id)
        return list(self.discord.world.messages[channel["id"]].values())

    # --- doing, without waiting for an answer ----------------------------------------------------

    async def begin_command(self, channel, command, focused="", /, **options):
        """Send a command off, or ask what is suggested for its option *focused*."""
        registered = self._command(command)
        kinds = {option["name"]: option["type"] for option in registered.get("options", ())}
        filled = [
            {"name": option, "type": kinds[option], "value": value}
            | ({"focused": True} if option == focused else {})
            for option, value in options.items()
        ]
        data = {"id": registered["id"], "name": command, "type": 1, "options": filled}
        kind = Kind.SUGGESTIONS if focused else Kind.COMMAND
        return await self.discord.interact(kind, self.user, channel["id"], data)

    async def begin_press(self, message, label):
        """Press the button that begins with *label*."""
        return await self.begin_use(message, button(message, label))

    async def begin_use(self, message, component):
        """Use a component that was on a message, and may have been removed."""
        data = {"custom_id": component["custom_id"], "component_type": component["type"]}
        channel_id = message["channel_id"]
        return await self.discord.interact(Kind.COMPONENT, self.user, channel_id, data, message)

    # --- doing, until it is answered -------------------------------------------------------------

    async def slash(self, channel, command, /, **options):
        """Type a command."""
        return await self.answered(await self.begin_command(channel, command, **options))

    async def suggested(self, channel, command, option, typed="", /, **filled):
        """The choices suggested for a command's option."""
        options = {**filled, option: typed}
        asked = await self.begin_command(channel, command, option, **options)
        await self.heard(asked)
        return [choice["value"] for choice in asked.choices]

    async def press(self, message, label):
        """Press the button that begins with *label*."""
        return await self.answered(await self.begin_press(message, label))

    async def submit(self, opened, pressed, /, *files, **texts):
        """Fill in the window that a press on a message has *opened*, and submit it.

        Its fields are named by their ids. Returns the answer.
        """
        components, attachments = [], {}
        for label in opened.window["components"]:
            field = label["component"]
            filled = {"type": field["type"], "custom_id": field["custom_id"]}
            if field["type"] == FILE_UPLOAD:
                attachments |= {each["id"]: each for each in files}
                filled["values"] = [*attachments]
            else:
                filled["value"] = texts.get(field["custom_id"], "")
            components.append({"type": label["type"], "component": filled})
        data = {"custom_id": opened.window["custom_id"], "components": components}
        if attachments:
            data["resolved"] = {"attachments": attachments}
        channel_id = pressed["channel_id"]
        submitted = self.discord.interact(Kind.WINDOW, self.user, channel_id, data, pressed)
        return await self.answered(await submitted)

    async def answered(self, interaction, patience=PATIENCE):
        """Wait for the answer."""
        await self.discord.until(interaction.done.is_set, patience)
        return interaction

    async def heard(self, interaction, patience=PATIENCE):
        """Wait for the answer, as the app shows it, unless none can come."""
        for seconds in (ACKNOWLEDGED_IN, patience):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await interaction.done.wait()
            if interaction.done.is_set() or interaction.acknowledged is None:
                return

    # --- inside ----------------------------------------------------------------------------------

    def _command(self, name):
        return next(each for each in self.discord.world.commands if each["name"] == name)


NAMES = ("ann", "bob", "cora", "dan")


def people(discord, *names):
    return [Person(discord, discord.world.add_user(name)) for name in names]


def button(message, label):
    """The button that begins with *label*."""
    for each in components(message):
        if each["type"] == BUTTON and each.get("label", "").startswith(label):
            return each
    raise AssertionError(f"no button {label!r} among {labels(message)}")
