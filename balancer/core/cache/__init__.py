"""Compiled rules on disk, and the hashes that identify rules and their sources."""
