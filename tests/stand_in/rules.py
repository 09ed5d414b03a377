"""Calls that Discord refuses for anybody: to what is closed, gone or missing."""

from tests.stand_in.world import DIRECT, GROUP, WireError, emojis_on


def check_seen(world, channel_id):
    """A channel that exists, and that the bot may see."""
    channel = world.channel(channel_id)
    if channel.get("guild_id") in world.without_bot:
        raise WireError(403, 50001, "Missing Access")
    recipients = {person["id"] for person in channel.get("recipients", ())}
    if channel["type"] == GROUP or world.stale & recipients:
        raise WireError(403, 50001, "Missing Access")
    return channel


def check_posted(world, channel_id):
    """Raise WireError in a channel in which no message may be posted."""
    channel = check_seen(world, channel_id)
    if channel["type"] == DIRECT:
        for person in channel["recipients"]:
            if code := world.closed.get(person["id"]):
                raise WireError(403, code, "Cannot send messages to this user")
            if not world.reaches(person["id"]):
                raise WireError(403, 50278, "Cannot send messages: no mutual guilds")


def check_registered(world, commands):
    """Raise WireError for commands for users, if the application is only for servers."""
    for command in commands:
        if 1 in command["integration_types"] and not world.users_can_install:
            raise WireError(400, 50035, "Invalid Form Body")


def check_offered(world, channel, user, command):
    """Raise AssertionError for a command that the app does not offer somebody there."""
    by = {int(kind) for kind in added_by(world, channel, user)}
    there = context_of(world, channel) in command["contexts"]
    offered = there and not by.isdisjoint(command["integration_types"])
    assert offered, f"no /{command['name']} there"


def context_of(world, channel):
    """The kind of place, for commands: a server, the bot's direct messages, or others."""
    if "guild_id" in channel:
        return 0
    return 1 if channel["id"] in world.directs.values() else 2


def added_by(world, channel, user):
    """The installation of the bot by which its commands can be used there."""
    owners = {}
    guild_id = channel.get("guild_id")
    if guild_id is not None and guild_id not in world.without_bot:
        owners["0"] = guild_id
    if context_of(world, channel) == 1:
        owners["0"] = "0"
    if user["id"] in world.installs:
        owners["1"] = user["id"]
    return owners


def check_emojis(world, body):
    """Raise WireError if a button or a select has an emoji that is not there.

    In a text one is not looked at.
    """
    for emoji in emojis_on(body.get("components") or []):
        if emoji.get("id") and str(emoji["id"]) not in world.emojis:
            raise invalid_emoji()


def invalid_emoji():
    """Discord's error for an emoji that it refuses, which it sometimes gives for any."""
    errors = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    for part in ("id", "emoji", "0", "components", "0", "components"):
        errors = {part: errors}
    body = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    return WireError(400, 50035, "Invalid Form Body", body=body)
