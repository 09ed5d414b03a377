"""The database of the bot, opened as a :class:`Store`.

It knows rows, not rules. ``bot.changes``, ``bot.use_cases`` and ``bot.delivery``, which know what
the rows mean, read and write through the functions of :mod:`bot.store.queries`.
"""

from bot.store.databases import postgresql_urls
from bot.store.databases.database import DiskSpace
from bot.store.databases.postgresql_urls import NoUrl
from bot.store.databases.sqlite_file import check_restored, in_memory
from bot.store.errors import (
    DECODE_ERRORS,
    BackupFailed,
    Damaged,
    InMaintenance,
    NoDatabaseYet,
    NotRead,
    NotStored,
    PerhapsStored,
    StaleVersion,
    StoreError,
    Trouble,
    Unavailable,
    Unusable,
    decoding,
)
from bot.store.maintenance import damages
from bot.store.maintenance.backup import back_up, opened_backup
from bot.store.maintenance.backup_folder import (
    NIGHTS,
    BackupFolder,
    NightlyBackup,
    kept_days,
    next_night,
)
from bot.store.maintenance.migrate import NEWER, OLDER, OlderDatabase, newest_revision
from bot.store.maintenance.rebuild import rebuild_game
from bot.store.maintenance.restoring import restore_file
from bot.store.maintenance.transfer import (
    COLUMNS,
    GLOBAL_TABLES,
    TIMES,
    GameRows,
    Row,
    Source,
    StoredRows,
    copy_rows,
    replace_game,
)
from bot.store.rows import (
    SWITCHES,
    USUAL_HABITS,
    AnnouncementRow,
    CalledIn,
    ClockRow,
    DueRow,
    Ending,
    EntryRow,
    GameRow,
    Habits,
    HeaderRow,
    ImportedRow,
    LearnerRow,
    NotesRow,
    NotificationRow,
    NotificationTopic,
    OrderRow,
    OutgoingNotificationRow,
    OwnReminders,
    PersonRow,
    PlayedRow,
    PlayerRow,
    PostRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SealCounts,
    SealRow,
    ServerPostRow,
    SnapshotRow,
    WaitingRow,
)
from bot.store.schema.column_types import is_zone
from bot.store.schema.tables import clock, game, player, snapshot
from bot.store.transactions import CONNECTIONS, Store, database_at, file_at
