"""Ports of services behind private endpoints."""

import pytest

from azure_ai_landing_zone.catalog import endpoint_ports
from azure_ai_landing_zone.catalog.table import CatalogError, columns


def test_most_services_speak_https_alone() -> None:
    assert endpoint_ports.ports_of("keyVault", "vault") == ("443",)
    assert endpoint_ports.ports_of("eventHubs", "namespace") == ("443", "5671", "5672", "9093")
    assert endpoint_ports.ports_of("storage", "file") == ("443", "445", "2049")
    assert endpoint_ports.ports_of("storage", "blob") == ("443",)


def test_a_bad_line_is_refused() -> None:
    header = ",".join(columns(endpoint_ports.EndpointPorts))
    with pytest.raises(CatalogError) as raised:
        endpoint_ports.load(
            f"{header}\nstorage,disk,445,page,2026-11-22\nsqlServer,sqlServer,sql,page,2026-11-22\n"
        )
    assert raised.value.problems == [
        "endpoint_ports.csv line 2, column group_id: got 'disk'; must be one that private_link.csv has of "
        "the service, on no other line",
        "endpoint_ports.csv line 3, column ports: got 'sql'; must be ports such as 443|8500-8599",
    ]
