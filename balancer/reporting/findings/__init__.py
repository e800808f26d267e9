"""What is said of results in sentences: the answer, effects, interplay, caveats."""
