"""What runs on nodes, with Python 3.10 or later and nothing but its standard library."""
