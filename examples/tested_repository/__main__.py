"""A vector database and a store for its backups, reached from inside a network only."""

import pulumi
from platform_team import ModelData

pulumi.export("host", ModelData("chat", location="eastus", administrator="dba").host)
