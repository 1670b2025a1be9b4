"""The landing zone of the selected stack: its settings from the stack file, its resources, what others need
of it."""

import pulumi

from azure_ai_landing_zone import LandingZone, LandingZoneSettings

zone = LandingZone(pulumi.get_stack(), LandingZoneSettings.from_stack())

for name, value in zone.exports.items():
    pulumi.export(name, value)
