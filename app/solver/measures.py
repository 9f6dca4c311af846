"""What the service of the solver tells about itself, for whoever runs it."""

from prometheus_client import Counter, Gauge, Histogram

ASKING = Gauge("solver_asking", "Searches that wait or run.")
READY = Gauge("solver_ready", "Workers that are up and have told how they play.")
SECONDS = Histogram(
    "solver_search_seconds",
    "Time from handing a board to a worker to its answer.",
    ("level",),
    buckets=(0.0003, 0.001, 0.003, 0.01, 0.03, 0.05, 0.06, 0.1, 0.3, 1, 3),
)
REFUSED = Counter("solver_refused", "Searches refused because the solver was busy.", ("cause",))
RESTARTS = Counter("solver_restarts", "Workers replaced because they had died or were stuck.")
