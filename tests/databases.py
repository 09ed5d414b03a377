"""New databases, without migrating each of the many that tests need."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store import Store

_prepared: list[bytes] = []


async def new_database(path: Path) -> str:
    """The URL of the database at *path*; if there is none, it becomes a new, empty one.

    Byte by byte what a store makes of no file at all; that is made once.
    """
    if not _prepared:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "games.sqlite3"
            store = await Store.open(_url(made))
            await store.close()
            _prepared.append(_read(made))
    _write(path, _prepared[0])
    return _url(path)


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def _read(path: Path) -> bytes:
    return path.read_bytes()


def _write(path: Path, content: bytes) -> None:
    if not path.exists():
        path.write_bytes(content)
