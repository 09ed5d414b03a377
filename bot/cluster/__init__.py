"""Several programs on one database: which of them shows which game.

Every program may store; what is stored is guarded by the version of its game alone. What is shown
on Discord, and what is done because it is due, is one program's business at a time: it holds a
*claim* on the game.

A program lives by a *lease* (:mod:`bot.cluster.lease`), a row with an end that it puts off again
and again. A claim is a row that names its owner, and holds as long as that lives. So a program of
thousands of games renews one row, and all games of one that is killed become free at once, when its
lease ends. No program acts beyond its own lease:

- in memory it is believed for a little less than it lasts in the database, counted from before the
  database was asked; an answer that comes after that does not count. A program whose lease has
  ended begins a new life, under another name, which holds nothing;
- it is checked before each call to Discord, and calls under way are cut off when it ends;
- results of calls are stored only while the program still has the claim, checked in the same
  transaction;
- a message that may have been sent names the program that may have begun to send it
  (``post.sender``): a program that takes a game over searches for messages of others before it
  sends them, or sends them with the same nonce.

Others take over a dead program's games within 30 seconds (``LEASE``), mostly within 20: its lease
ends at most 16.5 seconds after its death, others look every 2 seconds, and need one or two to
claim games and call Discord. A lease is renewed every 3 seconds and believed for 14.9: a living
program loses its games only if it, or its database, hangs for 11.9 seconds.

Games are claimed when there is work on them, and kept. Of several living programs, the one whose
shards have the game's server (:mod:`bot.cluster.shards`) does it, another one only when there is no
such program; that one gives the game back once there is. A program that closes gives all games
back, but counts as living to the end of its lease: so programs of other shards do not take over
what a new process for its shards is about to.

A program that stores a change of another program's game sends a notice with the game's number. That
is only to be quicker: every program also looks now and then for undelivered changes and for what is
due, of its own games and of unclaimed ones.
"""

from bot.cluster.game_claims import LEASE, Alone, Claims, HeldGame, NotOurs
from bot.cluster.notices import ChangeNotice, ShownMessage
from bot.cluster.shards import ALL_SHARDS, Shards
