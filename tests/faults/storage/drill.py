"""The drill: back up under load, restore into an empty folder, boot on it, find everybody again."""

import asyncio
import re
from pathlib import Path
from typing import NamedTuple

from tests.faults.clients import Player, State, read_state
from tests.faults.figures import Figure, is_true, none_of
from tests.faults.storage.books import Books
from tests.faults.storage.load import play_for, run
from tests.faults.storage.servers import Runner, Server, Starter

WRITERS = 8
_MOVES_BEFORE = 10


class Drill(NamedTuple):
    """What a backup taken under load was worth."""

    before: int
    """Moves that were confirmed before the backup was begun."""
    during: int
    """Moves that were confirmed while it was made."""
    restored: int
    missing: int
    """Moves confirmed before it that it lacks."""
    wrong: int
    """Stored moves that differ from what was confirmed, gaps, and moves applied twice."""
    lost_players: int
    """Players who do not find a game of theirs on the server that was booted on it."""
    verified: str
    """What ``verify`` says of the restored database."""

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{self.before:,} moves before, {self.during:,} during, {self.restored:,} restored"
        is_verified = self.verified.startswith("All is right with ")
        return [
            none_of("backup under load: confirmed before it and missing", sample, self.missing),
            none_of("backup under load: moves that differ", sample, self.wrong),
            none_of(
                "backup under load: players not found after boot", f"{WRITERS} players", self.lost_players
            ),
            is_true("backup under load: verify is clean", sample, found=is_verified),
        ]


def drill(folder: Path, start: Starter, command: Runner, rounds: int) -> list[Drill]:
    """Hold so many drills while eight players play on and on."""
    with start(folder / "data") as server:
        everybody = [Player() for _ in range(WRITERS)]
        run(play_for(everybody, server.port, _MOVES_BEFORE))
        drills = []
        for number in range(rounds):
            confirmed = [player.confirmed for player in everybody]
            backup = run(_back_up_under_load(folder / "data", command, server, everybody))
            target = folder / f"restored-{number}"
            restored = command(target, "restore", str(backup))
            assert restored.returncode == 0, restored.stderr
            verified = command(target, "verify").stdout.strip()
            with start(target) as booted:
                seen = run(_visit(everybody, booted.port))
                booted.stop()
            drills.append(_compare(target, everybody, confirmed, seen, verified))
        return drills


def _compare(
    target: Path, everybody: list[Player], before: list[int], seen: list[State], verified: str
) -> Drill:
    missing = wrong = stored = lost = 0
    with Books(target) as books:
        for player, confirmed, state in zip(everybody, before, seen, strict=True):
            found = books.audit([player])
            kept = books.stored(player)
            stored += kept
            missing += max(0, confirmed - kept)
            wrong += found.wrong + found.gaps + found.duplicated
            lost += state not in [told.state for game in player.games for told in game]
        wrong += len(books.violations())
    during = sum(player.confirmed for player in everybody) - sum(before)
    return Drill(sum(before), during, stored, missing, wrong, lost, verified)


async def _back_up_under_load(data: Path, command: Runner, server: Server, everybody: list[Player]) -> Path:
    done = asyncio.Event()

    async def play(player: Player) -> None:
        await player.connect(server.port)
        while not done.is_set():
            answer = await player.play()
            assert answer.status == 200, answer.status
        player.leave()

    async with asyncio.TaskGroup() as group:
        for player in everybody:
            group.create_task(play(player))
        ended = await asyncio.to_thread(command, data, "backup")
        done.set()
    found = re.fullmatch(r"Backed up: (.+)\n", ended.stdout)
    assert found, ended.stderr
    return Path(found[1])


async def _visit(everybody: list[Player], port: int) -> list[State]:
    """Return what each player is shown, without their taking it in."""
    shown = []
    for player in everybody:
        await player.connect(port)
        seen, player.seen = player.seen, None
        shown.append(read_state((await player.visit()).body))
        player.seen = seen
        player.leave()
    return shown
