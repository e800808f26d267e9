"""From a question to results: scenario → plan → run → store."""
