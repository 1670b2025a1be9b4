"""What a plan costs, as far as dated prices tell."""
