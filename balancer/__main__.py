"""``python -m balancer``: the same as ``balancer``."""

from balancer.cli import main

if __name__ == "__main__":
    main()
