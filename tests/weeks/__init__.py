"""Games that last for weeks: people of different habits, their rings, and pages that are true."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / room) for room in ("journeys", "bot")]
