"""Serves the policy pack to the engine."""

from azure_ai_landing_zone_policies.engine.serve import serve

serve()
