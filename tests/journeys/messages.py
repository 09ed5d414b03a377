"""Components and texts of a message."""

import discord
from simcord.results import ResponseMessage

from bot.i18n import Words
from engine import LEADER_NAMES, Leader
from tests.accessibility import faults_in

Message = discord.Message | ResponseMessage

BUTTON, SELECT = 2, 3
BLUE, LINK = 1, 5


def components(message):
    """Buttons and selects, as Discord describes them."""
    rows = message.components
    described = [row if isinstance(row, dict) else row.to_dict() for row in rows]
    return [component for row in described for component in row["components"]]


def labels(message):
    """The labels of the buttons that do something."""
    return [
        str(component["label"])
        for component in components(message)
        if component["type"] == BUTTON and component["style"] != LINK
    ]


def whole_label(component):
    """A button's label without its sign."""
    return f"{component['emoji']['name']} {component['label']}" if component.get("emoji") else ""


def tile_label(colour, count):
    """The label of the button for *count* tiles of a colour."""
    return Words().some_tiles(count, colour)


def tile_on(message, colour):
    """The same for as many as are in hand by the message."""
    held = {tile_label(colour, count) for count in range(1, 7)}
    return next(label for label in labels(message) if label in held)


def space_on(keypad, cell):
    """A space's whole label, which also describes effects; None if there is no such button."""
    return next((each for each in labels(keypad) if each.split(" ")[0] == str(cell)), None)


def leader_label(leader, cell=None):
    """The label of a leader's button: its role, and its space if it is on the board."""
    colour = leader.colour if isinstance(leader, Leader) else leader
    return f"{LEADER_NAMES[colour]} {cell or ''}".strip()


def faults(message):
    """Faults of the buttons and options, for listeners and for viewers."""
    buttons = [each for each in components(message) if each["type"] == BUTTON]
    blue = sum(each["style"] == BLUE for each in buttons)
    read = [str(each["label"]) for each in buttons]
    return faults_in(message.content, read, list(options(message)), blue)


def options(message):
    """The options of the message's select: labels and values."""
    return {
        option["label"]: option["value"]
        for component in components(message)
        if component["type"] == SELECT
        for option in component["options"]
    }


def chosen(message):
    """The chosen options of a page's selects."""
    return [
        option["label"]
        for component in components(message)
        for option in component.get("options", ())
        if option.get("default")
    ]


def says(message):
    """Everything on a message that can be read: text, alt texts, buttons, options."""
    parts = [message.content]
    parts += [f"{each.filename} {each.description}" for each in message.attachments]
    for component in components(message):
        parts += [str(component.get(key, "")) for key in ("label", "placeholder")]
        parts += [
            f"{option['label']} {option.get('description', '')}"
            for option in component.get("options", ())
        ]
    return "\n".join(parts)
