"""One game in words, and the first divergence of two games."""
