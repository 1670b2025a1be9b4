"""promtool: of the machine, or built from Prometheus' own Go module as the engine is."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from azure_simulator.engine.build import GoCommand, build

_VERSION = "v0.310.0"  # Prometheus 3.10
_PROMTOOL = GoCommand(
    name="promtool",
    title="Prometheus rule checker promtool",
    version=_VERSION,
    package="github.com/prometheus/prometheus/cmd/promtool",
    module=Path(__file__).parent / "promtool",
    flags=("-tags", "remove_all_sd", "-ldflags", "-s -w"),
    packages=1080,
    minutes=5,
)


def promtool(folder: Path, verb: str, **files: Any) -> subprocess.CompletedProcess[str]:
    """`promtool <verb> rules` on the last of these files, which are written as JSON: YAML, as promtool
    sees it."""
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(json.dumps(content), encoding="utf-8")
    command = shutil.which("promtool") or str(build(_PROMTOOL))
    return subprocess.run(
        [command, verb, "rules", f"{list(files)[-1]}.yaml"],
        cwd=folder,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
