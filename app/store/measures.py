"""What the store tells about itself, for whoever runs it."""

from prometheus_client import Gauge, Histogram

BATCH_SIZE = Histogram(
    "store_batch_size", "Use cases committed together.", buckets=(1, 2, 4, 8, 16, 32, 64, 128)
)
COMMIT_SECONDS = Histogram(
    "store_commit_seconds",
    "Time from COMMIT to its answer.",
    buckets=(0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
)
LOG_BYTES = Gauge("store_wal_bytes", "Size of the write-ahead log.")
QUEUE_DEPTH = Gauge("store_queue_depth", "Use cases that wait for the writer.")
