"""Datastores of a Machine Learning workspace: containers that jobs mount by a name, as themselves."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import pulumi
from pulumi_azure_native import machinelearningservices
from pydantic import StrictBool

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model, matching
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machine_learning.managed_network import PrivateEndpointRule

DatastoreName = Annotated[str, matching(r"[a-z][a-z0-9_]{0,62}", "lower-case letters, digits and _")]


SERVICES = ("blob", "dfs")
"""Of an account with folders; one without has the first."""


class MachineLearningDatastore(Model):
    """A container in a storage account, one for each account. Jobs reach it with the roles of their identity:
    no key of it is kept anywhere."""

    datastore_name: DatastoreName
    """As jobs call it."""
    account_resource_id: Input[str]
    """Of the storage account: the managed network gets a private endpoint to it, for which the workspace's
    identity needs Azure AI Enterprise Network Connection Approver on it."""
    container_name: Input[str]
    """In the account."""
    hierarchical_namespace: StrictBool = False
    """Whether the account has folders."""

    def rules(self) -> dict[str, PrivateEndpointRule]:
        """What the managed network needs to reach it, by the rules' names."""
        services = SERVICES if self.hierarchical_namespace else SERVICES[:1]
        return {
            f"{self.datastore_name}-{service}": PrivateEndpointRule(
                mode="privateEndpoint", target_resource_id=self.account_resource_id, subresource=service
            )
            for service in services
        }


def rule_name_problems(rules: Iterable[str], datastores: Iterable[str]) -> Iterator[Problem]:
    """Rules of which one would take the place of the other."""
    brought = {f"{name}-{service}": name for name in datastores for service in SERVICES}
    for key in rules:
        if key in brought:
            text = f"is the name of a rule that the datastore {brought[key]} brings: give it another"
            yield Problem(("managed_network", "outbound_rules", key), text)


def make_datastore(
    making: Making, datastore: MachineLearningDatastore, workspace: "machinelearningservices.Workspace"
) -> "machinelearningservices.Datastore":
    parts = pulumi.Output.from_input(datastore.account_resource_id).apply(lambda id_: id_.split("/"))
    no_credentials = machinelearningservices.NoneDatastoreCredentialsArgs(credentials_type="None")
    properties: (
        machinelearningservices.AzureBlobDatastoreArgs
        | machinelearningservices.AzureDataLakeGen2DatastoreArgs
    )
    if datastore.hierarchical_namespace:
        properties = machinelearningservices.AzureDataLakeGen2DatastoreArgs(
            datastore_type="AzureDataLakeGen2",
            account_name=parts[-1],
            filesystem=datastore.container_name,
            credentials=no_credentials,
            resource_group=parts[4],
            subscription_id=parts[2],
            service_data_access_auth_identity="WorkspaceUserAssignedIdentity",
        )
    else:
        properties = machinelearningservices.AzureBlobDatastoreArgs(
            datastore_type="AzureBlob",
            account_name=parts[-1],
            container_name=datastore.container_name,
            credentials=no_credentials,
            resource_group=parts[4],
            subscription_id=parts[2],
            service_data_access_auth_identity="WorkspaceUserAssignedIdentity",
        )
    return machinelearningservices.Datastore(
        f"{making.name}-{datastore.datastore_name.replace('_', '-')}-datastore",
        name=datastore.datastore_name,
        workspace_name=workspace.name,
        properties=properties,
        # Azure would look into the account from outside, where it is closed.
        skip_validation=True,
        opts=making.child(),
        **making.group,
    )
