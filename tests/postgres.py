"""A real PostgreSQL server, and a pooler before it, for as long as tests need them."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

from bot.store import Store
from tests.freezing import children, freeze, thaw
from tests.ports import free_port

USER = "two_rivers"
PASSWORD = "p@ss/wörd:%?#"
"""The password of WITH_PASSWORD, with all characters that have a meaning in a URL."""
WITH_PASSWORD = "rivers with password"
_LOCK = 2_000_000_001
_TEMPLATE = "two_rivers_template"
_SETTINGS = {
    "fsync": "off",  # what is lost in a power cut is of no interest here
    "full_page_writes": "off",
    "synchronous_commit": "off",  # on where kills are measured: tests.stand_in.failing
    "shared_buffers": "64MB",
    "autovacuum": "off",
    "checkpoint_timeout": "1d",
    "log_checkpoints": "off",
    "log_min_messages": "warning",
}
_STARTED_IN = 60.0
"""Seconds."""
_MEMORY = Path("/dev/shm")
"""Folders for servers: on a disk, each of thousands of databases takes 0.3 s."""
_ROOM = 4 * 2**30
"""Free bytes required there."""


class NotInstalled(Exception):
    """No server is installed. ``str`` names what is missing."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs; everybody is let in without a password, but for WITH_PASSWORD."""

    folder: Path
    port: int

    @property
    def sockets(self):
        """The folder of its unix socket."""
        return self.folder / "sockets"

    def url(self, database, *, port=None):
        """The URL of one of its databases; with *port*, through a proxy at that port."""
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{port or self.port}/{database}"

    async def new_database(self, name=None, *, empty=False):
        """The URL of a new database with all tables of this version; *empty*, without any."""
        async with self.ruling() as connection:
            if not empty:
                await self._prepare_template(connection)
            name = name or f"games_{os.urandom(6).hex()}"
            template = "template0" if empty else _TEMPLATE
            # Its files are copied: a log of each page, the default, takes three times as long.
            await connection.execute(
                f'CREATE DATABASE "{name}" TEMPLATE {template} STRATEGY file_copy'
            )
        return self.url(name)

    async def drop(self, *names):
        """Delete databases, even in use; missing ones are ignored."""
        async with self.ruling() as connection:
            for name in names:
                await connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def ruling(self):
        """A superuser's connection to the database that always exists."""
        return self.connected("postgres")

    @asynccontextmanager
    async def connected(self, name):
        """A connection that may do everything, to one of the databases."""
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user=USER, database=name
        )
        try:
            yield connection
        finally:
            await connection.close()

    async def end_backends(self, database):
        """End everybody's connections to a database; how many they were."""
        async with self.ruling() as connection:
            return await connection.fetchval(
                "SELECT count(pg_terminate_backend(pid, 5000))"
                " FROM pg_stat_activity WHERE datname = $1",
                database,
            )

    async def _prepare_template(self, ruling):
        """Create the template database: once, by the first process."""
        await ruling.execute(f"SELECT pg_advisory_lock({_LOCK})")
        try:
            made = "SELECT datistemplate FROM pg_database WHERE datname = $1"
            if await ruling.fetchval(made, _TEMPLATE):
                return
            await ruling.execute(f"DROP DATABASE IF EXISTS {_TEMPLATE} WITH (FORCE)")
            await ruling.execute(f"CREATE DATABASE {_TEMPLATE} TEMPLATE template0")
            store = await Store.open(self.url(_TEMPLATE))
            await store.close()
            await ruling.execute(f"ALTER DATABASE {_TEMPLATE} IS_TEMPLATE true")
        finally:
            await ruling.execute(f"SELECT pg_advisory_unlock({_LOCK})")


class Serving:
    """A server from its start to its end, which may be started again in between."""

    def __init__(self, folder, **settings):
        self._bin = _programs()
        self._settings = _SETTINGS | settings
        self._process = None
        self.server = Server(folder, free_port())
        for each in (folder, self.server.sockets):
            each.mkdir(mode=0o755, exist_ok=True)
            _give(each)
        data = folder / "data"
        self._run(
            *("initdb", "--no-sync", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C"),
            *("-D", str(data)),
        )
        (data / "pg_hba.conf").write_text(
            f'host all "{WITH_PASSWORD}" all scram-sha-256\n'
            f'local all "{WITH_PASSWORD}" scram-sha-256\n'
            "local all all trust\n"
            "host all all all trust\n"
        )

    @property
    def pid(self):
        """The number of its process, whose children serve."""
        return self._process.pid

    def start(self):
        """Start it, and wait until it can be asked."""
        settings = self._settings | {
            "port": str(self.server.port),
            "unix_socket_directories": str(self.server.sockets),
            "listen_addresses": "127.0.0.1,::1" if socket.has_ipv6 else "127.0.0.1",
        }
        arguments = [f"-c{name}={value}" for name, value in settings.items()]
        self._process = _started(
            [str(self._bin / "postgres"), "-D", str(self.server.folder / "data"), *arguments],
            self.server.folder / "server.log",
        )
        self._wait(self._process)

    def stop(self):
        """End it at once: all clients are disconnected."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def kill(self):
        """Kill all its processes."""
        everything = self._everything()
        for each in everything:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self._process.wait()
        self._process = None
        until = time.monotonic() + _STARTED_IN
        while any(map(_runs, everything)):
            assert time.monotonic() < until, "the server does not die"

    @contextmanager
    def hanging(self):
        """Stop all its processes: nobody gets an answer."""
        freeze(self.pid)
        everything = self._everything()
        for each in everything[1:]:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in everything:
                with suppress(ProcessLookupError):
                    thaw(each)

    def _everything(self):
        return [self.pid, *children(self.pid)]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def _wait(self, process):
        ready = [self._bin / "pg_isready", "-q", "-U", USER, "-d", "postgres"]
        ready += ["-h", "127.0.0.1", "-p", str(self.server.port)]
        until = time.monotonic() + _STARTED_IN
        while subprocess.run(ready, check=False).returncode:
            if process.poll() is not None or time.monotonic() > until:
                log = (self.server.folder / "server.log").read_text(errors="replace")
                raise RuntimeError(f"the server does not start:\n{log}")

    def _run(self, program, *arguments):
        done = subprocess.run(
            [self._bin / program, *arguments],
            capture_output=True,
            check=False,
            cwd=self.server.folder,
            user=_somebody(),
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))


@contextmanager
def serving(**settings):
    """A separate server in a temporary folder. Raises NotInstalled."""
    _programs()
    with _in_own_folder() as folder, Serving(folder / "server", **settings) as here:
        yield here


@asynccontextmanager
async def server(**settings):
    """A separate server with these settings of PostgreSQL. Raises NotInstalled."""
    started = serving(**settings)
    here = await asyncio.to_thread(started.__enter__)
    try:
        yield here.server
    finally:
        await asyncio.to_thread(started.__exit__, None, None, None)


@asynccontextmanager
async def pooler(server, **settings):
    """A pgbouncer in transaction mode before a server: the port at which it listens.

    Raises NotInstalled.
    """
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        raise NotInstalled("pgbouncer is not installed")
    port = free_port()
    options = {
        "listen_addr": "127.0.0.1",
        "listen_port": str(port),
        "auth_type": "any",
        "pool_mode": "transaction",
        "max_client_conn": "200",
        "default_pool_size": "10",
        "unix_socket_dir": "",
        **settings,
    }
    with _in_own_folder() as folder:
        file = folder / "pgbouncer.ini"
        await asyncio.to_thread(
            file.write_text,
            f"[databases]\n* = host=127.0.0.1 port={server.port} user={USER}\n[pgbouncer]\n"
            + "".join(f"{name} = {value}\n" for name, value in options.items()),
        )
        running = asyncio.create_task(_run_on([program, "-q", str(file)], folder))
        try:
            await _listens(port)
            yield port
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


def _runs(pid):
    """True if this process runs. One that has ended may still wait for its parent."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status != "Z"


async def _run_on(command, folder):
    """Run a pooler, again and again: it ends by itself if the server hangs."""
    while True:
        process = _started(command, folder / "pgbouncer.log")
        try:
            await asyncio.to_thread(process.wait)
        finally:
            process.terminate()
            process.wait()


async def _listens(port):
    async with asyncio.timeout(_STARTED_IN):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                await asyncio.sleep(0.01)
                continue
            writer.close()
            await writer.wait_closed()
            return


def _programs():
    """The folder of the server's programs. Raises NotInstalled."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    debian = Path("/usr/lib/postgresql")
    versions = sorted(debian.glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if not versions:
        raise NotInstalled("no PostgreSQL server is installed")
    return versions[-1].parent


@contextmanager
def _in_own_folder():
    roomy = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    where = _MEMORY if roomy else None
    with TemporaryDirectory(prefix="two-rivers-", dir=where, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # whoever the server is must come through
        yield folder


def _started(command, log):
    with log.open("ab") as output:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, user=_somebody()
        )


def _somebody():
    """The user that servers run as, which refuse to be root; None unless this process is root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_uid
    except KeyError:
        return pwd.getpwnam("nobody").pw_uid


def _give(folder):
    if (somebody := _somebody()) is not None:
        os.chown(folder, somebody, -1)
