"""Clusters of Ray: what they cost while nobody asks, and who calls what they serve."""

from typing import Any

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from helpers.inference_settings import settings

WAITS = {"name": "notebooks", "namespace": "chat", "pool_names": ["spot"], "workers": 2, "gpus": 1}


def problems(**cluster: Any) -> list[str]:
    """What is wrong with a cluster."""
    try:
        InferenceWorkloadsSettings(**settings(ray_clusters=[WAITS | cluster]))
    except SettingsError as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def test_a_cluster_may_wait_without_workers() -> None:
    assert problems(min_workers=0) == []
