"""`python -m verifier.cli` is `jokeri`."""

from verifier.cli import main

if __name__ == "__main__":
    main()
