"""How to read what rules speak of: machines, pools, networks, pods."""
