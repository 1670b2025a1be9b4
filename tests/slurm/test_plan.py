"""Slurm's configuration: what it says for each cluster, and clusters that don't fit together."""

import re

import pytest

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.slurm.plan import SlurmCluster, slurm_files, slurm_problems


def cluster(name: str, size: str = "Standard_ND96isr_H100_v5", limit: int = 16) -> SlurmCluster:
    found = sizes.find(size)
    assert found is not None
    return SlurmCluster(name, found, limit)


H100, MI300X = cluster("train"), cluster("amd", "Standard_ND96isr_MI300X_v5")


def lines(*clusters: SlurmCluster, accounting_host: str | None = None) -> dict[str, str]:
    text = slurm_files("research", clusters, accounting_host=accounting_host)["slurm.conf"]
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))


def test_nodes_register_themselves() -> None:
    told = lines(H100, cluster("fine", limit=4))
    assert told["ClusterName"] == "research"
    assert told["SlurmctldParameters"] == "enable_configless"
    assert told["MaxNodeCount"] == "10000", "each replacement has a name of its own"
    assert told["SelectType"] == "select/cons_tres", "dynamic nodes have no other"
    assert told["GresTypes"] == "gpu"
    assert not any(name.startswith("NodeName") for name in told)
    assert "SlurmctldHost" not in told, "the scheduler adds itself"


def test_each_fabric_has_partitions_of_its_own() -> None:
    text = slurm_files("research", [H100])["slurm.conf"]
    assert text.endswith(
        "\n"
        "NodeSet=train Feature=train\n"
        "PartitionName=train-single Nodes=train MaxNodes=1 DefMemPerCPU=18240 DefCpuPerGPU=11 State=UP\n"
        "# Empty here: the scheduler puts in the nodes whose fabric is proven.\n"
        "PartitionName=train OverSubscribe=EXCLUSIVE State=UP\n"
        "PartitionName=train-proof Nodes=train OverSubscribe=EXCLUSIVE AllowGroups=root Hidden=YES "
        "PriorityTier=2 State=UP\n"
    )


def test_jobs_end_but_proofs() -> None:
    """A partition's MaxTime is what jobs have that ask for none."""
    found = slurm_files("research", [H100, cluster("small", "Standard_NC24ads_A100_v4")], max_hours=36)
    ends = {
        line.split()[0]: "MaxTime=36:00:00" in line.split()
        for line in found["slurm.conf"].splitlines()
        if line.startswith("PartitionName=")
    }
    assert ends == {
        "PartitionName=train-single": True,
        "PartitionName=train": True,
        "PartitionName=train-proof": False,
        "PartitionName=small-single": True,
        "PartitionName=small": True,
    }


def test_without_infiniband_there_is_nothing_to_prove() -> None:
    text = slurm_files("research", [cluster("small", "Standard_NC24ads_A100_v4")])["slurm.conf"]
    assert "PartitionName=small Nodes=small OverSubscribe=EXCLUSIVE State=UP\n" in text
    assert "small-proof" not in text


@pytest.mark.parametrize(
    ("clusters", "gres"),
    [
        ([H100], "Name=gpu File=/dev/nvidia[0-7]\n"),
        ([MI300X], "Name=gpu File=/dev/dri/renderD[128-135]\n"),
        ([cluster("one", "Standard_NC24ads_A100_v4")], "Name=gpu File=/dev/nvidia[0-0]\n"),
        ([cluster("cpu", "Standard_HB176rs_v4")], "# no GPUs\n"),
    ],
)
def test_devices(clusters: list[SlurmCluster], gres: str) -> None:
    files = slurm_files("research", clusters)
    assert files["gres.conf"] == gres
    assert ("GresTypes=gpu" in files["slurm.conf"]) == ("gpu F" in gres)
    assert files["cgroup.conf"] == "ConstrainCores=yes\nConstrainDevices=yes\nConstrainRAMSpace=yes\n"


def test_accounting_is_optional() -> None:
    assert lines(H100)["AccountingStorageType"] == "accounting_storage/none"
    told = lines(H100, accounting_host="10.0.0.9")
    assert told["AccountingStorageType"] == "accounting_storage/slurmdbd"
    assert told["AccountingStorageHost"] == "10.0.0.9"


def test_a_line_is_short_enough_for_slurm() -> None:
    """1024 characters. Source: slurm.schedmd.com/slurm.conf.html."""
    text = slurm_files("research", [cluster(f"cluster-{number}") for number in range(20)])["slurm.conf"]
    assert max(map(len, text.splitlines())) < 1024
    assert re.search(r"[^\x20-\x7e\n]", text) is None


@pytest.mark.parametrize(
    ("clusters", "sentences"),
    [
        ([], []),
        ([H100, cluster("fine", "Standard_ND96isr_H200_v5")], []),
        (
            [H100, MI300X],
            [
                "amd has 8 GPUs of AMD a node and train has 8 GPUs of NVIDIA: the nodes of one Slurm have "
                "the same GPU devices, since they all get the same gres.conf. Give it a scheduler of its own"
            ],
        ),
        (
            [H100, cluster("cpu", "Standard_HB176rs_v4")],
            [
                "cpu has no GPU a node and train has 8 GPUs of NVIDIA: the nodes of one Slurm have the "
                "same GPU devices, since they all get the same gres.conf. Give it a scheduler of its own"
            ],
        ),
        (
            [H100, cluster("train-proof")],
            ["train-proof is also a partition of train: name the cluster otherwise"],
        ),
    ],
)
def test_clusters_that_do_not_fit_together(clusters: list[SlurmCluster], sentences: list[str]) -> None:
    assert [problem.message for problem in slurm_problems(clusters)] == sentences
