"""The rules of Tigris & Euphrates: no I/O, no clock, no randomness.

The engine's front door: bot and renderer import from here. What a module lists in its ``__all__``
is public; the rest is internal. Docstrings give the numbers of rules (``R6.4``). A :class:`Game`
never changes: :meth:`Game.apply` returns the next one and the events on the way.
"""

from engine.advice.conflicts import *
from engine.advice.merits import *
from engine.advice.pairs import *
from engine.advice.stakes import *
from engine.advice.suggestions import *
from engine.notation.fair_start import *
from engine.notation.position_writer import *
from engine.notation.records import *
from engine.notation.stored import *
from engine.notation.text import *
from engine.notation.turns import *
from engine.opponents import *
from engine.rules.board import *
from engine.rules.fair import *
from engine.rules.game import *
from engine.rules.kingdoms import *
from engine.rules.legality import *
from engine.rules.planning import *
from engine.rules.standing_orders import *
from engine.rules.view import *
from engine.story import *
from engine.values.actions import *
from engine.values.cells import *
from engine.values.decisions import *
from engine.values.english import *
from engine.values.events import *
from engine.values.layouts import *
from engine.values.material import *
from engine.values.names import *
from engine.values.options import *
from engine.values.reasons import *
from engine.values.scoring import *
from engine.values.shapes import *
