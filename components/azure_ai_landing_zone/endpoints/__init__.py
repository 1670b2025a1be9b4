"""Private endpoints and the DNS zones of their names."""
