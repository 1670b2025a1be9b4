"""Values of stack files that reach further than their setting: what M1, M2 and F8 of the review got in."""

import copy
import functools
from collections.abc import Mapping
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.zone.settings import KEY, LandingZoneSettings
from helpers.offline import ROOT


@functools.cache
def settings_of(stack: str) -> Mapping[str, Any]:
    text = (ROOT / f"stacks/Pulumi.{stack}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["config"][f"azure-ai-landing-zone:{KEY}"]
    return found


def refused(stack: str, path: tuple[str | int, ...], value: Any) -> str:
    """What is said of a stack file of ours in which one value is another."""
    settings = copy.deepcopy(dict(settings_of(stack)))
    inner: Any = settings
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    try:
        LandingZoneSettings.load(settings, KEY)
    except SettingsError as error:
        return str(error)
    return "accepted"


def one_problem(path: str, message: str) -> str:
    return f"1 problem in {KEY}:\n  {path}: {message}"


SSH = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
MOUNTS = (
    "must be a folder below /mnt or /shared, or /data, /scratch or one below, "
    "such as /mnt/data: anything else of a "
    "machine is the system's own, got "
)


@pytest.mark.parametrize(
    ("stack", "path", "value", "expected"),
    [
        (
            "training",
            ("trainingClusters", 0, "sshPublicKey"),
            f"{SSH} a\n{SSH} b",
            one_problem(
                "trainingClusters[0].sshPublicKey",
                "has 2 lines, and each would let somebody in: give one line of a public key file, "
                "ssh-ed25519 or ssh-rsa",
            ),
        ),
        (
            "models",
            ("modelGateways", 0, "audiences"),
            ['@(context.Request.Headers.GetValueOrDefault("aud",""))'],
            one_problem(
                "modelGateways[0].audiences[0]",
                "must be what tokens are for, an address such as https://ai.azure.com or api://models, or "
                "the client id of an application, got "
                '\'@(context.Request.Headers.GetValueOrDefault("aud",""))\'',
            ),
        ),
        (
            "research",
            ("blobCaches", 0, "mountPath"),
            "/usr/local/sbin",
            one_problem("blobCaches[0].mountPath", f"{MOUNTS}'/usr/local/sbin'"),
        ),
        (
            "research",
            ("blobCaches", 0, "mountPath"),
            "/mnt/../etc",
            one_problem("blobCaches[0].mountPath", f"{MOUNTS}'/mnt/../etc'"),
        ),
        (
            "research",
            ("blobCaches", 0, "mount", "cachePath"),
            "/etc/ssh",
            one_problem("blobCaches[0].mount.cachePath", f"{MOUNTS}'/etc/ssh'"),
        ),
        (
            "research",
            ("lustreDatasets", 0, "rootSquash", "trustedNids"),
            ["*@tcp"],
            one_problem(
                "lustreDatasets[0].rootSquash.trustedNids[0]",
                "must be addresses such as 10.0.1.[4-9]@tcp, got '*@tcp'",
            ),
        ),
        (
            "research",
            ("lustreDatasets", 0, "rootSquash", "trustedNids"),
            ["10.*.*.*@tcp"],
            one_problem(
                "lustreDatasets[0].rootSquash.trustedNids[0]",
                "must be addresses such as 10.0.1.[4-9]@tcp, got '10.*.*.*@tcp'",
            ),
        ),
        (
            "inference",
            ("inferenceClusters", 0, "workloadIdentities", 0, "namespace"),
            "kube-system",
            one_problem(
                "inferenceClusters[0].workloadIdentities[0].namespace",
                "pods in kube-system may be root on their node: give people and identities one of their own",
            ),
        ),
        (
            "training",
            ("resourceGroup",),
            {"mode": "existing", "name": "rg; reboot"},
            one_problem(
                "resourceGroup.name",
                "must be 1 to 90 letters, digits, _ . - and parentheses, with no period at the end, got "
                "'rg; reboot'",
            ),
        ),
        (
            "prod",
            ("alerts", "runbooks"),
            "javascript:alert(1)",
            one_problem(
                "alerts.runbooks",
                "must be an address that begins with https://, or a folder such as docs/runbooks, got "
                "'javascript:alert(1)'",
            ),
        ),
    ],
)
def test_a_value_reaches_no_further_than_its_setting(
    stack: str, path: tuple[str | int, ...], value: Any, expected: str
) -> None:
    assert refused(stack, path, value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0.0.0.0/0", "lets 4,294,967,296 addresses in: give ranges of a /24 at most, 256 addresses"),
        ("52.0.0.0/8", "lets 16,777,216 addresses in: give ranges of a /24 at most, 256 addresses"),
        ("20.10.0.0/23", "lets 512 addresses in: give ranges of a /24 at most, 256 addresses"),
        ("20.10.0.0/24", None),
        ("20.10.0.7", None),
    ],
)
def test_whom_a_firewall_lets_in_is_no_crowd(value: str, expected: str | None) -> None:
    said = refused("bootstrap", ("pulumiState", "allowedIpRanges"), [value])
    assert said == (one_problem("pulumiState.allowedIpRanges[0]", expected) if expected else "accepted")


NO_CONTROL = "has a control character, {}, which no setting of Azure takes: take it out"


@pytest.mark.parametrize(
    ("stack", "path", "value", "expected"),
    [
        (
            "training",
            ("tags", "owner"),
            "a\0b",
            one_problem("tags.owner", NO_CONTROL.format(r"'\x00'")),
        ),
        (
            "training",
            ("tags", "extra"),
            {"use": "a\x1b[2Jb"},
            one_problem("tags.extra.use", NO_CONTROL.format(r"'\x1b'")),
        ),
        (
            "models",
            ("modelGateways", 0, "publisherName"),
            "AI\nplatform",
            one_problem("modelGateways[0].publisherName", NO_CONTROL.format(r"'\n'")),
        ),
        (
            "prod",
            ("alerts", "runbooks"),
            "docs/\u2028runbooks",
            one_problem(
                "alerts.runbooks",
                "must be an address that begins with https://, or a folder such as docs/runbooks, got "
                r"'docs/\u2028runbooks'",
            ),
        ),
        (
            "training",
            ("tags", "a\nb"),
            "c",
            one_problem(
                r"tags.a\nb",
                "unknown setting: allowed are `costCenter`, `environment`, `extra`, `owner`: a tag of your "
                "own goes under `extra`",
            ),
        ),
        (
            "training",
            ("x" * 5000,),
            "c",
            one_problem("x" * 60 + "…" + "x" * 16, ""),
        ),
        (
            "training",
            ("location",),
            "x" * 5000 + "Y",
            one_problem("location", "must be a region's name such as southcentralus, got "),
        ),
    ],
)
def test_what_is_said_of_a_value_fits_a_screen(
    stack: str, path: tuple[str | int, ...], value: Any, expected: str
) -> None:
    said = refused(stack, path, value)
    assert said.startswith(expected)
    assert len(said) < 1500
