"""Backends, which run tasks: threads of this process and processes that help it, or a Dask cluster."""
