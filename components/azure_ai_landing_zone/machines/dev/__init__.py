"""Machines for development."""
