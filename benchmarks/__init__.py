"""Speed, measured against the naive references in the same run: `make bench`."""
