"""What several types share."""
