"""What a job tells while it runs: how far it is, how fast, how long still."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Bar:
    """A line on the terminal's error stream; silent where there is no terminal, unless asked."""

    def __init__(self, shown: bool | None) -> None:
        self.is_shown = sys.stderr.isatty() if shown is None else shown

    def along(self, what: str, rows: int, results: Iterator[tuple[int, Any]]) -> Iterator[Any]:
        """Results, with the rows that each stands for, counted as they come."""
        begun = last = time.monotonic()
        done = 0
        for count, result in results:
            yield result
            done, now = done + count, time.monotonic()
            if self.is_shown and (now - last > 0.2 or done >= rows):
                last, spent = now, now - begun
                rate = done / spent if spent else 0.0
                left = (rows - done) / rate if rate else 0.0
                share = done / rows if rows else 1.0
                sys.stderr.write(
                    f"\r{what}: {share:4.0%} of {rows:,} rows, {rate:,.0f} a second, "
                    f"{_clock(left)} left   "
                )
                sys.stderr.flush()
        if self.is_shown and done:
            sys.stderr.write("\n")


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
