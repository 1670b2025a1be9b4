"""What a training node does on its first boot, as cloud-init's customData."""

import base64
import json
from functools import cache
from importlib.resources import files

SCRATCH = "/mnt/scratch"
"""Where nodes have their local disks, striped; gone when a node is deallocated or moved."""

LARGEST_CUSTOM_DATA = 65_536
"""Characters of customData in base64.
Source: learn.microsoft.com/azure/virtual-machines/custom-data, 64 KB."""


@cache
def custom_data() -> str:
    """cloud-config in base64: the same text for the same version of this package, so that no node differs.

    JSON is YAML, and has one way to be written.
    """
    scripts = {
        "/usr/local/sbin/mount-scratch": ("mount_scratch.sh", "0755"),
        "/etc/systemd/system/mount-scratch.service": ("mount_scratch.service", "0644"),
    }
    config = {
        "write_files": [
            {"path": path, "permissions": mode, "owner": "root:root", "content": _text(file)}
            for path, (file, mode) in scripts.items()
        ],
        "runcmd": [["systemctl", "daemon-reload"], ["systemctl", "enable", "--now", "mount-scratch.service"]],
    }
    text = "#cloud-config\n" + json.dumps(config, indent=1) + "\n"
    return base64.b64encode(text.encode()).decode()


def _text(file: str) -> str:
    return (files(__package__ or "") / file).read_text(encoding="utf-8")
