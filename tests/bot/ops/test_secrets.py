"""Secrets in files and in systemd's credentials. What is wrong is told, a secret never."""

import os
import pwd

import pytest

from bot.__main__ import main
from bot.settings import (
    load_check_settings,
    load_local_settings,
    load_settings,
    token_given,
    unknown_settings,
)
from tests.configuring import TOKEN, faults, nothing_set

__all__ = ["nothing_set"]

CREDENTIAL = "systemd's credential DISCORD_TOKEN"


@pytest.fixture(params=["DISCORD_TOKEN_FILE", CREDENTIAL])
def secret(request, tmp_path, monkeypatch):
    """Where the token is expected; the parameter is what errors call it."""
    folder = tmp_path / "secrets"
    folder.mkdir()
    if request.param == CREDENTIAL:
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    else:
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(folder / "DISCORD_TOKEN"))
    return folder / "DISCORD_TOKEN"


@pytest.fixture
def source(secret, request):
    return str(request.node.callspec.params["secret"])


def test_a_token_in_a_file_of_its_own(secret, monkeypatch):
    secret.write_text(f"\ufeff{TOKEN}\n", "utf-8")
    assert token_given()
    assert load_settings().discord_token.get_secret_value() == TOKEN
    assert load_check_settings().token == TOKEN
    monkeypatch.setenv("DISCORD_TOKEN", f"{TOKEN} ")  # the same once more
    assert load_settings().discord_token.get_secret_value() == TOKEN


def test_two_tokens_are_one_too_many(secret, source, monkeypatch):
    secret.write_text(TOKEN)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN.replace("M", "N"))
    for load in (token_given, load_settings, load_check_settings):
        assert faults(load) == [
            f"DISCORD_TOKEN and {source} are set to different values: leave only one of them."
        ]


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda file: file.mkdir(), "cannot be read: Is a directory."),
        (lambda file: file.symlink_to("nowhere"), "cannot be read: No such file or directory."),
        (lambda file: file.write_text(" \n"), "is empty."),
        (lambda file: file.write_bytes(b"\xff\xfe"), "cannot be read: it must be saved as UTF-8."),
        (lambda file: file.write_text(TOKEN * 100), "is longer than 4096 characters."),
    ],
)
def test_a_file_that_holds_no_token(make, fault, secret, source, capsys):
    make(secret)
    for load in (token_given, load_settings, load_check_settings):
        assert faults(load) == [f"The file of {source} {fault}"]
    for arguments in ([], ["--discord"], ["check"]):
        assert main(arguments) == 78
        assert capsys.readouterr().err == f"The file of {source} {fault}\n"


def test_what_is_in_the_file_is_checked_and_not_told(secret):
    for wrong in (f"{TOKEN}\n{TOKEN}", "\0\1\2", "hunter2"):
        secret.write_text(wrong)
        (line,) = faults()
        assert line.startswith("DISCORD_TOKEN ")
        assert wrong not in line


def test_a_path_that_leads_to_no_token(tmp_path, monkeypatch):
    """It is not told: it may be the token itself."""
    for path in ("nowhere", TOKEN, "/"):
        monkeypatch.setenv("DISCORD_TOKEN_FILE", path)
        (line,) = faults()
        assert line.startswith("The file of DISCORD_TOKEN_FILE cannot be read: ")
        assert TOKEN not in line
    monkeypatch.delenv("DISCORD_TOKEN_FILE")
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN_FILE=to\0ken\n")
    assert faults() == ["The file of DISCORD_TOKEN_FILE cannot be read: its path has a NUL in it."]


def test_a_path_in_env(tmp_path):
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / ".env").write_text("DISCORD_TOKEN_FILE=token\n")
    assert token_given()
    assert unknown_settings() == []


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    """As a service's own settings by others; root, who may read them, is another user meanwhile."""
    secret = tmp_path / ".env"
    secret.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    secret.chmod(0)
    tmp_path.chmod(0o755)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        for load in (token_given, load_settings, load_local_settings):
            assert faults(load) == ["The file .env cannot be read: Permission denied."]
        monkeypatch.chdir("/")
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(secret))
        assert faults() == ["The file of DISCORD_TOKEN_FILE cannot be read: Permission denied."]
    finally:
        if root:
            os.seteuid(0)


def test_a_credential_of_another_name_is_none_of_the_bot_s(tmp_path, monkeypatch):
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    (tmp_path / "discord").write_text(TOKEN)
    assert not token_given()


def test_a_database_in_a_file_of_its_own(tmp_path, monkeypatch):
    url = "postgresql://user:hunter2@host/games"
    (tmp_path / "url").write_text(f"{url}\n")
    monkeypatch.setenv("DATABASE_URL_FILE", "url")
    assert load_check_settings().database_url == load_local_settings().database_url == url
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:hunter3@host/games")
    assert faults(load_check_settings) == [
        "DATABASE_URL and DATABASE_URL_FILE are set to different values: leave only one of them."
    ]
