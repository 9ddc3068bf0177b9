"""What a person can type: one module for each family of commands, each with an `app` that `cli.py` takes in.

A command is a function with typed options. It imports what it works with when it is called, so that
`enfilade --help` stays quick, and says everything through `screen`.
"""
