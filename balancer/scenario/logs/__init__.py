"""Logs of real plays, as people and programs write them: what their columns and cells mean."""
