"""Lets balancer find the game where it is not installed."""

import os
import pathlib

PROJECT = pathlib.Path(__file__).parents[1]

os.environ["BALANCER_GAMES"] = str(PROJECT)
