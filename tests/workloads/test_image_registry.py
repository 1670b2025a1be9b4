"""One registry for all that runs in a cluster."""

from typing import Any

import pytest

from azure_ai_landing_zone import InferenceWorkloads, InferenceWorkloadsSettings, SettingsError
from azure_ai_landing_zone.catalog.chart_images import all_images, publishers
from azure_ai_landing_zone.stores.image_cache import holds
from azure_ai_landing_zone.workloads.image_registry import ImageRegistry, WayIn, way_in_problems
from helpers.inference_settings import WEIGHTS, settings
from helpers.pulled_images import images_of
from helpers.registered import Registered, register

SERVER = "crcompany.azurecr.io"
OURS = ImageRegistry(login_server=SERVER)
SERVICE = settings()["services"][0]


def made(**changes: Any) -> Registered:
    given = settings(services=settings()["services"][:2], **changes)
    return register(lambda: InferenceWorkloads("ai", InferenceWorkloadsSettings(**given)))


@pytest.fixture(scope="module")
def both() -> tuple[Registered, Registered]:
    """Without a registry, and with one."""
    return made(), made(image_registry={"login_server": SERVER})


def pulled(found: Registered) -> list[str]:
    return images_of({"inputs": inputs} for inputs in found.inputs.values())


def test_all_pods_pull_the_same_from_it(both: tuple[Registered, Registered]) -> None:
    before, after = map(pulled, both)
    assert len(before) == 7
    assert after == sorted(map(OURS.pulled, before))
    assert {image.partition("/")[0] for image in after} == {SERVER}


def test_every_image_of_our_objects_is_in_the_list(both: tuple[Registered, Registered]) -> None:
    listed = {image.rpartition(":")[0] for image in all_images()}
    for image in pulled(both[1]):
        repository = image.rpartition(":")[0].removeprefix(f"{SERVER}/")
        outside = repository.replace("aks-managed-repository", "mcr.microsoft.com")
        assert outside in listed
        assert any(holds(source, outside) for source in publishers())


def test_charts_and_operators_pull_from_it(both: tuple[Registered, Registered]) -> None:
    before, after = both
    chart = "ai-operators-networkoperator"
    values = after.inputs[chart]["values"]
    assert values["operator"] == before.inputs[chart]["values"]["operator"] | {
        "repository": f"{SERVER}/nvcr.io/nvidia/cloud-native",
        "ofedDriver": {"initContainer": {"repository": f"{SERVER}/nvcr.io/nvidia/mellanox"}},
    }
    assert values["node-feature-discovery"]["image"] == {
        "repository": f"{SERVER}/nvcr.io/nvidia/mellanox/node-feature-discovery"
    }
    assert after.inputs["ai-operators-kueue"]["values"]["controllerManager"]["manager"] == {
        "image": {"repository": f"{SERVER}/registry.k8s.io/kueue/kueue"}
    }
    assert after.inputs["ai-operators-kuberay"]["values"]["image"] == {
        "repository": f"{SERVER}/quay.io/kuberay/operator"
    }
    assert after.inputs["ai-operators-envoygateway"]["values"]["global"] == {
        "images": {"envoyGateway": {"image": f"{SERVER}/docker.io/envoyproxy/gateway:v1.9.0"}}
    }
    policy = after.inputs["ai-operators-infiniband"]["spec"]
    folders = {one["repository"] for one in policy.values() if "repository" in one}
    assert folders == {f"{SERVER}/nvcr.io/nvidia/mellanox"}
    assert policy["ofedDriver"]["image"] == "doca-driver"


def test_an_image_that_it_never_has_is_refused() -> None:
    engine = {"mode": "container", "image": "contoso.azurecr.io/serve:1.4"}
    service = SERVICE | {"engine": engine, "weights": {"mode": "claim", "claim_name": "weights"}}
    given = settings(services=[service], image_registry={"login_server": SERVER})
    assert refusals(given) == [
        "services[0].engine.image: contoso.azurecr.io/serve:1.4 comes from contoso.azurecr.io, and all "
        f"images from `image_registry`, {SERVER}, which keeps copies of docker.io, gcr.io, ghcr.io, "
        "mcr.microsoft.com, nvcr.io, public.ecr.aws, quay.io, registry.k8s.io only: import it there (az acr "
        "import), and name that one"
    ]
    own = settings(
        services=[service | {"engine": engine | {"image": f"{SERVER}/serve:1.4"}}],
        image_registry={"login_server": SERVER},
    )
    assert refusals(own) == []


def test_a_registry_is_one_of_azure_s() -> None:
    given = settings(image_registry={"login_server": "harbor.example.com"})
    assert (
        "image_registry.login_server: must be a login server such as crcompany.azurecr.io, got "
        "'harbor.example.com'" in refusals(given)
    )


def refusals(given: dict[str, Any]) -> list[str]:
    try:
        InferenceWorkloadsSettings(**given)
    except SettingsError as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def way(**changes: Any) -> WayIn:
    values: dict[str, Any] = {"outbound_type": "none", "login_server": SERVER, "sources": publishers()}
    return WayIn(**(values | changes))


@pytest.mark.parametrize(
    ("there", "registry", "images", "expected"),
    [
        (way(), OURS, ["vllm/vllm-openai:v0.18.0", f"{SERVER}/serve:1.4"], []),
        (way(outbound_type="userDefinedRouting"), None, [], []),
        (way(outbound_type=None, login_server=None, sources=None), OURS, [], []),
        (way(sources=None), OURS, ["ghcr.io/company/model:1"], []),
        (
            way(),
            None,
            [],
            [f"imageRegistry: missing: nodes of stack s have no way out, and pull from {SERVER} only"],
        ),
        (
            way(login_server="crzone.azurecr.io"),
            OURS,
            [],
            [
                "imageRegistry.loginServer: nodes of stack s may pull from crzone.azurecr.io alone, got "
                f"{SERVER}: name that one"
            ],
        ),
        (
            way(login_server=None),
            OURS,
            [],
            [
                "imageRegistry.loginServer: stack s has no `containerRegistry` that its nodes may pull from: "
                "give it one"
            ],
        ),
        (
            way(sources=[]),
            OURS,
            [],
            [
                f"imageRegistry.loginServer: {SERVER} keeps no copies: give stack s "
                "`containerRegistry.imageCache`, or leave this out"
            ],
        ),
        (
            way(),
            OURS,
            ["lmsysorg/sglang:v0.5", "ghcr.io/company/model@sha256:0"],
            [
                f"imageRegistry: {SERVER} keeps no copy of lmsysorg/sglang:v0.5: add "
                "docker.io/lmsysorg/sglang to `containerRegistry.imageCache.furtherRepositories` of stack s",
                f"imageRegistry: {SERVER} keeps no copy of ghcr.io/company/model@sha256:0: add "
                "ghcr.io/company/model to `containerRegistry.imageCache.furtherRepositories` of stack s",
            ],
        ),
    ],
)
def test_what_the_cluster_s_stack_says_of_the_registry(
    there: WayIn, registry: ImageRegistry | None, images: list[str], expected: list[str]
) -> None:
    found = way_in_problems(there, registry, images, "s")
    assert [f"{'.'.join(map(str, one.path))}: {one.message}" for one in found] == expected


def test_what_needs_a_way_out() -> None:
    given = settings(services=[SERVICE | {"weights": WEIGHTS}])
    assert [one.path for one in InferenceWorkloadsSettings(**given).outward_problems()] == [
        ("services", 0, "weights", "mode"),
        ("gateway", "authentication", "mode"),
    ]
