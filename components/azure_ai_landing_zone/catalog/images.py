"""Marketplace images that machines start from: publisher, offer and SKU, and which GPU drivers are inside.

Rows are in images.csv; all are for generation 2. Which versions exist changes monthly, so rows have one as an
example only: `list_command` prints them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog.sizes import Architecture
from azure_ai_landing_zone.catalog.table import data_file, records

Drivers = Literal["none", "cuda", "cuda-v100", "rocm"]
"""Of GPUs; images with any of them have those of InfiniBand, and NCCL or RCCL, as well."""


@dataclass(frozen=True, slots=True)
class VmImage:
    """One SKU of the marketplace."""

    publisher: str
    offer: str
    sku: str
    architecture: Architecture
    drivers: Drivers
    release: str
    """Of Ubuntu; every version begins with it."""
    example_version: str
    source: str
    as_of: date

    @property
    def list_command(self) -> str:
        """Prints the versions that there are."""
        return f"az vm image list --publisher {self.publisher} --offer {self.offer} --sku {self.sku} --all"

    def version_problem(self, version: str) -> str | None:
        """Why that is no version of it, or None. `latest` is one."""
        digits = len(self.example_version.rpartition(".")[2])
        if version == "latest" or re.fullmatch(rf"{re.escape(self.release)}\.\d{{{digits}}}", version):
            return None
        return (
            f"{version!r} is not a version of {self.sku}: versions look like {self.example_version}, and "
            f"`{self.list_command}` lists them"
        )


def load(text: str, file: str = "images.csv") -> Mapping[str, VmImage]:
    """Images by SKU. Raises CatalogError with every problem in the file."""
    images: dict[str, VmImage] = {}
    for row, image in records(VmImage, file, text):
        if not image.example_version.startswith(f"{image.release}."):
            row.problem("example_version", "a version of the release")
        if image.sku in images:
            row.problem("sku", "a SKU that no other line has")
        images[image.sku] = image
    return MappingProxyType(images)


VM_IMAGES: Mapping[str, VmImage] = load(data_file("images.csv"))
