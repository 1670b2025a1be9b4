"""A minimal program for each type: made, read, imported and deleted as the engine does it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.provider.server import SimulatedAzure
from helpers.one_of_each import Piece, programs
from simulator.conftest import Client, ports

UNREAD = {
    "azure-native:keyvault:Key": "outputs lack `properties`, which inputs need",
    "azure-native:resources:Resource": "an id has no version of the API",
    "azure-native:monitor:AutoscaleSetting": "outputs lack `profiles`, which inputs need",
}
"""Types that pulumi-azure-native's own classes can't import."""

DRIFTING = {
    "azure-native:containerservice:ManagedCluster": "inline pools take up those of their own",
    "azure-native:machinelearningservices:Workspace": "so does its network with outbound rules",
}
"""Types whose inputs a refresh changes where there are others inside them, as in Azure."""


TOKENS = [unit.pulumi_type for unit in resource_type.all_types()]


def unit_of(piece: Piece) -> ResourceType:
    unit = resource_type.find(piece.token)
    assert unit is not None
    return unit


@pytest.fixture(scope="module")
def azure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedAzure]:
    """One for all types: starting it takes longer than most programs."""
    with SimulatedAzure(tmp_path_factory.mktemp("azure")) as running:
        yield running


@pytest.fixture(scope="module")
def connected(azure: SimulatedAzure) -> Client:
    return Client(ports(azure)["azure-native"])


@pytest.fixture
def client(azure: SimulatedAzure, connected: Client) -> Client:
    """Of an Azure in which nothing is, and nothing was."""
    store = azure.subscription().store
    for one in store.everything():
        store.remove(one.id)
    for token in TOKENS:
        for one in store.buried(token):
            store.unbury(one.id)
    return connected


def test_each_type_has_a_program() -> None:
    assert [token for token, pieces in programs().items() if not pieces] == []
    assert [pieces[-1].token for pieces in programs().values()] == list(programs())
    assert set(programs()) == set(TOKENS)


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token.removeprefix("azure-native:"))
def test_what_is_made_is_read_as_it_was_made_and_goes(token: str, client: Client) -> None:
    pieces = programs()[token]
    made = [client.create(piece.token, piece.name, **piece.inputs) for piece in pieces]
    for piece, resource in zip(pieces, made, strict=True):
        assert resource.id.lower() == piece.id.lower()
        read = client.read(resource.token, resource.id, resource)[1]
        if piece.token not in DRIFTING:
            assert list(client.diff(resource, read).diffs) == [], "a refresh finds a change"
    last = made[-1]
    if token not in UNREAD:
        imported = client.read(last.token, last.id)[1]
        assert client.check(last.token, last.name, imported)[1] == [], "an import doesn't check clean"
    for piece, resource in reversed(list(zip(pieces, made, strict=True))):
        if not piece.kept:
            client.delete(resource)
            if not unit_of(piece).always_there:
                assert client.read(resource.token, resource.id)[0] == ""
