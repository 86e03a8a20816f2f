"""What more workers bring: `python large_workers.py [SECONDS] [ROWS] [FOLDER]`. Runs `near` of
bodies and `pairs` of as many rows on 1 to 16 threads, then on as many worker processes of Dask,
compares all parts byte by byte, and prints a table. Rows are fewer, or runs left out, where those
would take longer than the seconds. Needs `dask[distributed]`, pyarrow and the package."""

import contextlib
import importlib
import os
import pathlib
import platform
import resource
import shutil
import sys
import time
from typing import NamedTuple

from large import digest, tables

import clearance
import clearance.jobs as jobs

COUNTS, FEW = (16, 8, 4, 2, 1), 100_000


def asked(verb, folder, out, engine, workers):
    shutil.rmtree(out, ignore_errors=True)
    how = {"shapes": folder / "shapes.jsonl", "out": out, "engine": engine, "workers": workers}
    if verb == "near":
        return jobs.near(folder / "bodies.parquet", within=0.01, **how)
    return jobs.pairs(folder / "pairs.parquet", bodies=folder / "bodies.parquet", **how)


def own_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def ready():
    """Imports are no work of a job."""
    for name in ("clearance.jobs._work", "pyarrow.parquet", "fsspec.implementations.local"):
        importlib.import_module(name)


@contextlib.contextmanager
def engine(name, workers):
    """An engine of so many workers, and what tells the processor seconds of all of it."""
    if name == "threads":
        yield "local", own_seconds
        return
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(workers)
        client.run(ready)
        yield client, lambda: own_seconds() + sum(client.run(time.process_time).values())


class Measured(NamedTuple):
    clock: float
    processors: float
    parts: int
    hash: str
    whole: float
    """With the start and the end of the engine."""


def measured(verb, name, workers, folder):
    start = time.monotonic()
    with engine(name, workers) as (own, processors):
        before, begun = processors(), time.monotonic()
        found = asked(verb, folder, folder / "answers", own, workers if own == "local" else None)
        clock, used = time.monotonic() - begun, processors() - before
    return Measured(clock, used, found.parts, digest(folder / "answers"), time.monotonic() - start)


def main(seconds, rows, folder):
    begun = time.monotonic()
    cores = len(os.sched_getaffinity(0))
    print(
        f"{cores} cores, load {os.getloadavg()[0]:.1f}; Python {platform.python_version()}, "
        f"clearance {clearance.__version__}"
    )
    shutil.rmtree(folder, ignore_errors=True)
    few = folder / "few"
    few.mkdir(parents=True)
    tables(few, FEW)
    measured("near", "threads", 1, few)
    each = sum(measured(verb, "threads", 1, few).clock for verb in ("near", "pairs")) / FEW
    # Both engines with all counts, which are not as much faster as they have workers; and the data.
    shared = 2 * 1.3 * sum(1 / min(count, cores) for count in COUNTS)
    left = seconds - (time.monotonic() - begun) - 35
    rows = min(rows, int(left / (each * shared + 4e-6)))
    if rows < 1000:
        sys.exit("too few seconds for any job")
    # Small row groups, so that there are pieces for all.
    tables(folder, rows, 1 << 15)
    print(f"{rows:,} bodies, and {rows:,} pairs of them by ids\n", flush=True)
    print("| job | engine | workers | s | × of one thread | processor s | parts | their hash |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    hashes, one, left_out = {}, {}, []
    for name, counts in (("threads", COUNTS[::-1]), ("dask", COUNTS)):
        for verb in ("near", "pairs"):
            last = None
            for workers in counts:
                expected = 5 if last is None else last.whole + 1.2 * last.clock
                if name == "threads" and last is not None:
                    expected = last.whole
                if time.monotonic() - begun + expected + 2 > seconds:
                    left_out.append(f"{verb} on {name}, {workers}")
                    continue
                last = measured(verb, name, workers, folder)
                hashes.setdefault(verb, set()).add(last.hash)
                first = one.setdefault(verb, last.clock)
                print(
                    f"| `{verb}` | {name} | {workers} | {last.clock:.2f} | "
                    f"{first / last.clock:.2f} | {last.processors:.1f} | {last.parts} | "
                    f"{last.hash} |",
                    flush=True,
                )
    print()
    for verb, some in hashes.items():
        print(f"{verb}: parts", "equal, byte by byte" if len(some) == 1 else "DIFFER")
    print("left out for want of time:", "; ".join(left_out) or "nothing")
    print(f"{time.monotonic() - begun:.0f} s in all; load {os.getloadavg()[0]:.1f}")
    shutil.rmtree(folder)
    return all(len(some) == 1 for some in hashes.values())


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    where = pathlib.Path(given.get(2, "target/large-workers")).absolute()
    sys.exit(not main(float(given.get(0, 150)), int(float(given.get(1, 4e6))), where))
