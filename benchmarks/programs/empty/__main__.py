"""Nothing: what every preview costs before its first resource."""

import pulumi_azure_native  # noqa: F401  both other programs load it
