"""The grade that the real scanner of the Observatory gives to the server behind TLS, without any network."""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.faults.wire.serving import Server

FEWEST_POINTS = 130
_HERE = Path(__file__).parent / "observatory"
_PATIENCE = 600
"""Seconds for the packages to be installed."""
_LARGEST_PART = 1 << 16


class Grade(NamedTuple):
    """What the scanner says: a letter, points, and the points of each of its tests."""

    letter: str
    points: int
    tests: dict[str, int]


def install(folder: Path) -> Path:
    """Install the scanner with exactly the packages of the lock file, and return where it is.

    No script of any package runs. The list of names that browsers know to be https only is what such
    a script would fetch; this server is not on it.
    """
    for name in ("package.json", "package-lock.json"):
        shutil.copy(_HERE / name, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    package = folder / "node_modules" / "@mdn" / "mdn-http-observatory"
    (package / "conf" / "hsts-preload.json").write_text("{}")
    _let_ports_be_chosen(package / "src" / "scanner" / "index.js")
    return package


def make_certificate(folder: Path) -> Path:
    """Make a certificate for localhost that is its own authority; the key is in the same file."""
    path = folder / "localhost.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(path), "-out", str(folder / "certificate.pem")]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True)
    path.write_text(path.read_text() + (folder / "certificate.pem").read_text())
    return path


async def scan(server: Server, package: Path, certificate: Path) -> Grade:
    """Put TLS before a server and have it graded."""
    async with _behind_tls(server.port, certificate) as (http_port, https_port):
        process = await asyncio.create_subprocess_exec(
            *("node", str(_HERE / "scan.mjs"), str(package), str(http_port), str(https_port)),
            cwd=package,
            env={"PATH": os.environ["PATH"], "NODE_EXTRA_CA_CERTS": str(certificate)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(60):
                output, errors = await process.communicate()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
    assert process.returncode == 0, errors.decode()
    result = json.loads(output)
    tests = {name: int(test["scoreModifier"]) for name, test in result["tests"].items()}
    return Grade(result["scan"]["grade"], result["scan"]["score"], tests)


@asynccontextmanager
async def _behind_tls(port: int, certificate: Path) -> AsyncIterator[tuple[int, int]]:
    """Pass https on to a server and send http there; yield the two ports, http first."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_server = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_pipe(reader, to_server[1]), _pipe(to_server[0], writer))

    async def send_to_https(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = (await reader.readuntil(b"\r\n\r\n")).split()[1]
        answer = b"HTTP/1.1 308 Permanent Redirect\r\nLocation: https://localhost:%d%s\r\n" % (
            https_port,
            target,
        )
        writer.write(answer + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    async with (
        await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context) as https,
        await asyncio.start_server(send_to_https, "127.0.0.1", 0) as http,
    ):
        https_port = https.sockets[0].getsockname()[1]
        yield http.sockets[0].getsockname()[1], https_port


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, ssl.SSLError):
        while part := await reader.read(_LARGEST_PART):
            writer.write(part)
            await writer.drain()
    writer.close()


def _let_ports_be_chosen(scanner: Path) -> None:
    """Hand the options on that the scanner takes and then forgets, the ports among them."""
    text = scanner.read_text()
    assert text.count("await retrieve(hostname)") == 1, "this is not the scanner that it was"
    scanner.write_text(text.replace("await retrieve(hostname)", "await retrieve(hostname, options)"))
