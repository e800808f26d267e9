"""A page that plays games in the browser, in one file."""
