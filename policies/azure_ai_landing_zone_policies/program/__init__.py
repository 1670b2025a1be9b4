"""What a program says: resources, types, regions."""
