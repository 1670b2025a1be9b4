"""What the library says to people, as text and as Markdown."""
