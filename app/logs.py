"""The log: one line of JSON for each event, on standard error, times in UTC."""

import logging
import sys

import structlog


def level_number(level: str) -> int:
    """Return the number that ``logging`` gives to a level."""
    return logging.getLevelNamesMapping()[level.upper()]


def configure_logs(level: str) -> None:
    """Send everything at or above this level, libraries' lines included, to standard error."""
    number = level_number(level)
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler])
