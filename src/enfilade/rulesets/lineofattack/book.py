"""The sources and readings of this ruleset."""

from enfilade.referee import read_book

BOOK = read_book(__package__)
