"""What is asked of Azure, and what follows from its answers."""
