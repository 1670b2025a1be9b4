"""What imports load: azure-native's modules take seconds."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module",
    [
        "azure_ai_landing_zone",
        "azure_ai_landing_zone.catalog.sizes",
        "azure_ai_landing_zone.training.planning.placement",
    ],
)
def test_catalogue_and_plans_load_no_pulumi(module: str) -> None:
    program = (
        f"import sys, {module}; "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('pulumi', "
        "'pulumi_azure_native', 'pydantic')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_zone_loads_only_what_it_makes() -> None:
    """azure-native's modules load at their first attribute; network alone takes a second."""
    program = (
        "import sys, azure_ai_landing_zone as z; z.LandingZone; "
        "print(sorted(name for name, module in sys.modules.items() if name.startswith('pulumi_azure_native.')"
        " and name.count('.') == 1 and type(module).__name__ == 'module'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['pulumi_azure_native._utilities', 'pulumi_azure_native.provider']\n"
