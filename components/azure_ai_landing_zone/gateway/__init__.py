"""API Management in front of models."""
