"""The rules of Tigris & Euphrates: no I/O, no clock, no randomness of their own.

This is the engine's only door: bot and renderer import from here. What a module lists in
its ``__all__`` is public; the rest is the engine's own. The rules are numbered in docstrings
(``R6.4``); a game is a :class:`Game`, which never changes, and :meth:`Game.apply` answers the
next one with the events that happened on the way.
"""

from engine.actions import *
from engine.advice import *
from engine.board import *
from engine.cells import *
from engine.decisions import *
from engine.english import *
from engine.events import *
from engine.game import *
from engine.kingdoms import *
from engine.layouts import *
from engine.legality import *
from engine.material import *
from engine.merits import *
from engine.names import *
from engine.opponents import *
from engine.options import *
from engine.orders import *
from engine.planning import *
from engine.positions import *
from engine.reasons import *
from engine.records import *
from engine.scoring import *
from engine.shapes import *
from engine.stakes import *
from engine.stored import *
from engine.text import *
from engine.turns import *
from engine.view import *
