"""What a subscription has registered before stacks come."""

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from helpers.registered import SUBSCRIPTION, register
from helpers.settings import stack


def settings(**registrations: list[str]) -> LandingZoneSettings:
    return LandingZoneSettings.load(stack("bootstrap") | {"registrations": registrations}, "bootstrap")


def test_features_are_registered_and_stay_so_and_providers_are_commands() -> None:
    asked = settings(resourceProviders=["Microsoft.Web"], features=["Microsoft.Compute/EncryptionAtHost"])
    said = list[object]()

    def program() -> None:
        LandingZone("bootstrap", asked).registrations.apply(said.append)

    made = register(program, stack="bootstrap", id_format=None)
    assert made.inputs["bootstrap-microsoft-compute-encryptionathost"] == {
        "providerNamespace": "Microsoft.Compute",
        "featureName": "EncryptionAtHost",
        "properties": {"state": "Registered", "shouldFeatureDisplayInPortal": False},
    }
    start = "az provider register --wait --namespace"
    namespaces = ("Microsoft.Web", "Microsoft.Compute")
    commands = [f"{start} {one} --subscription {SUBSCRIPTION}" for one in namespaces]
    assert said == [{"commands": commands}]


def test_refused() -> None:
    with pytest.raises(SettingsError) as raised:
        settings(resourceProviders=["Web"], features=["Microsoft.Compute"])
    provider = "the name of a resource provider, such as Microsoft.Compute, got 'Web'"
    feature = "a feature, such as Microsoft.Compute/EncryptionAtHost, got 'Microsoft.Compute'"
    assert str(raised.value).splitlines()[1:] == [
        f"  registrations.resourceProviders[0]: must be {provider}",
        f"  registrations.features[0]: must be {feature}",
    ]
    with pytest.raises(SettingsError, match=r"resourceProviders\[1\]: Microsoft.Web is given twice"):
        settings(resourceProviders=["Microsoft.Web", "Microsoft.Web"])


def test_what_azure_reads_as_one_is_given_twice() -> None:
    """Names of providers and features are the same to it however they are written."""
    host = "Microsoft.Compute/EncryptionAtHost"
    with pytest.raises(SettingsError) as raised:
        settings(resourceProviders=["Microsoft.Web", "microsoft.web"], features=[host, host.lower()])
    assert str(raised.value).splitlines()[1:] == [
        "  registrations.resourceProviders[1]: microsoft.web is given twice",
        f"  registrations.features[1]: {host.lower()} is given twice",
    ]
