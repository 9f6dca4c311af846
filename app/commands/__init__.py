"""The commands that do not serve: each module adds one to the command line."""


class CannotRun(Exception):
    """Why a command cannot do its work, as one line for whoever ran it, with its exit code."""

    def __init__(self, reason: str, code: int = 1) -> None:
        super().__init__(reason)
        self.code = code
