"""A model account as a first try leaves it: open, with keys, a model that is gone, reserved throughput."""

# mypy: ignore-errors
from pulumi_azure_native import cognitiveservices, resources

group = resources.ResourceGroup("models", location="swedencentral")
account = cognitiveservices.Account(
    "models",
    resource_group_name=group.name,
    location=group.location,
    kind="OpenAI",
    sku={"name": "S0"},
    properties={"public_network_access": "Enabled", "custom_sub_domain_name": "first-try"},
)
old = cognitiveservices.Deployment(
    "old",
    resource_group_name=group.name,
    account_name=account.name,
    sku={"name": "GlobalStandard", "capacity": 50},
    properties={"model": {"format": "OpenAI", "name": "gpt-4o", "version": "2024-05-13"}},
)
policy = cognitiveservices.RaiPolicy(
    "loose",
    resource_group_name=group.name,
    account_name=account.name,
    properties={
        "mode": "Blocking",
        "content_filters": [
            {
                "name": "Hate",
                "source": "Prompt",
                "enabled": True,
                "blocking": True,
                "severity_threshold": "Medium",
            },
            {"name": "Jailbreak", "source": "Prompt", "enabled": True, "blocking": False},
        ],
    },
)
cognitiveservices.Deployment(
    "reserved",
    resource_group_name=group.name,
    account_name=account.name,
    sku={"name": "GlobalProvisionedManaged", "capacity": 15},
    properties={
        "model": {"format": "OpenAI", "name": "gpt-5", "version": "2025-08-07"},
        "rai_policy_name": policy.name,
    },
)
cognitiveservices.Deployment(
    "embeddings",
    resource_group_name=group.name,
    account_name=account.name,
    sku={"name": "Standard", "capacity": 50},
    properties={"model": {"format": "OpenAI", "name": "text-embedding-3-large", "version": "1"}},
)
