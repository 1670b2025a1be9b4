"""Virtual networks: subnets, ways out, hubs, and their rules."""
