"""Who gets in to the models of a cluster, and by what."""

from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.workloads.inference_gateway import InferenceGatewayArgs, inference_gateway
from azure_ai_landing_zone.workloads.namespaces import GpuNamespace, gpu_limits
from azure_ai_landing_zone.workloads.serving.pods import labels_of
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_simulator.kubernetes import custom_kinds
from helpers.inference_settings import MODELS, TENANT, settings

ENTRA = {"mode": "entra", "tenant_id": TENANT, "audiences": [MODELS, "api://models"]}
SECRET = {"mode": "secret", "secret_name": "models-tls"}
VAULT = {
    "mode": "vault",
    "vault_name": "kv-company",
    "tenant_id": TENANT,
    "certificate_name": "models-example-com",
    "reads_as": "way-in",
}


def problems(**gateway: Any) -> list[str]:
    """What is wrong with a gateway."""
    with pytest.raises(SettingsError) as refused:
        InferenceWorkloadsSettings(**settings(gateway=gateway))
    return [line.strip() for line in str(refused.value).splitlines()[1:]]


def made(**gateway: Any) -> dict[str, Any]:
    return inference_gateway(InferenceGatewayArgs(route_namespaces=["models"], **gateway))


def test_nobody_gets_in_because_something_was_left_out() -> None:
    assert problems() == ["gateway.authentication: missing, and required: Who is let in"]


@pytest.mark.parametrize(
    ("gateway", "expected"),
    [
        (
            {"authentication": ENTRA},
            [
                "gateway.certificate: missing: callers send tokens, which anybody on the way could read "
                "and use"
            ],
        ),
        (
            {
                "authentication": ENTRA,
                "certificate": SECRET,
                "implementation": {
                    "mode": "existing",
                    "gateway_class": "approuting-istio",
                    "proxy_namespace": "gateway",
                },
            },
            [
                "gateway.authentication.mode: Envoy Gateway looks at tokens here, and the class is another "
                "one: let that look at them and say none"
            ],
        ),
        (
            {
                "authentication": ENTRA | {"tenant_id": "common", "audiences": ["https://models\n"]},
                "certificate": SECRET,
            },
            [
                "gateway.authentication.audiences[0]: must be what tokens are for, an address such as "
                "https://ai.azure.com or api://models, or the client id of an application, got "
                "'https://models\\n'",
                "gateway.authentication.tenant_id: must be the id of a tenant, a GUID, got 'common'",
            ],
        ),
        (
            {"authentication": ENTRA, "certificate": VAULT},
            [
                "gateway.certificate.reads_as: identities are of another stack, and `runs_on` names none: "
                "name a secret"
            ],
        ),
        (
            {"authentication": {"mode": "none"}, "private_ip_address": "10.0.0.4/32"},
            ["gateway.private_ip_address: must be an address such as 10.48.8.250, got '10.0.0.4/32'"],
        ),
    ],
    ids=["token in clear", "another class", "not one tenant", "no identity", "a range"],
)
def test_what_would_not_keep_others_out_is_refused(gateway: dict[str, Any], expected: list[str]) -> None:
    assert sorted(problems(**gateway)) == expected


def test_a_token_of_the_tenant_for_the_application_lets_in_and_nothing_else() -> None:
    objects = made(authentication=ENTRA | {"app_roles": ["Models.Call"]}, certificate=SECRET)
    (listener,) = objects["gateway"]["spec"]["listeners"]
    assert (listener["port"], listener["protocol"]) == (443, "HTTPS")
    policy = objects["authentication"]["spec"]
    assert policy["targetRefs"] == [
        {"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": "inference"}
    ]
    assert [(one["issuer"], one["audiences"]) for one in policy["jwt"]["providers"]] == [
        (f"https://sts.windows.net/{TENANT}/", [MODELS, "api://models"]),
        (f"https://login.microsoftonline.com/{TENANT}/v2.0", [MODELS, "api://models"]),
    ]
    assert policy["authorization"]["defaultAction"] == "Deny"
    assert [
        (rule["action"], rule["principal"]["jwt"]["claims"][0]["values"])
        for rule in policy["authorization"]["rules"]
    ] == [("Allow", ["Models.Call"])] * 2
    assert "authorization" not in made(authentication=ENTRA, certificate=SECRET)["authentication"]["spec"]
    assert "authentication" not in made(authentication={"mode": "none"})


BATCH = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"


def test_callers_have_their_requests_of_a_minute_and_all_others_theirs() -> None:
    limits = {"per_minute": {BATCH: 30}, "others_per_minute": 600}
    objects = made(authentication=ENTRA | {"request_limits": limits}, certificate=SECRET)
    providers = objects["authentication"]["spec"]["jwt"]["providers"]
    assert [(one["name"], one["claimToHeaders"]) for one in providers] == [
        ("entra-v1", [{"header": "x-calling-application", "claim": "appid"}]),
        ("entra-v2", [{"header": "x-calling-application", "claim": "azp"}]),
    ]
    spec = objects["limits"]["spec"]
    assert spec["targetRefs"] == objects["authentication"]["spec"]["targetRefs"]
    caller = {"name": "x-calling-application", "type": "Exact", "value": BATCH.lower()}
    assert spec["rateLimit"]["local"]["rules"] == [
        {"clientSelectors": [{"headers": [caller]}], "limit": {"requests": 30, "unit": "Minute"}},
        {"limit": {"requests": 600, "unit": "Minute"}},
    ]
    kind = custom_kinds.CUSTOM_KINDS["gateway.envoyproxy.io/v1alpha1", "BackendTrafficPolicy"]
    assert list(custom_kinds.problems_of(kind, objects["limits"])) == []


def test_nothing_is_counted_where_nobody_says_so() -> None:
    objects = made(authentication=ENTRA, certificate=SECRET)
    assert "limits" not in objects
    assert all("claimToHeaders" not in one for one in objects["authentication"]["spec"]["jwt"]["providers"])


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (
            {"per_minute": {"batch": 30}, "others_per_minute": 0},
            [
                "gateway.authentication.request_limits.others_per_minute: must be at least 1, got 0",
                "gateway.authentication.request_limits.per_minute.batch: must be the client id of an "
                "application, such as 00000000-0000-0000-0000-000000000000, got 'batch'",
            ],
        ),
        (
            {"per_minute": {f"{number:08}{BATCH[8:]}": 1 for number in range(16)}, "others_per_minute": 1},
            [
                "gateway.authentication.request_limits.per_minute: 16 applications, and Envoy Gateway takes "
                "15 beside all others: leave some to `others_per_minute`"
            ],
        ),
        (
            {"per_minute": {BATCH: 1, BATCH.lower(): 2}, "others_per_minute": 1},
            [
                f"gateway.authentication.request_limits.per_minute.{BATCH.lower()}: is there in another "
                "casing: leave one out"
            ],
        ),
    ],
    ids=["no application, no requests", "more than Envoy Gateway takes", "one of them twice"],
)
def test_limits_that_nobody_could_count_are_refused(limits: dict[str, Any], expected: list[str]) -> None:
    given = {"authentication": ENTRA | {"request_limits": limits}, "certificate": SECRET}
    assert sorted(problems(**given)) == expected


def test_the_address_is_what_dns_has() -> None:
    objects = made(authentication={"mode": "none"}, private_ip_address="10.48.8.250")
    service = objects["proxies"]["spec"]["provider"]["kubernetes"]["envoyService"]
    assert service["annotations"]["service.beta.kubernetes.io/azure-load-balancer-ipv4"] == "10.48.8.250"


def test_a_certificate_of_a_vault_is_in_the_cluster_while_a_pod_holds_it() -> None:
    objects = made(authentication=ENTRA, certificate=VAULT, certificate_client_id="client")
    (listener,) = objects["gateway"]["spec"]["listeners"]
    assert listener["tls"]["certificateRefs"] == [{"name": "gateway-certificate"}]
    wanted = objects["certificate"]["spec"]
    assert [(one["secretName"], one["type"]) for one in wanted["secretObjects"]] == [
        ("gateway-certificate", "kubernetes.io/tls")
    ]
    assert wanted["parameters"]["clientID"] == "client"
    assert objects["certificate-account"]["metadata"]["annotations"] == {
        "azure.workload.identity/client-id": "client"
    }
    pod = objects["certificate-keeper"]["spec"]["template"]["spec"]
    assert pod["serviceAccountName"] == objects["certificate-account"]["metadata"]["name"]
    attributes = pod["volumes"][0]["csi"]["volumeAttributes"]
    assert attributes == {"secretProviderClass": objects["certificate"]["metadata"]["name"]}
    namespaces = {
        name: one["metadata"]["namespace"] for name, one in objects.items() if "certificate" in name
    }
    assert set(namespaces.values()) == {objects["gateway"]["metadata"]["namespace"]}


def reached(objects: dict[str, Any], address: str, labels: dict[str, str] | None = None) -> bool:
    """Whether a pod with these labels may call an address outside of the cluster, as Kubernetes decides:
    what no policy for egress is about may call everything, else what one of them allows."""
    policies = [one["spec"] for one in objects.values() if one["kind"] == "NetworkPolicy"]
    about = [one for one in policies if "Egress" in one["policyTypes"] and selects(one, labels or {})]
    blocks = [
        peer["ipBlock"] for one in about for rule in one["egress"] for peer in rule["to"] if "ipBlock" in peer
    ]
    return not about or any(
        ip_address(address) in ip_network(one["cidr"])
        and not any(ip_address(address) in ip_network(not_) for not_ in one.get("except", []))
        for one in blocks
    )


def selects(policy: dict[str, Any], labels: dict[str, str]) -> bool:
    wanted = policy["podSelector"].get("matchExpressions", [])
    assert all(one["operator"] == "NotIn" for one in wanted)
    return not any(labels.get(one["key"]) in one["values"] for one in wanted)


METADATA, WIRE_SERVER, PRIVATE, PUBLIC = "169.254.169.254", "168.63.129.16", "10.48.4.7", "20.60.1.1"


def test_pods_of_a_project_reach_no_metadata_service() -> None:
    """From there they would be the node's identity, which pulls images."""
    limits = gpu_limits(GpuNamespace(namespace="research"), None, [])
    assert not reached(limits, METADATA)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [("namespace", []), ("network", [PRIVATE]), ("internet", [PRIVATE, PUBLIC])],
)
def test_pods_call_as_far_as_their_namespace_says(calls: Any, expected: list[str]) -> None:
    limits = gpu_limits(GpuNamespace(namespace="research", calls=calls), None, [])
    addresses = (METADATA, WIRE_SERVER, PRIVATE, PUBLIC)
    assert [one for one in addresses if reached(limits, one)] == expected
    # Whoever gives a pod the labels of a service has what the service has, and that is less.
    pretends = {"app.kubernetes.io/component": "inference"}
    assert [one for one in addresses if reached(limits, one, pretends)] == []


def test_labels_of_services_are_those_that_namespaces_know() -> None:
    assert labels_of("chat").items() >= {"app.kubernetes.io/component": "inference"}.items()
