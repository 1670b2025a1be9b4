"""Deployments and search; pure."""
