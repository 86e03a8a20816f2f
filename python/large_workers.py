"""What more workers bring: `python large_workers.py [SECONDS] [ROWS] [FOLDER]`. Runs `near` of
bodies and `pairs` of as many rows on 16, 8, 4, 2 and 1 threads, then on as many worker processes of
Dask, compares all parts byte by byte, and prints a table. Rows are fewer where those would take
longer than the seconds. Needs `dask[distributed]`, pyarrow and the package."""

import contextlib
import os
import pathlib
import platform
import resource
import shutil
import sys
import time

from large import digest, tables

import clearance
import clearance.jobs as jobs

COUNTS = (16, 8, 4, 2, 1)


def asked(verb, folder, out, engine, workers):
    shutil.rmtree(out, ignore_errors=True)
    how = {"shapes": folder / "shapes.jsonl", "out": out, "engine": engine, "workers": workers}
    if verb == "near":
        return jobs.near(folder / "bodies.parquet", within=0.01, **how)
    return jobs.pairs(folder / "pairs.parquet", bodies=folder / "bodies.parquet", **how)


def own_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextlib.contextmanager
def engine(name, workers):
    """An engine of so many workers, and what tells the processor seconds of all of it."""
    if name == "threads":
        yield "local", own_seconds
        return
    import distributed

    # The dashboard alone would take a second.
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(workers)
        # Imports are no work of the job.
        client.run(__import__, "clearance.jobs._work")
        yield client, lambda: own_seconds() + sum(client.run(time.process_time).values())


def measured(verb, name, workers, folder):
    with engine(name, workers) as (own, processors):
        before, begun = processors(), time.monotonic()
        found = asked(verb, folder, folder / "answers", own, workers if own == "local" else None)
        clock = time.monotonic() - begun
        return clock, processors() - before, found.parts, digest(folder / "answers")


def main(seconds, rows, folder):
    begun = time.monotonic()
    cores = os.cpu_count() or 1
    print(
        f"{platform.processor() or platform.machine()}, {cores} cores, load "
        f"{os.getloadavg()[0]:.1f}; Python {platform.python_version()}, "
        f"clearance {clearance.__version__}"
    )
    shutil.rmtree(folder, ignore_errors=True)
    few = folder / "few"
    few.mkdir(parents=True)
    tables(few, 100_000)
    measured("near", "threads", 1, few)
    each = sum(measured(verb, "threads", 1, few)[0] / 100_000 for verb in ("near", "pairs"))
    # Both engines; all counts, at half of the best speed; beside clusters that start, and the data.
    shared = 2 * sum(1 / min(count, cores) for count in COUNTS) * 1.5
    spent = time.monotonic() - begun
    rows = min(rows, int((seconds - spent - 35) / (each * shared + 6e-6)))
    if rows < 1000:
        sys.exit("too few seconds for any job")
    tables(folder, rows)
    print(f"{rows:,} bodies, and {rows:,} pairs of them by ids\n", flush=True)
    print("| job | engine | workers | s | × of one worker | processor s | parts |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    hashes, left_out = {}, []
    for name in ("threads", "dask"):
        for verb in ("near", "pairs"):
            found = {}
            for workers in COUNTS:
                expected = max((2.2 * one[0] for one in list(found.values())[-1:]), default=5.0)
                if time.monotonic() - begun + expected + 5 > seconds:
                    left_out.append(f"{verb} on {name}, {workers}")
                    continue
                found[workers] = measured(verb, name, workers, folder)
                hashes.setdefault(verb, set()).add(found[workers][3])
            for workers, (clock, processors, parts, _) in found.items():
                ratio = f"{found[1][0] / clock:.2f}" if 1 in found else "?"
                row = f"| `{verb}` | {name} | {workers} | {clock:.2f} | {ratio} "
                print(row + f"| {processors:.1f} | {parts} |", flush=True)
    print()
    for verb, some in hashes.items():
        print(f"{verb}: parts", "equal, byte by byte" if len(some) == 1 else "DIFFER", *some)
    print("left out for want of time:", "; ".join(left_out) or "nothing")
    print(f"{time.monotonic() - begun:.0f} s in all")
    shutil.rmtree(folder)
    return all(len(some) == 1 for some in hashes.values())


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    where = pathlib.Path(given.get(2, "target/large-workers")).absolute()
    sys.exit(not main(float(given.get(0, 150)), int(float(given.get(1, 4e6))), where))
