"""Several programs on one database: which of them shows which game.

Every program may store; what is stored is guarded by the version of its game alone. What is shown
on Discord, and what is done because it is due, is one program's business at a time: it holds a
*claim* on the game.

A program lives by a *lease* (:mod:`bot.cluster.lease`), a row with an end that it puts off again
and again. A claim is a row that names its owner, and holds as long as that lives. So a program of
thousands of games renews one row, and all games of one that is killed become free at once, when its
lease ends. Nobody acts beyond the own lease:

- in memory it is believed for a little less than it lasts in the database, counted from before the
  database was asked; and an answer that comes after that does not count. A program whose lease has
  ended begins a new life, under another name, which holds nothing;
- it is looked at before each call to Discord, and calls under way are cut off when it ends;
- what has come of calls is stored only as long as the claim is the own one, in that transaction;
- a message that may have been sent names the program that may have begun to send it
  (``post.sender``): whoever takes a game over looks for those of others before it sends them, or
  sends them under the same nonce.

Others show what a dead program has left within 30 seconds (``LEASE``), mostly within 20: its lease
ends 16.5 seconds after its death at the latest, others look every 2 seconds, and need one or two to
claim games and call Discord. A lease is renewed every 3 seconds and believed for 14.9: a living
program loses its games only if it, or its database, hangs for 11.9 seconds.

Games are claimed when there is something to do about them, and kept. Of several programs that
live it is done by the one whose shards have the game's server (:mod:`bot.cluster.shards`), by any
other only when there is no such program; that one gives the game back once there is. When a program
closes it gives all of them back, but is taken to live to the end of its lease: so those of other
shards do not take over what a new process of its own is about to.

Who stores something about a game of another program tells the others its number. That is only to be
quicker: every program also looks now and then for what has changed and is not shown, and for what
is due, of its own games and of those that are nobody's.
"""

from bot.cluster.claims import LEASE, Alone, Claims, NotOurs
from bot.cluster.held_game import HeldGame
from bot.cluster.notices import ChangeNotice, ShownMessage
from bot.cluster.shards import ALL_SHARDS, Shards

__all__ = [
    "ALL_SHARDS",
    "LEASE",
    "Alone",
    "ChangeNotice",
    "Claims",
    "HeldGame",
    "NotOurs",
    "Shards",
    "ShownMessage",
]
