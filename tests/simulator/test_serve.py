"""`azure-simulator serve`, as somebody calls it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import requests

pytestmark = pytest.mark.programs


def test_it_says_where_it_answers_and_ends_quietly(tmp_path: Path) -> None:
    environment = {**os.environ, "AZURE_SIMULATOR_SUBSCRIPTION": "new"}
    serving = subprocess.Popen(
        # Who starts tests in the background has them ignore SIGINT, and what they start.
        ["env", "--default-signal=INT", sys.executable, "-m", "azure_simulator", "serve", "--page", "5"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert serving.stdout is not None
        first, exports, command = (serving.stdout.readline() for _ in range(3))
        url, subscription = first.split()[0], first.split()[4].rstrip(".")
        assert exports.split()[-1] == "AZURE_ACCESS_TOKEN=simulated"
        assert command == f"  ailz preflight STACK --subscription {subscription} --azure-url {url}\n"
        answer = requests.get(
            f"{url}/subscriptions/{subscription}/providers?api-version=2021-04-01",
            headers={"Authorization": "Bearer simulated"},
            verify=exports.split()[1].partition("=")[2],
            timeout=60,
        )
        assert len(answer.json()["value"]) == 5
        assert answer.json()["nextLink"].startswith(f"{url}/subscriptions/")
    finally:
        serving.send_signal(signal.SIGINT)
        _, said = serving.communicate(timeout=60)
    assert (serving.returncode, said) == (0, "")
