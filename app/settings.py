"""The settings of the server, each read from the environment variable of the same name."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Where the server listens, where it keeps its data, and how it speaks.

    Raises ``pydantic.ValidationError`` when a variable holds something it cannot be.
    """

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(
        8000, description="Port to listen on; 0 takes any free one."
    )
    data_dir: Path = Field(Path("data"), description="Folder of the SQLite file and of the secret key.")
    database_url: SecretStr | None = Field(
        None,
        description="SQLAlchemy URL of the database, such as `postgresql://user@host/name`;"
        " an SQLite file in the data folder when unset.",
    )
    secret_key: SecretStr | None = Field(
        None,
        min_length=32,
        description="At least 32 characters from which the boards shown to new visitors are derived;"
        " made once and kept in the data folder when unset. Machines that share a database share it.",
    )
    https: bool = Field(
        False,
        description="Set to `true` behind https: cookies become Secure with the `__Host-` prefix,"
        " and browsers are told to come back by https only.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="How much the log says: `debug`, `info`, `warning` or `error`."
    )
