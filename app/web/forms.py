"""What the forms of the page may hold."""

from typing import Annotated

from fastapi import Form
from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.engine.board import Direction

MOST_DIRECTIONS = 64

Version = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,15}$"), AfterValidator(int)]
OneVersion = Annotated[list[Version], Field(min_length=1, max_length=1)]


class _ChangeFields(BaseModel):
    """``version``, once: the state that the sender has seen."""

    version: OneVersion

    @property
    def seen(self) -> int:
        """The version as a number."""
        return int(self.version[0])


class _MoveFields(_ChangeFields):
    """A version, and from one to 64 directions in the order in which they were given."""

    direction: Annotated[list[Direction], Field(min_length=1, max_length=MOST_DIRECTIONS)]


ChangeForm = Annotated[_ChangeFields, Form()]
MoveForm = Annotated[_MoveFields, Form()]
