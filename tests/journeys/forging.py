"""Buttons that the bot never put on its messages: another version's, or forged ones."""

from contextlib import contextmanager

FORGED = "Forged"


@contextmanager
def forged(w, message, custom_id, values=()):
    """Replace a message's components by one button or, with *values*, one select."""
    component = {"type": 2, "style": 1, "label": FORGED, "custom_id": custom_id}
    if values:
        offered = [{"label": value, "value": value} for value in values]
        component = {"type": 3, "custom_id": custom_id, "placeholder": FORGED, "options": offered}
        component |= {"max_values": len(values)}
    channel_id = getattr(message, "channel_id", None) or message.channel.id
    stored = w.env.backend.get_message(channel_id, message.id)
    assert stored is not None
    before, stored.components = stored.components, [{"type": 1, "components": [component]}]
    try:
        yield
    finally:
        stored.components = before


async def forge(person, message, custom_id, values=()):
    """Press what the bot never put on a message; the answer, or the one below it."""
    with forged(person.world, message, custom_id, values):
        actor = person._actor(message)
        if values:
            result = await actor.select(message, values, custom_id=custom_id)
        else:
            result = await actor.click(message, custom_id=custom_id)
    answer = person._answer(result)
    return result.followups[-1] if result.followups else answer
