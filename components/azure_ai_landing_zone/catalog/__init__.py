"""What Azure offers, as typed rows with their sources: VM sizes and prices."""
