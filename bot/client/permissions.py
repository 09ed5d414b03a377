"""Which permissions the bot needs in a channel, and what they are called."""

import discord

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")

# The names under which Discord's own settings list them.
TITLES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "manage_threads": "Manage Threads",
}

MENTION_ALL = "Mention @everyone, @here, and All Roles"


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The titles of the permissions without which no game can be shown there."""
    needed = [
        "send_messages_in_threads" if thread and name == "send_messages" else name
        for name in NEEDED
    ]
    return [TITLES[name] for name in needed if not getattr(permissions, name)]


def threads_permitted(permissions: discord.Permissions) -> bool:
    """Whether a game may have a thread of its own."""
    return all(getattr(permissions, name) for name in NEEDED_FOR_THREADS)
