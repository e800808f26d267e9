"""Every rule of a game changed by itself: what that does to the headline figures."""
