"""The landing zone: the one room that knows all others."""
