"""Integer arithmetic for rules: processor instructions, division, chances."""
