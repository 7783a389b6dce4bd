"""Who you are: the User, sign-up, settings, API tokens. Imports nothing of `qa` but its pure `text` and `rules`."""
