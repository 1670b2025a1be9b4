import sys
from pathlib import Path

pytest_plugins = ["azure_simulator.testing.fixtures"]

sys.path.insert(0, str(Path(__file__).parents[1]))
