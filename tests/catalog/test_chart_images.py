"""The catalogue of images of charts, and of registries that Azure keeps copies of."""

import pytest

from azure_ai_landing_zone.catalog import chart_images, image_sources, pins
from azure_ai_landing_zone.catalog.table import CatalogError
from azure_ai_landing_zone.workloads.operators import CHARTS


def test_every_chart_says_what_it_pulls_in_the_version_that_is_pinned() -> None:
    """Versions of images are those of charts, where makers give both the same."""
    assert {one.chart for one in chart_images.chart_images().values()} == {
        chart.name for chart in CHARTS.values()
    }
    own = {
        "kueue": "registry.k8s.io/kueue/kueue",
        "kuberay-operator": "quay.io/kuberay/operator",
        "gateway-helm": "docker.io/envoyproxy/gateway",
        "gpu-operator": "nvcr.io/nvidia/gpu-operator",
        "network-operator": "nvcr.io/nvidia/cloud-native/network-operator",
    }
    for chart, repository in own.items():
        version = pins.version(chart).removeprefix("v")
        assert f"{repository}:v{version}" in chart_images.all_images()


def test_azure_keeps_copies_of_all_that_is_pulled() -> None:
    assert chart_images.publishers() == [
        "docker.io/envoyproxy/*",
        "docker.io/otel/*",
        "docker.io/rayproject/*",
        "docker.io/vllm/*",
        "mcr.microsoft.com/*",
        "nvcr.io/nvidia/*",
        "quay.io/kuberay/*",
        "registry.k8s.io/kueue/*",
        "registry.k8s.io/nfd/*",
    ]
    hosts = {image_sources.host_of(image) for image in chart_images.all_images()}
    assert hosts <= {*image_sources.image_sources()}
    assert [one.host for one in image_sources.image_sources().values() if one.signs_in] == ["docker.io"]


@pytest.mark.parametrize(
    ("image", "kept"),
    [
        ("vllm/vllm-openai:v1", "docker.io/vllm/vllm-openai:v1"),
        ("python:3.12", "docker.io/library/python:3.12"),
        ("docker.io/nginx", "docker.io/library/nginx"),
        ("nvcr.io/nvidia/k8s/dcgm-exporter@sha256:0", "nvcr.io/nvidia/k8s/dcgm-exporter@sha256:0"),
        ("localhost:5000/one", "localhost:5000/one"),
        ("mcr.microsoft.com/oss/kubernetes/pause:3.9", "aks-managed-repository/oss/kubernetes/pause:3.9"),
    ],
)
def test_what_an_image_is_called_in_a_registry(image: str, kept: str) -> None:
    assert image_sources.kept_as(image) == kept


def test_a_bad_line_is_refused() -> None:
    header = "chart,setting,value,image,source,as_of"
    line = "a,image,quay.io/a,ghcr.io/a:1,s,2026-11-22"
    with pytest.raises(CatalogError) as caught:
        chart_images.load(f"{header}\n{line}\n{line}\n")
    begins = "column value: got 'quay.io/a'; must be what ghcr.io/a:1 begins with"
    assert caught.value.problems == [
        f"chart_images.csv line 2, {begins}",
        "chart_images.csv line 3, column setting: got 'image'; must be given once for a chart",
        f"chart_images.csv line 3, {begins}",
    ]
    with pytest.raises(CatalogError) as caught:
        image_sources.load("host,signs_in,source,as_of\na.io,true,s,2026-11-22\na.io,true,s,2026-11-22\n")
    assert caught.value.problems == [
        "image_sources.csv line 3, column host: got 'a.io'; must be one that no other line has"
    ]
