"""What the selected stack is about: a landing zone, or what runs inside a cluster of one. Its settings from
the stack file, its resources, what others need of it."""

import pulumi

import azure_ai_landing_zone as library  # names of it are imported when they are first used

if pulumi.Config("azure-ai-landing-zone").get("inferenceWorkloads") is not None:
    settings = library.InferenceWorkloadsSettings.from_stack()
    pulumi.export("serviceUrls", library.InferenceWorkloads(pulumi.get_stack(), settings).service_urls)
else:
    zone = library.LandingZone(pulumi.get_stack(), library.LandingZoneSettings.from_stack())
    for name, value in zone.exports.items():
        pulumi.export(name, value)
