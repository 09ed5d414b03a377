"""The tables of the database, as of the newest migration.

Times come from the caller, not from the database, except for leases and sessions of programs.
Discord's numbers are BigInteger.
"""

import secrets
from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Table,
    UniqueConstraint,
    literal_column,
    text,
)

from bot.store.rows import SWITCHES, CalledIn, Ending, NotificationTopic, OwnReminders
from bot.store.schema import column_types
from bot.store.schema.column_types import (
    JSON,
    BigInteger,
    Boolean,
    ByColour,
    Days,
    Events,
    Float,
    Integer,
    Number,
    Numbers,
    StoredDuration,
    String,
    Text,
    UtcDateTime,
    Word,
    Zone,
)
from engine import Dynasty, Level, StandingOrder

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def new_secret() -> str:
    """Return a new secret of 32 hexadecimal digits."""
    return secrets.token_hex(16)


game = Table(
    "game",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("home_id", BigInteger),  # the thread or channel that shows the game
    Column("home_kind", String(16)),
    Column("opener_id", BigInteger, nullable=False),
    Column("board", String(32), nullable=False),
    Column("options", JSON(list[str]), nullable=False),
    Column("capacity", Integer, nullable=False),
    Column("version", Integer, nullable=False, default=0),  # seq of the last entry
    Column("state_version", Integer, nullable=False, default=0),  # seq of the current snapshot
    Column("turn", Integer, nullable=False, default=0),
    Column("delivered_version", Integer, nullable=False, default=0),  # last shown completely
    Column("delivered_turn", Integer, nullable=False, default=0),  # the turn at that time
    Column("created_at", UtcDateTime, nullable=False),
    Column("language", String(16), nullable=False),  # of public messages, by Discord's code
    Column("only_invited", Boolean, nullable=False, default=False),  # only invited users may join
    Column("invited", JSON(list[int]), nullable=False, default=list),  # users who may join then
    Column("told_role_id", BigInteger),  # mentioned by the game's first message
    Column("taught", Text, nullable=False, default=""),  # to each player. Hidden
    Column("pace", Text, nullable=False, default=""),  # reminders and limits; empty: none
    Column("proposals", Text, nullable=False, default=""),  # open ones
    Column("former", JSON(list[Any]), nullable=False, default=list),  # former players
    Column(
        "asked", JSON(list[Any]), nullable=False, default=list
    ),  # users who have not accepted or declined
    Column("paused_seq", Integer),  # the entry with which the game was paused
    Column("held", Boolean, nullable=False, default=False),  # the decider cannot be called
    Column("hints", String(16), nullable=False, default="usual"),  # rule for who may ask for them
    Column("rated", Boolean, nullable=False, default=False),  # its result changes ratings
    Column("after", Number),  # the game that is played again; may be deleted
    # the results up to that game
    Column("series", JSON(dict[str, Any]), nullable=False, default=dict, server_default="{}"),
    # seeds the computers; empty: not drawn yet. Hidden from everybody
    Column("secret", String(32), nullable=False, default=new_secret, server_default=""),
    Index(None, "channel_id"),
    Index(None, "home_id"),
    Index(None, "guild_id", "status"),
    Index(None, "opener_id", "status"),
    Index(None, "status"),
    Index(None, "after"),
    sqlite_autoincrement=True,  # buttons of deleted games still hold their numbers
)
# What indexes are partial by on PostgreSQL stands in the migrations alone: here it would load all
# that SQLAlchemy has for PostgreSQL, with SQLite too.
_behind = game.c.delivered_version < game.c.version
Index("ix_game_undelivered", game.c.id, sqlite_where=_behind)
PROPOSING = game.c.proposals != literal_column("''")
"""The condition that a game has open proposals, exactly as in its index."""
Index("ix_game_proposing", game.c.id, sqlite_where=PROPOSING)

# A player is known by the entry with which the seat was taken, not by a user: there may be none.
player = Table(
    "player",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("joined_seq", Number, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("seat", Integer),
    Column("dynasty", Word(Dynasty, 1)),
    Column("abandoned_seq", Integer),  # the entry with which the player left the seat
    Column("draws_from_bag", Boolean, nullable=False, default=False),  # instead of the open display
    Column("calls_in", Word(CalledIn)),  # in this game; none: as in all games
    Column("standing_order", Word(StandingOrder)),  # the same
    Column("muted", Boolean, nullable=False, default=False),  # called without a sound
    Column("taken_seq", Integer),  # with which the user took the seat over; none: from the start
    Column("offered_seq", Integer),  # with which the seat was offered
    Column("offered_to", BigInteger),  # to that user; none: to anybody
    Column("gone", Boolean, nullable=False, default=False),  # has left the server, is unreachable
    Column("note", Text),  # to oneself. Hidden
    Column("plan", Text),  # decisions that were tried, in notation. Hidden
    Column("level", Word(Level)),  # of the computer that plays the seat; none: a person
    Column("word", String(64)),  # hash of the word for the fair bag
    UniqueConstraint("game_id", "user_id"),
    UniqueConstraint("game_id", "seat"),
    UniqueConstraint("game_id", "dynasty"),
    Index(None, "user_id"),
)

NO_DECISION = "kind <> 'acted'"
"""The condition that an entry is not a decision of the game."""

# The log. Append-only: every change of a game.
entry = Table(
    "entry",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("seq", Number, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("user_id", BigInteger),
    Column("seat", Integer),
    Column("text", Text),  # the decision in notation; how the game started. Hidden
    Column("events", Events, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("automatic", Boolean, nullable=False),  # decided without a question
    Column("passing", Boolean, nullable=False),  # a turn of nothing else is not worth a message
    Column("undoes", Integer),  # seq of the entry that this one undoes
    Column("called", Integer),  # the seat that is called by a new message because of it
    Column("settled", Boolean, nullable=False, default=False),  # a forced answer
    Index(None, "game_id", "turn"),
    # What a user has done besides playing, in all games: read only to show or forget it.
    Index(None, "user_id", sqlite_where=text(NO_DECISION)),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("game_id", Number, primary_key=True),
    Column("seq", Number, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),  # the engine's game after that entry. Hidden
    ForeignKeyConstraint(["game_id", "seq"], ["entry.game_id", "entry.seq"]),
)

# Messages that are on Discord with their buttons, or are to be sent.
post = Table(
    "post",
    metadata,
    Column("id", Integer(most=column_types.LARGEST), primary_key=True),
    Column("game_id", ForeignKey("game.id"), nullable=False),
    Column("key", String(100), nullable=False),
    Column("fingerprint", String(100), nullable=False),
    Column("user_id", BigInteger),  # whose direct messages; else the channel
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),  # none until it is known to have been sent
    Column("at", UtcDateTime, nullable=False),  # since when it may have been sent
    Column("sign", String(100), nullable=False),  # a file name or custom_id to find it by
    Column("pressable", Boolean, nullable=False),  # whether it has buttons
    Column("fleeting", Boolean, nullable=False),  # whether it is deleted when it is outdated
    Column("emojis", Numbers, nullable=False, server_default=""),  # of the bot's own in it
    # the program that may have begun to send it; none: no program has; empty: one without a name
    Column("sender", String(32), server_default=""),
    # Discord's nonce against repeats; random, as it is public. None: the id
    Column("nonce", BigInteger),
    Index(None, "game_id"),
    sqlite_autoincrement=True,  # ids may be nonces, so none may be reused
)

# Messages of servers that belong to no game. Of several of a kind the newest counts.
server_post = Table(
    "server_post",
    metadata,
    Column("id", Integer(most=column_types.LARGEST), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),  # none until it is known to have been sent
    Column("language", String(16), nullable=False),
    Column("fingerprint", String(100), nullable=False),  # empty: about to change
    Column("at", UtcDateTime, nullable=False),  # since when it may have been sent or edited last
    Column("due_at", UtcDateTime, nullable=False),  # when it is compared with what is stored
    Column("tries", Integer, nullable=False),  # failed attempts
    Column("sender", String(32)),  # the program that is about to send or edit it; none: no program
    Column("nonce", BigInteger, nullable=False),  # Discord's nonce against repeats
    Column("trouble", Text),  # why it is not shown: what the bot lacks; empty: the channel is gone
    Column("taken_down", Boolean, nullable=False),  # it is to be deleted
    Index(None, "guild_id"),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

# Scheduled jobs of all kinds, found by one query.
due = Table(
    "due",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("tries", Integer, nullable=False),  # failed attempts; 0: Discord asked to wait
    Index(None, "kind", "at"),
    Index(None, "at"),
    Index(None, "game_id"),
)

# The clocks of seats; without a row a clock is new.
clock = Table(
    "clock",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime),  # start of the running period; none: stopped
    Column("spent", StoredDuration, nullable=False),  # of the current or last wait, before since
    Column("bank", StoredDuration),  # at the beginning of that wait
    Column("resumes", Boolean, nullable=False),  # the next wait continues the last one
    Column("missed", Integer, nullable=False),  # times in a row that time ran out
    Column("reminded", Integer, nullable=False),  # reminders in this wait
    Column("hushed", Boolean, nullable=False),  # called without a sound, in quiet hours
    Index(None, "since"),
)

# The seal of each table, also of one that is deleted: how many there were is public.
seal = Table(
    "seal",
    metadata,
    Column("table_id", Number, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),  # where it was opened; none: outside a server
    Column("digest", String(64), nullable=False),  # what is posted
    # 128 hexadecimal digits. Hidden from everybody until it is opened; none: it never will be
    Column("secret", String(128)),
    Column("started", Boolean, nullable=False, default=False),  # whether the game has
    Column("opened", Boolean, nullable=False, default=False),  # whether everybody may know it
    Column("message_gone", Boolean, nullable=False, default=False),  # the message with the seal
    Index(None, "guild_id"),
)

# How each holder of a seat did in a game that has ended; kept if the game is deleted by its age.
result = Table(
    "result",
    metadata,
    Column("table_id", Number, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", Integer, primary_key=True, autoincrement=False),  # 0: from the start
    Column("user_id", BigInteger),  # none: a computer, or a deleted user
    Column("level", Word(Level)),  # of a computer
    Column("ending", Word(Ending), nullable=False),
    Column("place", Integer),  # none: without a result, or left before the end
    Column("players", Integer, nullable=False),
    Column("guild_id", BigInteger),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("game_name", Text, nullable=False),
    Column("spheres", ByColour, nullable=False),  # points with treasures spent
    Column("placed", ByColour, nullable=False),  # tiles
    Column("decisions", Integer, nullable=False),  # that were the holder's own
    Column("usual_wait", StoredDuration),  # for one of them
    # What it did to the holder's rating; a deleted user's stays, as others' follow from it.
    Column("rated", Boolean, nullable=False, default=False),
    Column("mu_before", Float),
    Column("sigma_before", Float),
    Column("mu", Float),
    Column("sigma", Float),
    Column("weight", Float),  # part of the change that counts
    Column("met", Integer),  # opponents never met before in a rated game
    Index(None, "user_id", "guild_id", "ended_at"),
    Index(None, "guild_id", "ended_at"),
)
OF_COMPUTERS = result.c.level.is_not(None)
"""The condition that a computer held a seat, exactly as in its index."""
Index(
    "ix_result_of_computers",
    *(result.c[name] for name in ("guild_id", "level", "place", "ending")),  # covering
    sqlite_where=OF_COMPUTERS,
)

# Ratings of users in servers: the latest of their results.
rating = Table(
    "rating",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),  # different people in these games
    Index("ix_rating_guild_id_mu", "guild_id", "mu", "user_id", "games", "opponents"),  # covering
    Index(None, "user_id"),
)

# The last heartbeat of any program. One row.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

# The programs that run, each until its lease ends. By the database's own clock on a server.
program = Table(
    "program",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("shards", String(100), nullable=False),
    Column("until", UtcDateTime, nullable=False),
)

# Which program shows a game, as long as that program's lease lasts.
claim = Table(
    "claim",
    metadata,
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", ForeignKey("program.id", ondelete="CASCADE"), nullable=False),
    Index(None, "owner"),
)

# When a session with Discord's gateway was begun last, of those that count together.
identifying = Table(
    "identifying",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

# Pending notifications, from users' quiet hours.
ring = Table(
    "ring",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("about", Word(NotificationTopic), primary_key=True),
    Column("seq", Number, primary_key=True, autoincrement=False),  # with which it came
    Column("at", UtcDateTime, nullable=False),  # when the user can be notified
    Column("rung_in", Number),  # the game in whose message it is sent; none: pending
    Column("directly", Boolean, nullable=False, default=False),  # that is a direct message
    Index(None, "game_id"),
    Index(None, "rung_in"),
)

# Analyses of finished games; computed on request.
analysis = Table(
    "analysis",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of its state
    Column("text", Text, nullable=False),
)

# Records that users have imported, one each, for themselves alone, for some days.
imported = Table(
    "imported",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),  # of the file
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("analysis", Text),  # computed on request
    Index(None, "at"),
)

# Rules of servers, and whether the bot is still there.
server = Table(
    "server",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rules", Text, nullable=False),
    Column("left_at", UtcDateTime),  # since when the bot has left it; none: it has not
)

# The queues of servers: who waits for a table there.
waiting = Table(
    "waiting",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("discord_language", String(16), nullable=False),  # of the app
    Column("wish", String(100), nullable=False),
    Column("since", UtcDateTime, nullable=False),  # they are seated in this order
    Column("asked_at", UtcDateTime, nullable=False),  # since when it expires
    Column("channel_id", BigInteger, nullable=False),  # where
    Column("around", JSON(list[int]), nullable=False),  # a thread's channel, and the category
    Column("spoken", String(16), nullable=False),  # language of a table opened there
    Column("opens", Boolean, nullable=False),  # whether the user's roles permit opening games
    Index(None, "user_id"),
)

# Users whom others avoid in queues. Hidden from everybody but the user who avoids them.
avoided = Table(
    "avoided",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),  # who is avoided
    Index(None, "other_id"),
)

# Messages that are sent only once.
said = Table(
    "said",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

# Announcements by the host. Games that still need the last one have a row in ``due``.
announcement = Table(
    "announcement",
    metadata,
    Column("id", Number, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),  # when it was written, or sent
    Column("games", Integer),  # number of games it was sent to; none: not sent yet
    sqlite_autoincrement=True,  # buttons of deleted ones still hold their numbers
)

person = Table(
    "person",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("direct_closed_at", UtcDateTime),  # when a direct message was refused last
    Column("direct_refusals", Integer, nullable=False, default=0),  # refusals in a row
    Column("language", String(16)),  # of the Discord app, when last seen
    Column("chosen_language", String(16)),  # instead of that one
    Column("calls_in", Word(CalledIn)),
    Column("reminders", Word(OwnReminders)),  # none: as the tables say
    Column("theme", String(32)),  # none: that of the server
    Column("high_contrast", Boolean, nullable=False, default=False),  # for older programs
    Column("standing_order", Word(StandingOrder)),
    *(Column(name, Boolean, nullable=False, default=on) for name, on in SWITCHES.items()),
    Column("zone", Zone(64)),  # IANA name
    Column("quiet_from", Integer(most=24 * 60 - 1)),  # minutes after midnight there
    Column("quiet_until", Integer(most=24 * 60 - 1)),
    Column("days_off", Days(7), nullable=False, default=""),  # digits: 0 for Monday
    Column("away_from", UtcDateTime),  # the current or last vacation
    Column("away_until", UtcDateTime),
    Column("vacations", JSON(dict[str, int]), nullable=False, default=dict),  # days by year
)

HIDES_RESULTS = person.c.results_shown.is_not(True)
"""The condition that others do not see a user's results, exactly as in its index.

A setting that cannot be read hides, too.
"""
Index("ix_person_hiding", person.c.user_id, sqlite_where=HIDES_RESULTS)

# Pending requests to be forgotten.
farewell = Table(
    "farewell",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

# A user's progress in the lessons, which are played alone and at no table.
learner = Table(
    "learner",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("lesson", String(100), nullable=False),  # where the learner is
    Column("decisions", JSON(list[str]), nullable=False),  # the user's so far, in notation
    Column("learnt", JSON(list[str]), nullable=False),  # completed lessons
)

OF_STATE = (game, player, entry, snapshot, clock)
"""Tables from which a game is loaded: an invalid value makes the game damaged.

In any other table it counts as missing.
"""


for _table in metadata.tables.values():
    for _column in _table.c:
        if _column.foreign_keys:  # else it shares the type of the column to which it refers
            _column.type = _column.type.copy()
        if isinstance(_column.type, column_types.CheckedType):
            # A list leaves out a game without a number; damage of a learner's row is reported.
            _forgiving = _table not in (*OF_STATE, learner) or _column is game.c.id
            _column.type.column = str(_column)
            _column.type.forgiving = _forgiving
