"""Each rule of a game changed separately: its effect on the headline figures."""
