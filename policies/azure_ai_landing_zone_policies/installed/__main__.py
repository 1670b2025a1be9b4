"""Serves the policy pack to the engine."""

from azure_ai_landing_zone_policies.serve import serve

serve()
