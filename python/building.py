"""What pip builds with: maturin, and a word every ten seconds while the compiler has none."""

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import maturin
from maturin import *  # noqa: F403  # The other hooks are maturin's own.

EVERY = 8.0


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Says for how long it has been building."""
    done, since = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(EVERY):
            print(f"still compiling, for {time.monotonic() - since:.0f} s now", flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def build_wheel(*arguments: Any, **named: Any) -> Any:
    """maturin's hook."""
    with told():
        return maturin.build_wheel(*arguments, **named)
