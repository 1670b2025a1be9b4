"""What Azure writes one after another."""

from __future__ import annotations

import threading
from typing import Any

from simulator.samples import NETWORK, NETWORK_ID


def test_subnets_of_one_network_at_the_same_time(client: Any, group: str) -> None:
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    client.create(
        f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace={"addressPrefixes": ["10.0.0.0/16"]}
    )
    texts: list[str] = []

    def create(number: int) -> None:
        try:
            client.create(
                f"{NETWORK}:Subnet",
                f"p{number}",
                resourceGroupName=group,
                virtualNetworkName="v",
                addressPrefix=f"10.0.{number}.0/24",
            )
        except Exception as error:
            texts.append(str(error))

    threads = [threading.Thread(target=create, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(texts) == {
        'Status=429 Code="AnotherOperationInProgress" Message="Another operation on this or dependent '
        "resource is in "
        f"progress. To retrieve status of the operation use uri: https://management.azure.com{NETWORK_ID}/operations"
        '?api-version=2024-05-01."'
    }
