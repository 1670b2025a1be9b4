"""Settings of a mount; pure."""
