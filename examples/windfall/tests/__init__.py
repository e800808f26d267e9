"""Tests of Windfall."""
