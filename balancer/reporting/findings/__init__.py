"""Sentences about results: the answer, effects and their interplay, who plays, reasons for care."""
