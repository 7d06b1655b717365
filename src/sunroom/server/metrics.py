"""What can be measured while the server runs, as Prometheus reads it."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

COMMANDS = Counter("sunroom_commands", "Commands by kind and outcome", ["kind", "outcome"])


@cache
def command(kind: str, outcome: str) -> Counter:
    """The counter of one kind of command; looked up once."""
    return COMMANDS.labels(kind, outcome)


SOCKETS = Gauge("sunroom_sockets", "Open sockets and streams", multiprocess_mode="livesum")
MATCHES = Gauge("sunroom_matches", "Matches in memory", multiprocess_mode="livesum")
THINKING = Gauge("sunroom_thinking", "Opponents that think", multiprocess_mode="livesum")
COMMIT = Histogram(
    "sunroom_commit_seconds", "How long a commit takes",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
)  # fmt: skip
GROUP = Histogram(
    "sunroom_commit_writes", "Writes in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
SENT = Counter("sunroom_sent_bytes", "Bytes of frames sent to players and spectators")
