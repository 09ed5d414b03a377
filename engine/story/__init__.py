"""The story of a game: statistics, moments and titles, all from its events."""

from engine.story.highlights import *
from engine.story.statistics import *
from engine.story.stories import *
from engine.story.titles import *
