"""The owner of the bot's application, on the simulated Discord."""

import pytest
from simcord.backend import serializers
from simcord.http import router
from simcord.http.routes.application import application_info

ASKED_AGAIN_AFTER = 301
"""Seconds after which Discord is asked again."""
INVITED, ACCEPTED = 1, 2


class Application:
    """Changed fields of the application."""

    def __init__(self):
        self.fields = {}

    def of(self, owner):
        """Let a user own it."""
        self.fields = {"owner": _user(owner)}

    def of_team(self, owner, *members):
        """It belongs to a team: each member with a state and a role."""
        self.fields["team"] = {
            "id": "77",
            "icon": None,
            "name": "Scribes",
            "owner_user_id": str(owner.id),
            "members": [
                {"user": _user(person), "membership_state": state, "role": role, "team_id": "77"}
                for person, state, role in ((owner, ACCEPTED, ""), *members)
            ],
        }


def _user(person):
    backend = person.world.env.backend
    return dict(serializers.user_payload(backend.get_user(person.id)))


@pytest.fixture
def application(monkeypatch):
    """The application; nobody owns it at first but the bot itself."""
    one = Application()

    def answer(ctx):
        return application_info(ctx) | one.fields

    routes = [
        (template, answer if handler is application_info else handler)
        for template, handler in router._ROUTES["GET"]
    ]
    monkeypatch.setitem(router._ROUTES, "GET", routes)
    return one
