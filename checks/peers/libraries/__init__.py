"""One file a library: how a case is put to it. Each has PEERS, from the name of a column to a function of a row."""


class NotExpressible(Exception):
    """The library has no such shape or no such query."""
