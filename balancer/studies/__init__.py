"""The questions that can be asked of a game: what each plays, and the report that is made of it."""
