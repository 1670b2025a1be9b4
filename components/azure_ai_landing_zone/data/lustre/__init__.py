"""Lustre file systems."""
