"""Text in and out: scenarios, unit files, records, and the one schema. Nothing here knows a rule.

Whatever arrives is guarded: sizes, depth and number of values are limited before anything is built, and every
mistake is told at once with file, line, column and field.
"""
