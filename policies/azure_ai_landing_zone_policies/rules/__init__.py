"""One rule a file, named after it; found by import."""
