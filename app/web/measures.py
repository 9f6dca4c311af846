"""What the web layer tells about itself, for whoever runs it."""

from prometheus_client import Counter, Histogram

REQUESTS = Counter("web_requests", "Requests by route, method and status.", ("route", "method", "status"))
SECONDS = Histogram(
    "web_request_seconds",
    "Time from a request to the end of its answer.",
    ("route",),
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
REFUSED = Counter("web_budget_refused", "Requests refused because a budget was spent.", ("budget",))
