"""Azure's roles, and what they let somebody do: thought alone, no resources."""
