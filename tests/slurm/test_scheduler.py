"""The scheduler's machines: what they are told, what outlives them, and what is refused."""

import base64
import json
from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, Naming, SettingsError
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.slurm.scheduler import SlurmMember, SlurmScheduler, SlurmSchedulerArgs
from azure_ai_landing_zone.slurm.settings import SlurmLogin
from helpers.registered import Registered, register
from helpers.settings import stack

KEY = stack()["trainingClusters"][0]["sshPublicKey"]
GROUP = "11111111-1111-1111-1111-111111111111"
IMAGE = "24.04.2026072901"


def made(**changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "southcentralus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "image_version": IMAGE,
        "ssh_public_key": KEY,
        "slurm_members": [SlurmMember(name="train", size="Standard_ND96isr_H100_v5", node_limit=16)],
        "subnet_resource_id": "/subnet",
        "identity_resource_id": "/scheduler-identity",
        "client_id": "scheduler-client",
        "login_identity_resource_id": "/login-identity",
        "login_client_id": "login-client",
        "vault_uri": "https://kv.example/",
        **changes,
    }
    return register(lambda: SlurmScheduler("research", SlurmSchedulerArgs(**values)))


def told(registered: Registered, role: str) -> dict[str, Any]:
    data = registered.inputs[f"research-{role}"]["osProfile"]["customData"]
    config = json.loads(base64.b64decode(data).decode().partition("\n")[2])
    settings: dict[str, Any] = json.loads(config["write_files"][0]["content"])
    return settings


def test_what_is_made() -> None:
    assert made().azure == [
        ("compute:Disk", "research-state-disk"),
        ("compute:VirtualMachine", "research-login"),
        ("compute:VirtualMachine", "research-scheduler"),
        ("network:NetworkInterface", "research-login-interface"),
        ("network:NetworkInterface", "research-scheduler-interface"),
    ]
    assert made(login=None).azure == [
        ("compute:Disk", "research-state-disk"),
        ("compute:VirtualMachine", "research-scheduler"),
        ("network:NetworkInterface", "research-scheduler-interface"),
    ]


def test_the_scheduler_is_told_its_configuration() -> None:
    settings = told(made(), "scheduler")
    assert settings["clientId"] == "scheduler-client"
    slurm = settings["slurm"]
    assert slurm["role"] == "scheduler"
    assert slurm["proven"] == ["train"]
    assert slurm["mungeKeySecret"] == "slurm-munge-key"
    assert sorted(slurm["files"]) == ["cgroup.conf", "gres.conf", "slurm.conf"]
    assert "ClusterName=research\n" in slurm["files"]["slurm.conf"]


@pytest.mark.parametrize(("changes", "version"), [({}, "25.11.5"), ({"slurm_version": "25.05.2"}, "25.05.2")])
def test_one_version_on_all_machines(changes: dict[str, Any], version: str) -> None:
    """The exact one, so that a node that boots next month can talk to the scheduler of today."""
    registered = made(**changes)
    slurm = [told(registered, role)["slurm"] for role in ("scheduler", "login")]
    assert [one.get("version") for one in slurm] == [version, version]


def test_no_key_is_in_the_state() -> None:
    """The secret's name is; its value is made on the scheduler."""
    registered = made()
    assert "keyvault:Secret" not in dict(registered.azure)
    text = json.dumps([told(registered, role) for role in ("scheduler", "login")])
    assert "munge.key" not in text
    assert "slurm-munge-key" in text


def test_slurms_state_outlives_the_machine() -> None:
    registered = made()
    assert registered.protected == {"research-state-disk"}
    (disk,) = registered.inputs["research-scheduler"]["storageProfile"]["dataDisks"]
    assert (disk["createOption"], disk["deleteOption"], disk["lun"]) == ("Attach", "Detach", 0)
    (interface,) = registered.inputs["research-scheduler"]["networkProfile"]["networkInterfaces"]
    assert interface["deleteOption"] == "Detach"
    assert made(protection="off").protected == set()


def test_accounting_is_elsewhere() -> None:
    text = told(made(accounting_host="slurmdbd.internal"), "scheduler")["slurm"]["files"]["slurm.conf"]
    assert "AccountingStorageHost=slurmdbd.internal\n" in text


H100 = SlurmMember(name="train", size="Standard_ND96isr_H100_v5", node_limit=16)
MI300X = SlurmMember(name="amd", size="Standard_ND96isr_MI300X_v5", node_limit=4)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"size": "Standard_ND96isr_H100_v5"},
            "size: must be an x64 size without GPUs, got Standard_ND96isr_H100_v5: take Standard_D4s_v5",
        ),
        (
            {"login": SlurmLogin(size="Standard_NC4as_T4_v3")},
            "login.size: must be an x64 size without GPUs, got Standard_NC4as_T4_v3: take Standard_D4s_v5",
        ),
        (
            {"slurm_members": [H100, MI300X]},
            "slurm_members[1]: amd has 8 GPUs of AMD a node and train has 8 GPUs of NVIDIA: the nodes of one "
            "Slurm have the same GPU devices, since they all get the same gres.conf. Give it a scheduler of "
            "its own",
        ),
        (
            {"slurm_members": []},
            "slurm_members: list should have at least 1 item after validation, not 0, got a list",
        ),
        (
            {"login_identity_resource_id": None},
            "login_identity_resource_id: missing, and required with a login node: people who use it can be "
            "that identity",
        ),
        (
            {"munge_key_secret": "a b"},
            "munge_key_secret: must be 1 to 127 letters, digits and hyphens, got 'a b'",
        ),
        ({"state_disk_size_gib": 1}, "state_disk_size_gib: must be at least 4, got 1"),
    ],
)
def test_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as raised:
        made(**changes)
    assert str(raised.value).splitlines()[1:] == [f"  {sentence}"]


def grant(role: BuiltInRole, key: str = "admins-in") -> AccessGrant:
    return AccessGrant(key=key, principal_id=GROUP, role=role, principal_type="Group")


def test_administrators_sign_in_to_the_login_node_with_entra() -> None:
    """And to no other machine."""
    plain = made()
    administrators = grant(BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN)
    signed = made(login=SlurmLogin(entra_sign_in=True), login_access=[administrators])
    assert [one for one in signed.azure if one not in plain.azure] == [
        ("authorization:RoleAssignment", "research-admins-in-access"),
        ("compute:VirtualMachineExtension", "research-entra-login"),
    ]
    changed = [name for name in plain.inputs if plain.inputs[name] != signed.inputs[name]]
    assert changed == ["research-login"]
    assert signed.inputs["research-login"]["identity"] == {
        "type": "SystemAssigned, UserAssigned",
        "userAssignedIdentities": ["/login-identity"],
    }
    extension = signed.inputs["research-entra-login"]
    assert (extension["publisher"], extension["type"]) == (
        "Microsoft.Azure.ActiveDirectory",
        "AADSSHLoginForLinux",
    )
    assert told(signed, "login") == told(plain, "login")


@pytest.mark.parametrize(
    ("login", "roles", "sentences"),
    [
        (
            SlurmLogin(),
            [BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN],
            ["goes with `entra_sign_in` of the login node: add that"],
        ),
        (
            SlurmLogin(entra_sign_in=True),
            [BuiltInRole.READER],
            ["missing: with `entra_sign_in` somebody needs Virtual Machine Administrator Login"],
        ),
        (
            SlurmLogin(entra_sign_in=True),
            [BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN, BuiltInRole.VIRTUAL_MACHINE_USER_LOGIN],
            ["such an account submits no job, since no node has its number: have these people in `users`"],
        ),
    ],
)
def test_who_cannot_sign_in_with_entra(
    login: SlurmLogin, roles: list[BuiltInRole], sentences: list[str]
) -> None:
    with pytest.raises(SettingsError) as refused:
        made(login=login, login_access=[grant(role, f"key-{n}") for n, role in enumerate(roles)])
    assert [problem.message for problem in refused.value.problems] == sentences
