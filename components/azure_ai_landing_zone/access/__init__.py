"""Who may do what: identities, grants, people, and pipelines that deploy."""
