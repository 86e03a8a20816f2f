"""Who runs the pieces of a job: this process, or workers of Dask, Ray or Spark."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from .._needs import needed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    _Calls: TypeAlias = Iterable[tuple[Callable[..., Any], tuple[Any, ...]]]

AHEAD = 2
"""Pieces that wait for each worker, so that none is idle."""


def run(engine: Any, workers: int | None, calls: _Calls) -> Iterator[Any]:
    """The results of calls, in any order, as they come. The first failure ends it."""
    kind = type(engine).__module__.partition(".")[0]
    if engine == "local":
        return _local(workers or os.cpu_count() or 1, calls)
    if isinstance(engine, str) and engine.startswith("dask://"):
        return _dask_at("tcp://" + engine[len("dask://") :], calls)
    if kind == "distributed":
        return _dask(engine, calls)
    if isinstance(engine, str) and engine.startswith("ray://"):
        address = engine[len("ray://") :]
        return _ray("auto" if address == "auto" else engine, calls)
    if kind == "pyspark":
        return _spark(engine, calls)
    raise ValueError(
        "engine: must be 'local', 'dask://HOST:PORT', 'ray://HOST:PORT', 'ray://auto', a Dask "
        f"Client or a Spark session, is {engine!r}"
    )


def _local(workers: int, calls: _Calls) -> Iterator[Any]:
    # Threads: the library, Arrow and files let go of Python's lock.
    with ThreadPoolExecutor(workers) as pool:
        left = iter(calls)
        held = {pool.submit(call, *given) for call, given in itertools.islice(left, workers)}
        try:
            while held:
                done, held = wait(held, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
                fresh = itertools.islice(left, len(done))
                held |= {pool.submit(call, *given) for call, given in fresh}
        finally:
            for one in held:
                one.cancel()


def _dask_at(address: str, calls: _Calls) -> Iterator[Any]:
    with needed("distributed").Client(address, set_as_default=False) as client:
        yield from _dask(client, calls)


def _dask(client: Any, calls: _Calls) -> Iterator[Any]:
    dask = needed("distributed")
    threads = sum(client.nthreads().values()) or 1
    left = iter(calls)

    def more(count: int) -> list[Any]:
        return [
            client.submit(call, *given, pure=False, retries=3)
            for call, given in itertools.islice(left, count)
        ]

    first = more(AHEAD * threads)
    held = {one.key: one for one in first}
    # Else it would look for a client that is the default.
    coming = dask.as_completed(first, loop=client.loop)
    try:
        for one in coming:
            yield one.result()
            held.pop(one.key).release()
            for fresh in more(1):
                held[fresh.key] = fresh
                coming.add(fresh)
    finally:
        client.cancel(list(held.values()))


def _ray(address: str, calls: _Calls) -> Iterator[Any]:
    ray = needed("ray", "ray")
    if not ray.is_initialized():
        ray.init(address=address)
    # A worker that dies is tried again; a piece that fails is not.
    remote = ray.remote(max_retries=3)(_called)
    left = iter(calls)
    width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    held = [remote.remote(*one) for one in itertools.islice(left, width)]
    while held:
        done, held = ray.wait(held)
        yield from ray.get(done)
        held += [remote.remote(*one) for one in itertools.islice(left, len(done))]


def _called(call: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    return call(*given)


def _spark(session: Any, calls: _Calls) -> Iterator[Any]:
    context, left = session.sparkContext, iter(calls)
    # Not one by one, as an iterator over the results asks for them, nor only at the end.
    width = 8 * context.defaultParallelism
    while given := list(itertools.islice(left, width)):
        yield from context.parallelize(given, len(given)).map(_one).collect()


def _one(call: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    return call[0](*call[1])
