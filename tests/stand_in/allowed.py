"""Calls that Discord allows: its own description of its API, in ``tests/fixtures``.

Schemas are compiled at the first call of a route, and kept.
"""

import gzip
import json
import re
from functools import cache, cached_property
from pathlib import Path

from jsonschema_rs import Draft202012, Draft202012Validator, Registry

_DESCRIPTION = Path(__file__).parents[1] / "fixtures" / "discord_api" / "openapi.json.gz"
_ADDRESS = "discord:api"
_PART = re.compile(r"\{\w+\}")
_FILE = re.compile(r"files\[[0-9]\]")
_MEDIA_CHANNEL = 16
_FLAGS = {"true": True, "false": False, "1": True, "0": False}
_KIND = "type"
"""The field with the kind of a body or a component."""


@cache
def _described():
    """The description, with what only the documentation has."""
    description = json.loads(gzip.decompress(_DESCRIPTION.read_bytes()))
    schemas = description["components"]["schemas"]
    # Discord accepts ids as numbers too, and discord.py sends some so.
    text = schemas["SnowflakeType"]
    schemas["SnowflakeType"] = {"anyOf": [text, {"type": "integer", "minimum": 0}]}
    schemas["ChannelTypes"]["oneOf"].append({"title": "GUILD_MEDIA", "const": _MEDIA_CHANNEL})
    return description


@cache
def _registry():
    return Registry([(_ADDRESS, _described())], draft=Draft202012)


@cache
def _paths():
    """The described paths, with any names of their parts."""
    return {_PART.sub("{}", path): path for path in _described()["paths"]}


class Route:
    """A route as Discord describes it: ``POST /channels/{channel}/messages``.

    Raises LookupError if there is none.
    """

    def __init__(self, method, path):
        self._method, self._path = method.lower(), _paths()[_PART.sub("{}", path)]
        of_path = _described()["paths"][self._path]
        operation = of_path[self._method]
        self._parameters = {
            (each["in"], each["name"]): each
            for each in (*of_path.get("parameters", ()), *operation.get("parameters", ()))
        }
        self._names = re.findall(r"\{(\w+)\}", self._path)
        self._body = operation.get("requestBody")

    def faults(self, parts, query, body, files):
        """The faults of a call with these *parts* of its path, in order."""
        given = {("path", name): part for name, part in zip(self._names, parts, strict=True)}
        given |= {("query", name): value for name, value in query.items()}
        for (where, name), text in given.items():
            if (where, name) not in self._parameters:
                yield f"there is no {name} in the {where}"
                continue
            validator = self._of_parameter[where, name]
            values = (text, *_readings(text))
            if not any(validator.is_valid(value) for value in values):
                yield f"{name} in the {where} cannot be {text!r}"
        for (where, name), parameter in self._parameters.items():
            if parameter.get("required") and (where, name) not in given:
                yield f"{name} is missing in the {where}"
        if body is None:
            if self._body is not None and self._body.get("required"):
                yield "its body is missing"
        elif self._body is None:
            yield "it has a body"
        elif not self._of_body.is_valid(body):  # in a third of the time
            for error in self._of_body.iter_errors(body):
                yield f"in its body at {_faults_of(error)}"
        for name in files:
            if not _FILE.fullmatch(name):
                yield f"a file is called {name}"

    @cached_property
    def _of_parameter(self):
        return {key: _compiled(each["schema"]) for key, each in self._parameters.items()}

    @cached_property
    def _of_body(self):
        return _compiled(self._body["content"]["application/json"]["schema"])


def _faults_of(error):
    """Return the faults and their places; of several schemas, by the nearest."""
    path = "/".join(map(str, error.instance_path))
    inner = [_faults_of(each) for each in _nearest(getattr(error.kind, "context", ()))]
    return " and ".join(inner) if inner else f"{path}: {error.message}"


def _nearest(could_be):
    """The errors of the schema that fits best: by its kind, then by how deep the fault is."""

    def order(errors):
        paths = [error.instance_path for error in errors]
        return any(_KIND in path for path in paths), -max(map(len, paths))

    return min(could_be, key=order, default=())


def _readings(text):
    """The other values that a text in an address may mean."""
    if text.isdecimal():
        yield int(text)
    if text.lower() in _FLAGS:
        yield _FLAGS[text.lower()]


def _compiled(schema):
    description = json.dumps(schema).replace('"#/components/', f'"{_ADDRESS}#/components/')
    return Draft202012Validator(json.loads(description), registry=_registry(), mask="this")


route = cache(Route)
"""The route of a method and a path, made once."""
