"""The commands that ask no question, one file each."""
