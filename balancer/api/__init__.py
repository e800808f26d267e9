"""The Python interface for analysts: the questions of the command line, without YAML and files.

functions.py   a function for each question; `import balancer` offers them
results.py     the answers that they return
answered.py    what all of them share
"""
