"""Documents: what people read of a report, and a renderer for each output."""
