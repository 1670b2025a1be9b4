"""Who reaches whom: what Azure makes of routes, groups, firewalls, peerings, endpoints and names."""
