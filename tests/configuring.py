"""Settings: none to begin with, a token that looks real, and what is wrong with those given."""

import pytest

from bot.settings import LocalSettings, Settings, SettingsError

NAMES = {name.upper() for name in Settings.model_fields.keys() | LocalSettings.model_fields.keys()}
TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch, tmp_path):
    for name in (*NAMES, "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def faults(load=Settings.load):
    with pytest.raises(SettingsError) as caught:
        load()
    assert caught.value.__cause__ is None
    return str(caught.value).splitlines()
