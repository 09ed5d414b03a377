"""Settings: read from the environment and .env; wrong ones are named, secrets are not."""

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings

TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def faults() -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert caught.value.__cause__ is None
    return str(caught.value).splitlines()


def test_a_token_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url == "sqlite+aiosqlite:///two_rivers.sqlite3"
    assert settings.log_level == "INFO"
    assert settings.logging_level == 20
    assert TOKEN not in repr(settings)


def test_settings_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        f"# a comment\nDISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nSOMETHING_ELSE=1\n"
    )
    assert load_settings().log_level == "DEBUG"


def test_the_environment_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\n")
    monkeypatch.setenv("LOG_LEVEL", "warning")
    assert load_settings().log_level == "WARNING"


def test_a_missing_token_says_where_to_get_one() -> None:
    (line,) = faults()
    assert line.startswith("DISCORD_TOKEN is missing: ")
    assert "developer portal" in line
    assert "Bot -> Reset Token" in line


@pytest.mark.parametrize(
    "token", ["", "   ", "your-token-here", "changeme", "two words", f"{TOKEN} {TOKEN}", "a.b.c"]
)
def test_a_token_that_is_none(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    (line,) = faults()
    assert line.startswith("DISCORD_TOKEN ")
    assert "Reset Token" in line
    assert not token.strip() or token not in line


def test_blanks_around_a_token_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    assert load_settings().discord_token.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("games.sqlite3", "is not the URL"),
        ("mars+rover://user:hunter2@host/games", "unknown"),
        ("sqlite:///games.sqlite3", "no asynchronous driver"),
        ("postgresql://user:hunter2@host/games", "no asynchronous driver"),
        ("postgresql+asyncpg://user:hunter2@host:port/games", "is not the URL"),
        ("", "is not the URL"),
    ],
)
def test_a_database_that_is_none(url: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", url)
    (line,) = faults()
    assert line.startswith("DATABASE_URL ")
    assert fault in line
    assert "sqlite+aiosqlite:///" in line
    assert "hunter2" not in line


def test_every_fault_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    named = [line.split()[0] for line in faults()]
    assert sorted(named) == ["DATABASE_URL", "DISCORD_TOKEN", "LOG_LEVEL"]
