"""The program ``balancer``, run as ``python -m balancer``."""

from balancer.cli import main

if __name__ == "__main__":
    main()
