"""Which endpoints, which zones, and who writes their records; pure."""
