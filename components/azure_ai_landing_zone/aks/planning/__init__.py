"""Clusters and pools; pure."""
