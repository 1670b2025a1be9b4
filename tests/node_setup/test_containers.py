"""What machines install for containers of Slurm's jobs, from a mirror in a folder: no registry has pyxis or
enroot, so a Makefile and two files stand for them."""

import os
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import node_setup
from azure_ai_landing_zone.node_setup.on_node import commands, containers
from azure_ai_landing_zone.node_setup.on_node.commands import Ran

pytestmark = pytest.mark.programs

RELEASE = Path("enroot/releases/download/v4.0.1")
DEBS = {"enroot": b"of enroot", "enroot+caps": b"of its capabilities"}
BUILT = ["git init", "git fetch", "git checkout", "make", "install"]
RUN = commands.run


class Machine:
    """One that has nothing yet."""

    def __init__(self, folder: Path) -> None:
        self.mirror = folder / "mirror"
        (self.mirror / RELEASE).mkdir(parents=True)
        for name, content in DEBS.items():
            (self.mirror / RELEASE / f"{name}_4.0.1-1_amd64.deb").write_bytes(content)
        first = self.commit("the one that is pinned")
        self.commit("a later one")
        self.packages, self.ran = "", list[str]()
        self.slurm: dict[str, Any] = {
            "role": "node",
            "version": "25.11.5",
            "containers": {
                "mirror": f"file://{self.mirror}",
                "enroot": "4.0.1",
                "sha256": {name: sha256(content).hexdigest() for name, content in DEBS.items()},
                "pyxis": first,
            },
        }

    def commit(self, text: str) -> str:
        folder = self.mirror / "pyxis.git"
        folder.mkdir(exist_ok=True)
        git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@e.example"]
        commands.checked(*git, "init", "--quiet")
        (folder / "Makefile").write_text(f"spank_pyxis.so:\n\techo '{text}' >$@\n", encoding="utf-8")
        commands.checked(*git, "add", "Makefile")
        commands.checked(*git, "commit", "--quiet", "--message", text)
        return commands.checked(*git, "rev-parse", "HEAD").strip()

    def install(self, vendor: str = "nvidia", **slurm: Any) -> list[str]:
        """Which programs did that."""
        self.ran = []
        containers.install({"gpus": {"vendor": vendor}, "slurm": self.slurm | slurm})
        return self.ran

    def run(self, command: Sequence[str]) -> Ran:
        if command[0] == "dpkg-query":
            return Ran(0, self.packages)
        if command[0] != "apt-get":
            self.ran.append(" ".join([command[0], *command[3:4]]) if command[0] == "git" else command[0])
            return RUN(command)
        self.ran.append("apt-get")
        files = [Path(file) for file in command[-2:]]
        assert {file.name.partition("_")[0]: file.read_bytes() for file in files} == DEBS
        self.packages = "ii 4.0.1-1"
        return Ran(0, "")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    hooks = tmp_path / "share", tmp_path / "hooks.d"
    for folder in hooks:
        folder.mkdir()
    for name in containers.FOR_SLURM:
        (hooks[0] / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(containers, "PLUGIN", tmp_path / "pyxis" / "spank_pyxis.so")
    monkeypatch.setattr(containers, "MADE_FROM", tmp_path / "pyxis" / "made-from")
    monkeypatch.setattr(containers, "CONFIGURATION", tmp_path / "enroot.conf")
    monkeypatch.setattr(containers, "HOOKS", hooks)
    monkeypatch.setattr(containers, "SCRATCH", tmp_path / "scratch")
    monkeypatch.setattr(commands, "run", made.run)
    return made


def test_a_node_gets_both_once(machine: Machine, tmp_path: Path) -> None:
    assert machine.install() == [*BUILT, "apt-get", "install"]
    assert containers.PLUGIN.read_text(encoding="utf-8") == "the one that is pinned\n"
    assert sorted(file.name for file in (tmp_path / "hooks.d").iterdir()) == [*containers.FOR_SLURM]
    assert machine.install() == ["install"], "the folder on its disks, which may be new ones"
    assert (tmp_path / "scratch").stat().st_mode & 0o777 == 0o755


def test_people_s_machines_get_what_reads_the_options_of_srun(machine: Machine) -> None:
    assert machine.install(role="login") == BUILT
    assert not containers.CONFIGURATION.exists()


def test_another_slurm_gets_a_plugin_of_its_own(machine: Machine) -> None:
    """Slurm refuses one that was made for another release. Source: github.com/NVIDIA/pyxis, README."""
    machine.install()
    assert machine.install(version="26.05.1") == [*BUILT, "install"]


def test_what_is_not_what_was_pinned_is_not_installed(machine: Machine) -> None:
    file = machine.mirror / RELEASE / "enroot+caps_4.0.1-1_amd64.deb"
    file.write_bytes(b"of somebody else")
    wanted = machine.slurm["containers"]["sha256"]["enroot+caps"]
    with pytest.raises(SystemExit) as raised:
        machine.install()
    got = sha256(b"of somebody else").hexdigest()
    assert str(raised.value) == f"file://{file} has the SHA-256 {got}, and the settings say {wanted}"
    assert "apt-get" not in machine.ran


def test_a_commit_that_is_not_there_is_not_made(machine: Machine) -> None:
    machine.slurm["containers"]["pyxis"] = "0" * 40
    with pytest.raises(subprocess.CalledProcessError):
        machine.install()
    assert machine.ran == BUILT[:2]


@pytest.mark.parametrize(("vendor", "restricts"), [("nvidia", "yes"), ("amd", "no")])
def test_images_lie_on_the_local_disks(vendor: str, restricts: str) -> None:
    assert containers.configuration(vendor) == (
        "ENROOT_RUNTIME_PATH /mnt/scratch/enroot/$(id -u)/run\n"
        "ENROOT_CACHE_PATH /mnt/scratch/cache/$(id -u)/enroot\n"
        "ENROOT_DATA_PATH /mnt/scratch/enroot/$(id -u)/data\n"
        "ENROOT_TEMP_PATH /mnt/scratch/enroot/$(id -u)\n"
        "ENROOT_SQUASH_OPTIONS -noI -noD -noF -noX -no-duplicates\n"
        "ENROOT_MOUNT_HOME yes\n"
        f"ENROOT_RESTRICT_DEV {restricts}\n"
        "ENROOT_ROOTFS_WRITABLE yes\n"
        "MELLANOX_VISIBLE_DEVICES all\n"
    )


def script(name: str, machine: Path, job: int) -> None:
    """Run one of a job's scripts, on a machine that lies in a folder."""
    text = (files(node_setup) / name).read_text(encoding="utf-8")
    for path in ("/mnt/scratch", "/run/azure-ai-landing-zone", "/opt/pyxis"):
        text = text.replace(path, f"{machine}{path}")
    text = text.replace("/usr/local/sbin/node-tool", "true").replace("command -v docker", "false")
    variables = {"SLURM_JOB_ID": str(job), "SLURM_JOB_UID": str(os.getuid())}
    subprocess.run(["sh", "-c", text], env=os.environ | variables, check=True)


@pytest.mark.parametrize("has_containers", [True, False])
def test_a_job_has_a_place_for_its_containers_and_leaves_none(
    tmp_path: Path, *, has_containers: bool
) -> None:
    for folder in ("mnt/scratch", "run/azure-ai-landing-zone", "opt/pyxis"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "run/azure-ai-landing-zone/ready").touch()
    if has_containers:
        (tmp_path / "mnt/scratch/enroot").mkdir()
        (tmp_path / "opt/pyxis/made-from").touch()
    script("slurm_prolog.sh", tmp_path, 7)
    own = tmp_path / "mnt/scratch/enroot" / str(os.getuid())
    assert own.exists() is has_containers
    if has_containers:
        assert own.stat().st_mode & 0o777 == 0o700
        image = tmp_path / "mnt/scratch/enroot/pyxis" / own.name
        for left in (own / "data/pyxis_7_7.0", own / "data/pyxis_70_a", own / "data/mine", image):
            left.mkdir(parents=True)
        for name in ("7.0.squashfs", "70.0.squashfs"):
            (image / name).touch()
    script("slurm_epilog.sh", tmp_path, 7)
    if has_containers:
        assert sorted(left.name for left in (own / "data").iterdir()) == ["mine", "pyxis_70_a"]
        assert [left.name for left in image.iterdir()] == ["70.0.squashfs"]


MOUNTED = """
mount -t tmpfs tmpfs "$1/left behind"
touch "$1/left behind/data"
sh -c "$2"
"""


def test_a_file_system_that_a_job_left_mounted_drains_no_node(tmp_path: Path) -> None:
    """As one of FUSE whose process was killed: rm fails at either."""
    folder = tmp_path / "mnt/scratch/jobs/7"
    (folder / "left behind").mkdir(parents=True)
    text = (files(node_setup) / "slurm_epilog.sh").read_text(encoding="utf-8")
    text = text.replace("/mnt/scratch", f"{tmp_path}/mnt/scratch").replace("command -v docker", "false")
    text = text.replace("/usr/local/sbin/node-tool", "true")
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-euc", MOUNTED, "sh", str(folder), text],
        env=os.environ | {"SLURM_JOB_ID": "7", "SLURM_JOB_UID": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr:
        pytest.skip(f"no namespaces here: {done.stderr}")
    assert (done.returncode, done.stderr) == (0, "")
    assert not folder.exists()
