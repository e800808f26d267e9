"""Where tasks run: threads of this process, or a Dask cluster."""
