"""What all games share; knows no game. See docs/architecture.md."""
