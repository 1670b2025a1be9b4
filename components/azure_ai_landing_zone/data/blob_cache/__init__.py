"""Blob containers that machines mount as folders."""
