"""The HTML pages: models of their blocks, charts, templates."""
