"""The runner that plays the cells of a scenario; its jobs, queue, store and manifest."""
