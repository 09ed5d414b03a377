"""Discord's answers on each route that the bot uses, by its documentation.

See https://discord.com/developers/docs. Each function is given the call and the parts of its path.
"""

from tests.stand_in.limits import OLD
from tests.stand_in.rules import check_posted, check_registered, check_seen
from tests.stand_in.world import THREADS, WireError, found, member

_MOST_HISTORY = 100
_NONCE_KEPT = 180.0
"""Seconds: "the past few minutes" in Discord's words."""

ROUTES = []


def _route(method, path):
    """Answer a route with a function."""

    def registered(answer):
        ROUTES.append((method, path, answer))
        return answer

    return registered


def _interaction(discord, token):
    try:
        return discord.interactions[token]
    except KeyError:
        raise WireError(404, 10015, "Unknown Webhook") from None


# --- the bot --------------------------------------------------------------------------------------


@_route("GET", "/users/@me")
def _me(discord, call):
    return discord.world.bot


@_route("GET", "/oauth2/applications/@me")
def _application(discord, call):
    by_users = discord.world.users_can_install
    return {
        "id": discord.world.application,
        "name": "Two Rivers",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": discord.world.bot,
        "verify_key": "0" * 64,
        "flags": 0,
        "integration_types_config": {"0": {}} | ({"1": {}} if by_users else {}),
    }


@_route("GET", "/gateway/bot")
def _gateway_bot(discord, call):
    gateway = discord.gateway
    left = {"total": 1000, "remaining": 999, "reset_after": 0}
    return {
        "url": discord.gateway_for(call.by),
        "shards": gateway.shards,
        "session_start_limit": left | {"max_concurrency": gateway.max_concurrency},
    }


@_route("PUT", "/applications/{application}/commands")
def _register(discord, call, application):
    check_registered(discord.world, call.body)
    fixed = {"application_id": application, "version": "1"}
    discord.world.commands = [
        {"type": 1, "description": ""} | command | fixed | {"id": discord.world.new_id()}
        for command in call.body
    ]
    return discord.world.commands


# --- emojis of the bot's own ----------------------------------------------------------------------


@_route("GET", "/applications/{application}/emojis")
def _emojis(discord, call, application):
    return {"items": list(discord.world.emojis.values())}


@_route("POST", "/applications/{application}/emojis")
def _add_emoji(discord, call, application):
    return discord.world.add_emoji(call.body["name"], call.body["image"])


@_route("DELETE", "/applications/{application}/emojis/{emoji}")
def _delete_emoji(discord, call, application, emoji):
    del discord.world.emojis[found(discord.world.emojis, emoji, 10014, "Unknown Emoji")["id"]]


# --- interactions ---------------------------------------------------------------------------------


@_route("POST", "/interactions/{interaction}/{token}/callback")
def _callback(discord, call, interaction, token):
    answer = _interaction(discord, token).acknowledge(call.body, call.files, call.by)
    return answer if call.query.get("with_response") else None


@_route("POST", "/webhooks/{application}/{token}")
def _follow_up(discord, call, application, token):
    return _interaction(discord, token).follow_up(call.body, call.files)


@_route("PATCH", "/webhooks/{application}/{token}/messages/@original")
def _edit_original(discord, call, application, token):
    interaction = _interaction(discord, token)
    message = interaction.edit_original(call.body, call.files)
    for each in discord.interactions.values():
        if each is interaction:
            break
        if each.message is message:
            each.overtake()
    return message


@_route("DELETE", "/webhooks/{application}/{token}/messages/@original")
def _delete_original(discord, call, application, token):
    message = _interaction(discord, token).delete_original()
    for each in discord.interactions.values():
        if each.message is not None and each.message["id"] == message["id"]:  # or a copy of it
            each.overtake()


# --- channels -------------------------------------------------------------------------------------


@_route("POST", "/users/@me/channels")
def _open_direct(discord, call):
    discord.world.stale.discard(str(call.body["recipient_id"]))
    return discord.world.direct(str(call.body["recipient_id"]))


@_route("GET", "/channels/{channel}")
def _channel(discord, call, channel):
    return check_seen(discord.world, channel)


@_route("PATCH", "/channels/{channel}")
def _change_channel(discord, call, channel):
    assert call.body.keys() == {"name"}, "nothing else can be changed here"
    thread = check_seen(discord.world, channel)
    thread["name"] = call.body["name"]
    return thread


@_route("GET", "/guilds/{guild}")
def _guild(discord, call, guild):
    if guild in discord.world.without_bot:
        raise WireError(404, 10004, "Unknown Guild")
    return found(discord.world.guilds, guild, 10004, "Unknown Guild")


@_route("GET", "/guilds/{guild}/members/{user}")
def _member(discord, call, guild, user):
    if guild in discord.world.without_bot:
        raise WireError(403, 50001, "Missing Access")
    if (guild, user) in discord.world.departed:
        raise WireError(404, 10007, "Unknown Member")
    return member(found(discord.world.users, user, 10007, "Unknown Member"))


@_route("GET", "/guilds/{guild}/channels")
def _channels(discord, call, guild):
    return [
        channel
        for channel in discord.world.channels.values()
        if channel.get("guild_id") == guild and channel["type"] not in THREADS
    ]


@_route("GET", "/guilds/{guild}/threads/active")
def _active_threads(discord, call, guild):
    return {"threads": discord.world.threads(guild), "members": []}


@_route("POST", "/channels/{channel}/messages/{message}/threads")
async def _open_thread(discord, call, channel, message):
    parent = check_seen(discord.world, channel)
    discord.world.message(channel, message)
    if message in discord.world.channels:
        raise WireError(400, 160004, "A thread has already been created for this message")
    thread = discord.world.add_thread(parent, call.body, message)
    answer = thread | {"newly_created": True}
    await discord.gateway.dispatch("THREAD_CREATE", answer, thread["guild_id"])
    return thread


# --- messages -------------------------------------------------------------------------------------


@_route("POST", "/channels/{channel}/messages")
def _post(discord, call, channel):
    check_posted(discord.world, channel)
    nonce = str(call.body.get("nonce", "")) if call.body.get("enforce_nonce") else ""
    now = discord.world.clock()
    if nonce in discord._nonces and now - discord._nonces[nonce][0] < _NONCE_KEPT:
        return discord._nonces[nonce][1]
    message = discord.world.post(channel, call.body, call.files)
    if nonce:
        discord._nonces[nonce] = now, message
    return message


@_route("PATCH", "/channels/{channel}/messages/{message}")
def _edit(discord, call, channel, message):
    check_seen(discord.world, channel)
    edited = discord.world.message(channel, message)
    if discord.limits is not None and discord.world.age(edited) > OLD:
        discord.limits.take_old_edit(channel)
    return discord.world.edit(edited, call.body, call.files)


@_route("DELETE", "/channels/{channel}/messages/{message}")
def _delete(discord, call, channel, message):
    check_seen(discord.world, channel)
    discord.world.delete(discord.world.message(channel, message))


@_route("GET", "/channels/{channel}/messages/{message}")
def _message(discord, call, channel, message):
    check_seen(discord.world, channel)
    return discord.world.message(channel, message)


@_route("GET", "/channels/{channel}/messages")
def _history(discord, call, channel):
    check_seen(discord.world, channel)
    limit = min(int(call.query.get("limit", 50)), _MOST_HISTORY)
    after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 64))
    fitting = [
        message
        for message_id, message in discord.world.messages[channel].items()
        if after < int(message_id) < before
    ]
    return (fitting[:limit] if after else fitting[-limit:])[::-1]
