"""Sizes of flexible servers of Azure Database for MySQL in the tier GeneralPurpose, as far as Slurm's
accounting has a use for them.

Rows are in mysql_sizes.csv. The buffer pool is Azure's default and the most that Azure allows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, keyed

MysqlSize = Literal["Standard_D2ads_v5", "Standard_D4ads_v5", "Standard_D8ads_v5", "Standard_D16ads_v5"]
"""Azure's name of a server's SKU."""

TIER = "GeneralPurpose"
"""Of all of them."""


@dataclass(frozen=True, slots=True)
class MysqlServerSize:
    """One size."""

    size: MysqlSize
    vcores: int
    buffer_pool_bytes: int
    """innodb_buffer_pool_size."""
    source: str
    as_of: date


def load(text: str, file: str = "mysql_sizes.csv") -> Mapping[MysqlSize, MysqlServerSize]:
    """Sizes by name. Raises CatalogError with every problem in the file."""
    return keyed(MysqlServerSize, file, text, "a size", every=True)


MYSQL_SIZES: Mapping[MysqlSize, MysqlServerSize] = load(data_file("mysql_sizes.csv"))
