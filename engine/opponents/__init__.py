"""Computer opponents: they decide from their seat's view, and from nothing else."""

from engine.opponents.analysis import *
from engine.opponents.benefits import *
from engine.opponents.dealing import *
from engine.opponents.expecting import *
from engine.opponents.features import *
from engine.opponents.greedy import *
from engine.opponents.levels import *
from engine.opponents.mind import *
from engine.opponents.weights import *
