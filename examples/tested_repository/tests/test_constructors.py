"""Without an engine, in milliseconds: what is asked for, answered as Azure answers it."""

import pulumi
import pytest
from platform_team import ModelData

from azure_simulator.testing.mocks import register


@pytest.fixture(autouse=True)
def config() -> None:
    pulumi.runtime.set_all_config({"project:password": "Simulated-1"})


def test_nothing_is_open() -> None:
    made = register(lambda: ModelData("chat", location="eastus", administrator="dba"))
    assert made.outputs["chat-server"]["network"]["publicNetworkAccess"] == "Disabled"
    assert made.inputs["chat-backups"]["publicNetworkAccess"] == "Disabled"
    assert ("dbforpostgresql:Server", "chat-server") in made.azure


def test_azure_refuses_reserved_names() -> None:
    with pytest.raises(Exception, match="'admin' is reserved"):
        register(lambda: ModelData("chat", location="eastus", administrator="admin"))
