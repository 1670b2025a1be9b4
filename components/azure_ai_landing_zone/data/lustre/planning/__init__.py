"""Sizes, changes and clients of Lustre; pure."""
