"""One file for each library: how to run a case with it. Each has PEERS, which maps the name of a
column to a function of a row."""


class NotExpressible(Exception):
    """The library lacks the shape or the query."""
