"""How checkpoints grow and go; pure."""
