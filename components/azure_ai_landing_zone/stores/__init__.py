"""Where things are kept: storage accounts, vaults, registries."""
