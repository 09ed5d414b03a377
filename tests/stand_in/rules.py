"""What Discord refuses, whoever asks: what is archived, closed, gone, or needs a permission."""

from tests.stand_in.world import DIRECT, GROUP, THREADS, WireError, emojis_on


def check_seen(world, channel_id):
    """A channel that is there, and that the bot may see."""
    channel = world.channel(channel_id)
    if channel.get("guild_id") in world.without_bot:
        raise WireError(403, 50001, "Missing Access")
    recipients = {person["id"] for person in channel.get("recipients", ())}
    if channel["type"] == GROUP or world.stale & recipients:
        raise WireError(403, 50001, "Missing Access")
    for each in (channel_id, channel.get("parent_id")):
        if world.barred.get(each) == 50001:
            raise WireError(403, 50001, "Missing Access")
    return channel


def check_permitted(world, channel_id):
    """A channel in which the bot may do what it is about to do."""
    channel = check_seen(world, channel_id)
    if channel_id in world.barred:
        raise WireError(403, world.barred[channel_id], "Missing Permissions")
    return channel


def check_posted(world, channel_id):
    """Whether a channel in which a message may be posted is an archived thread."""
    channel = check_permitted(world, channel_id)
    if channel["type"] == DIRECT:
        for person in channel["recipients"]:
            if code := world.closed.get(person["id"]):
                raise WireError(403, code, "Cannot send messages to this user")
            if not world.reaches(person["id"]):
                raise WireError(403, 50278, "Cannot send messages: no mutual guilds")
    if not is_archived(channel):
        return False
    if channel["thread_metadata"]["locked"]:
        raise WireError(403, 160005, "This thread is locked")
    return True


def check_edited(world, channel_id):
    """Raise WireError in a channel whose messages cannot be edited now."""
    if is_archived(check_seen(world, channel_id)):
        raise WireError(400, 50083, "Thread is archived")


def check_changed(world, channel_id):
    """A thread that the bot may archive and bring back: one of its own that is not locked."""
    thread = check_permitted(world, channel_id)
    if thread["type"] not in THREADS or thread["thread_metadata"]["locked"]:
        raise WireError(403, 50013, "Missing Permissions")
    return thread


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
    """What kind of place that is to a command: a server, the bot's direct messages, or others."""
    if "guild_id" in channel:
        return 0
    return 1 if channel["id"] in world.directs.values() else 2


def added_by(world, channel, user):
    """By whom the bot was added, so that its commands can be used there, as Discord tells it."""
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
    """What Discord says of an emoji that it does not take, and now and then of any."""
    errors = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    for part in ("id", "emoji", "0", "components", "0", "components"):
        errors = {part: errors}
    told = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    return WireError(400, 50035, "Invalid Form Body", told=told)


def is_archived(channel):
    return channel["type"] in THREADS and channel["thread_metadata"]["archived"]
