"""Services that answer with models."""
