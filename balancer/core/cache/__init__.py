"""Compiled rules on disk, and what identifies rules and their sources."""
