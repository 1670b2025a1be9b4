"""What every room is made of: models, problems, errors, names, components."""
