"""The schema that `pulumi import` and YAML programs read."""

from __future__ import annotations

import json
from typing import Any

from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud import resource_type


def test_schema_has_every_simulated_type_and_all_types_they_need(client: Any) -> None:
    schema = json.loads(client.stub.GetSchema(provider_pb2.GetSchemaRequest()).schema)
    assert sorted(schema["resources"]) == [unit.pulumi_type for unit in resource_type.all_types()]
    subnet = schema["resources"]["azure-native:network:Subnet"]
    assert sorted(subnet["requiredInputs"]) == ["resourceGroupName", "virtualNetworkName"]
    assert subnet["inputProperties"]["addressPrefix"] == {"type": "string"}
    assert subnet["inputProperties"]["natGateway"] == {"$ref": "#/types/azure-native:network:SubResource"}
    assert schema["types"]["azure-native:network:AddressSpace"]["properties"]["addressPrefixes"] == {
        "type": "array",
        "items": {"type": "string"},
    }
    used = {part.split('"')[0] for part in json.dumps(schema).split('"#/types/')[1:]}
    assert used <= set(schema["types"])
