"""Help for authors of games: checks of a package and of the source of rules, rules in plain Python."""
