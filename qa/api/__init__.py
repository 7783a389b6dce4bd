"""REST API v1: parses, asks a service or a look-up, serialises. Holds no rule; never imports `web`."""
