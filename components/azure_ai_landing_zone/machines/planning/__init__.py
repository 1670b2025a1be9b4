"""Sizes and images; pure."""
