"""On the real engine and a simulated Azure, in seconds."""

from pathlib import Path

import pytest

from azure_simulator.testing.stacks import SimulatedStack, SimulatedSubscription

PROGRAM = Path(__file__).parents[1]
CONFIG = {"models:password": "Simulated-1"}


@pytest.fixture
def stack(azure: SimulatedSubscription) -> SimulatedStack:
    return azure.stack(PROGRAM, config=CONFIG)


def test_it_comes_up_stays_and_goes(stack: SimulatedStack) -> None:
    stack.up()
    stack.assert_quiet()
    assert stack.outputs == {"host": "psql-chat-vectors.postgres.database.azure.com"}
    server = stack.resources.one("dbforpostgresql:Server")
    assert {"chat-subnet", "chat-zone"} <= stack.resources.stands_on(server)
    stack.destroy()
    assert list(stack.resources) == []


def test_it_goes_on_after_a_bad_day(azure: SimulatedSubscription, stack: SimulatedStack) -> None:
    with azure.fault(type_="*:Server", operation="create", error=(409, "ServerIsBusy", "Try again later.")):
        failed = stack.up(fails=True)
    assert stack.errors(failed) == ["ServerIsBusy: Try again later."]
    stack.up()
    stack.assert_quiet()


def test_a_name_that_somebody_has_is_told(azure: SimulatedSubscription, stack: SimulatedStack) -> None:
    azure.existing("resources:ResourceGroup", resourceGroupName="rg-others", location="westus3")
    azure.existing(
        "storage:StorageAccount",
        accountName="stchatbackups",
        resourceGroupName="rg-others",
        kind="StorageV2",
        sku={"name": "Standard_LRS"},
    )
    assert stack.errors(stack.up(fails=True)) == [
        "StorageAccountAlreadyTaken: The storage account named stchatbackups is already taken."
    ]


def test_what_somebody_deleted_comes_back(azure: SimulatedSubscription, stack: SimulatedStack) -> None:
    stack.up("--skip-preview")
    azure.delete(stack.resources.one("storage:StorageAccount").id)
    stack.refresh()
    assert [(step.operation, step.name) for step in stack.preview().steps] == [("create", "chat-backups")]
