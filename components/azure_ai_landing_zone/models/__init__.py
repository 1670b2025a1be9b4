"""Accounts for models, safety and search."""
