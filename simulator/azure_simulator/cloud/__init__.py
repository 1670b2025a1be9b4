"""Azure itself: a subscription, its store, its answers."""
