"""A referee for tabletop battles that you can take apart."""

__version__ = "0.1.0"
