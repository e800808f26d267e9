"""One game, narrated in words."""
