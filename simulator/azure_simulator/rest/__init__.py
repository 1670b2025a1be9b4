"""Azure Resource Manager's own REST interface, as far as clients ask it before anything is made."""
