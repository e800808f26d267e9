"""One game in words."""
