"""Why a database must not be used as it is; ``code`` is the exit code that says so."""


class UnfitDatabase(Exception):
    """A database that must not be used as it is."""

    code = 1


class NewerSchema(UnfitDatabase):
    """A later version of the product has changed the database."""

    code = 3


class CorruptDatabase(UnfitDatabase):
    """The file is not a database, or a damaged one."""

    code = 4


class LostDatabase(UnfitDatabase):
    """The database was made once, and is empty or gone."""

    code = 5


class UnwritableDatabase(UnfitDatabase):
    """The file or its folder cannot be written."""

    code = 6


class WouldOverwrite(UnfitDatabase):
    """There is a database where a backup would be restored."""
