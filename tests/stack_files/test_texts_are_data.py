"""Whatever a free text of a stack file may be, a parser of what is made from it reads that text back."""

import json
import random
import re
import subprocess
from collections.abc import Callable
from typing import Annotated, Any
from xml.etree import ElementTree

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.core.model import Model, VirtualNetworkId, resource_id_of
from azure_ai_landing_zone.data.blob_cache.planning.mount import (
    BlobMount,
    FileCache,
    blobfuse_config,
    blobfuse_mount_command,
)
from azure_ai_landing_zone.data.lustre.planning.client import fstab_line
from azure_ai_landing_zone.gateway.policy import models_policy
from azure_ai_landing_zone.gateway.settings import GatewayTeam, ModelGatewaySettings
from azure_ai_landing_zone.network.planning.peering import hub_commands
from azure_ai_landing_zone.node_setup import cloud_config
from azure_ai_landing_zone.node_setup.services import MountPath, NodeMount
from azure_ai_landing_zone.operations.alert_definitions import LogAlert, alerts
from azure_ai_landing_zone.slurm.plan import SlurmCluster, slurm_files
from azure_ai_landing_zone.slurm.settings import SlurmSchedulerSettings

PIECES = (*"\"'`$;|&<>(){}[]\\#=,:@ \t\n\0~*?%!^é\u202e-_9", "$(echo)", "</a>", "&amp;", "..", "//")
"""What means something to one of the languages, or to none."""

NETWORK = (
    "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/hub/providers/Microsoft.Network"
    "/virtualNetworks/hub"
)
CLUSTER = NETWORK.replace("Network/virtualNetworks", "ContainerService/managedClusters")
ClusterId = Annotated[str, resource_id_of("Microsoft.ContainerService/managedClusters")]


def accepted(kind: Any, good: str) -> list[str]:
    """`good`, and what becomes of it by one to three pieces anywhere, as far as that is accepted too."""
    chance, adapter, found = random.Random(good), TypeAdapter(kind), [good]  # noqa: S311 - to be repeated
    for _ in range(600):
        text = good
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(PIECES) + text[at:]
        try:
            found.append(adapter.validate_python(text))
        except ValidationError:
            continue
    assert len(found) > 5, "nothing that is tried is accepted"
    return found


def item_of(model: type[Model], field: str) -> Any:
    """The type of what a list of settings holds."""
    annotation: Any = model.model_fields[field].annotation
    return annotation.__args__[0]


def policy_of(**changes: Any) -> ElementTree.Element:
    team = {"name": "a", "tokens_per_minute": 1, "application_ids": [NETWORK[15:51]]}
    settings = ModelGatewaySettings(
        publisher_name="a",
        publisher_email="a@example.com",
        teams=[team | changes.pop("team", {})],
        people_application_ids=[NETWORK[15:51]],
        **{"audiences": ["api://a"]} | changes,
    )
    text = models_policy(
        settings,
        tenant_id="t",
        gateway_client_id="g",
        callers={},
        backend_names=["b"],
        deployments=["d"],
        quotas={},
        has_telemetry=False,
    )
    return ElementTree.fromstring(text)  # noqa: S314 (ours)


def test_xml_and_the_code_in_it() -> None:
    literal = re.compile(r'"((?:[^"\\]|\\.)*)"')
    for text in accepted(item_of(ModelGatewaySettings, "audiences"), "api://models"):
        assert [one.text for one in policy_of(audiences=[text]).iter("audience")] == [text]
        assert not text.startswith("@")
    for text in accepted(item_of(GatewayTeam, "app_roles"), "Models.Use"):
        (when, *_) = policy_of(team={"app_roles": [text]}).iter("when")
        assert literal.findall(when.attrib["condition"])[-1] == text
    for text in accepted(item_of(GatewayTeam, "models"), "gpt-4o"):
        (first, *_) = policy_of(team={"models": [text]}).iterfind(".//set-variable[@name='models']")
        assert first.attrib["value"] == text


def test_kql() -> None:
    literal = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'')
    logs = [one.query for one in alerts().values() if isinstance(one, LogAlert)]
    queries = [query for query in logs if "{resource_id}" in query]
    assert queries
    for query in queries:
        plain = [found[0] for found in literal.finditer(query)]
        for text in accepted(ClusterId, CLUSTER):
            found = [one[0] for one in literal.finditer(query.replace("{resource_id}", text))]
            assert found == [one.replace("{resource_id}", text) for one in plain]


def test_cloud_init_and_the_json_in_it() -> None:
    for path in accepted(MountPath, "/mnt/data"):
        told = {"mounts": [NodeMount(kind="nfs", path=path, source="a:/b").model_dump()]}
        files = yaml.safe_load(cloud_config(told))["write_files"]
        assert json.loads(files[0]["content"])["mounts"][0]["path"] == path


def test_slurm_conf() -> None:
    size = sizes.find("Standard_ND96isr_H100_v5")
    assert size is not None
    members = [SlurmCluster("a", size, 4)]
    plain = slurm_files("a", members, accounting_host="host")["slurm.conf"].splitlines()
    for host in accepted(SlurmSchedulerSettings.model_fields["accounting_host"].annotation, "host"):
        lines = slurm_files("a", members, accounting_host=host)["slurm.conf"].splitlines()
        different = [new for new, old in zip(lines, plain, strict=True) if new != old]
        assert different in ([], [f"AccountingStorageHost={host}"])
        assert not re.search(r"[\s#]", host)


def test_yaml_and_fstab() -> None:
    for path in accepted(MountPath, "/mnt/data"):
        text = blobfuse_config(BlobMount("a", "b", FileCache(path, 1, 1)))
        assert yaml.safe_load(text)["file_cache"]["path"] == path
        assert fstab_line("10.0.0.4", path).split()[1] == path
        assert len(fstab_line("10.0.0.4", path).split()) == 6


def commands_of_hub(text: str) -> tuple[str, list[str]]:
    group, name = text.split("/")[4], text.split("/")[-1]
    (command, _) = hub_commands(
        hub_resource_id=text, network_resource_id=text, peering_name="p", gateway_transit=False
    )
    return command, [group, name, text]


def commands_of_mounts(text: str) -> tuple[str, list[str]]:
    return blobfuse_mount_command("/etc/a.yaml", text).replace("blobfuse2", "az", 1), [text]


@pytest.mark.programs
@pytest.mark.parametrize(
    ("kind", "good", "command"),
    [(VirtualNetworkId, NETWORK, commands_of_hub), (MountPath, "/mnt/data", commands_of_mounts)],
)
def test_shell(kind: Any, good: str, command: Callable[[str], tuple[str, list[str]]]) -> None:
    found = [command(text) for text in accepted(kind, good)]
    assert "\0" not in "".join(line for line, _ in found)
    script = "az() { printf '%s\\0' \"$@\"; printf '\\1\\0'; }\n" + "\n".join(line for line, _ in found)
    done = subprocess.run(["/bin/bash"], input=script, capture_output=True, text=True, env={}, check=False)
    assert done.stderr == ""
    for said, (_, values) in zip(done.stdout.split("\1\0"), [*found, ("", [])], strict=True):
        assert set(values) <= set(said.split("\0"))
