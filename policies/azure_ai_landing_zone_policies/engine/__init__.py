"""What runs rules."""
