"""Weights that are fetched once, before servers read them."""
