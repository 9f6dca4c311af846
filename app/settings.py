"""The settings of the server, each read from the environment variable of the same name."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

from limits import parse
from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Port = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=1)]
Days = Annotated[int, Field(ge=0)]
Workers = Annotated[int, Field(ge=0)]


def _as_budget(text: str) -> str:
    parse(text)
    return text


def _as_addresses(text: str) -> str:
    for address in text.split(","):
        if address.strip():
            ip_address(address.strip())
    return text


Budget = Annotated[str, AfterValidator(_as_budget)]


class Settings(BaseSettings):
    """Where the server listens, where it keeps its data, and how it meets the world.

    Raises ``pydantic.ValidationError`` when a variable holds something it cannot be.
    """

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: Port = Field(8000, description="Port to listen on; `0` takes any free one.")
    ops_host: str = Field("127.0.0.1", description="Address for `/healthz`, `/readyz` and `/metrics`.")
    ops_port: Port = Field(0, description="Port for those; `0` takes any free one and prints it.")
    data_dir: Path = Field(Path("data"), description="Folder of the SQLite file and of the secret key.")
    database_url: SecretStr | None = Field(
        None, description="SQLAlchemy URL, such as `postgresql://user@host/name`."
    )
    secret_key: SecretStr | None = Field(
        None,
        min_length=32,
        description="At least 32 characters from which the boards shown to new visitors and the"
        " session cookies are made. Machines that share a database share it; players with games are"
        " found without it too.",
    )
    https: bool = Field(
        False,
        description="`true` behind https: cookies become `Secure` with the `__Host-` prefix,"
        " and browsers are told to come back by https only.",
    )
    allowed_hosts: str = Field(
        "localhost,127.0.0.1,[::1]",
        description="Names under which the server may be asked for, without ports, comma-separated;"
        " `*` allows any.",
    )
    trusted_proxies: Annotated[str, AfterValidator(_as_addresses)] = Field(
        "",
        description="Addresses of proxies whose `X-Forwarded-For` tells the client, comma-separated.",
    )
    max_connections: Count = Field(2000, description="Connections that may be open at once.")
    max_connections_per_client: Count = Field(
        1000, description="Connections of one address; behind a proxy, as many as the proxy may have."
    )
    budget_moves: Budget = Field("30000/minute", description="Move requests of one client.")
    budget_new_games: Budget = Field("2000/hour", description="New games of one client.")
    budget_new_players: Budget = Field("2000/hour", description="New players from one client.")
    budget_hints: Budget = Field("120/minute", description="Hints for one player.")
    budget_solver_moves: Budget = Field(
        "1500/minute", description="Requests of one player who watches the solver play."
    )
    budget_searches: Budget = Field(
        "15000/minute", description="Requests of one client for hints and moves of the solver."
    )
    budget_reviews: Budget = Field("60/hour", description="Reviews of one player's games.")
    solver_workers: Workers = Field(
        0,
        description="Processes of the solver; never more than all processors but one, which `0` means.",
    )
    solver_weights: Path | None = Field(
        None, description="Other weights for the solver, as `train` writes them."
    )
    keep_abandoned_days: Days = Field(
        90,
        description="Days after which a game left unfinished for a new one is removed, and one of the solver"
        " or for practice in any case; `0` keeps all.",
    )
    keep_idle_days: Days = Field(
        395,
        description="Days without a move after which a player is removed, unless their best score stands"
        " in a finished game; `0` keeps all.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="`debug`, `info` (one line a request), `warning` or `error`."
    )
