"""What is written down of calls to models."""
