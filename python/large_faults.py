"""Fault points of large jobs, drawn at random: `python large_faults.py [COUNT] [SEED]`. Each
starts a job of its own, does it some harm, runs it again, and compares all bytes with those of an
undisturbed one. Needs `clearance[jobs]`."""

import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

from large import digest, tables

import clearance.jobs as jobs

FOLDER = pathlib.Path("target/large-faults").absolute()
HOW = {"shapes": FOLDER / "shapes.jsonl", "within": 0.01, "bodies_of_cell": 400}


def asked(out, **how):
    return jobs.near(FOLDER / "bodies.parquet", out=out, **(HOW | how))


def child(out, engine="local", limit=None):
    def before():
        if limit:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-m", "clearance.jobs", "near", FOLDER / "bodies.parquet"]
    command += ["--shapes", HOW["shapes"], "--within", "0.01", "--out", out]
    command += ["--bodies-of-cell", "400"]
    null = subprocess.DEVNULL
    return subprocess.Popen(
        [*map(str, command), "--engine", engine], stdout=null, stderr=null, preexec_fn=before
    )


def until(process, out, draw):
    """Waits until some random files are there, or it has ended."""
    start = draw.choice(["fine-", "plan-", "run-", "part-", "part-", "part-"])
    count = draw.randrange(1, 300) if start == "part-" else 1
    while process.poll() is None:
        folders = [where for where in (out, out / ".job") if where.is_dir()]
        names = [name for where in folders for name in os.listdir(where)]
        if sum(name.startswith(start) for name in names) >= count:
            break
        time.sleep(0.002)
    time.sleep(draw.uniform(0, 0.05))


def client(out, draw):
    with child(out) as process:
        until(process, out, draw)
        process.kill()


def disk(out, draw):
    with child(out, limit=draw.randrange(1000, 400_000)) as process:
        process.wait()


def truncated(out, draw):
    asked(out)
    part = draw.choice(sorted(out.glob("part-*")))
    data = part.read_bytes()
    part.write_bytes(data[: draw.randrange(len(data))])


def other_options(out, draw):
    asked(other := out.with_name("other"), within=0.02)
    asked(out)
    part, foreign = (draw.choice(sorted(one.glob("part-*"))) for one in (out, other))
    part.unlink()
    stem, end = part.name.rpartition("-")[0], foreign.name.rpartition("-")[2]
    (out / f"{stem}-{end}").write_bytes(foreign.read_bytes())
    shutil.rmtree(other)


def dask(out, draw, whom):
    python = [sys.executable, "-m", "dask", "scheduler", "--no-dashboard", "--port"]
    port = draw.randrange(20000, 30000)
    null = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen([*python, str(port)], **null)]
    time.sleep(2)
    worker = [sys.executable, "-m", "dask", "worker", f"localhost:{port}"]
    worker += ["--nthreads", "1", "--no-dashboard", "--no-nanny"]
    started += [subprocess.Popen(worker, **null) for _ in range(2)]
    try:
        with child(out, f"dask://localhost:{port}") as process:
            until(process, out, draw)
            started[{"scheduler": 0, "worker": 1}[whom]].kill()
            if whom == "worker":
                assert process.wait(timeout=200) == 0, "the other worker goes on"
            else:
                time.sleep(1)
                process.kill()
    finally:
        for one in started:
            one.kill()
            one.wait()


def main(count, seed):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    tables(FOLDER, 30_000)
    asked(FOLDER / "undisturbed")
    wanted = digest(FOLDER / "undisturbed")
    draw = random.Random(seed)
    kinds = {
        "client killed": client,
        "disk full": disk,
        "part truncated": truncated,
        "part of other options": other_options,
        "worker of Dask killed": lambda out, draw: dask(out, draw, "worker"),
        "scheduler of Dask killed": lambda out, draw: dask(out, draw, "scheduler"),
    }
    done = dict.fromkeys(kinds, 0)
    for trial in range(count):
        kind = list(kinds)[trial % len(kinds)]
        out = FOLDER / "disturbed"
        kinds[kind](out, draw)
        parts = len(list(out.glob("part-*")))
        found = asked(out)
        assert digest(out) == wanted, (trial, kind)
        done[kind] += 1
        print(f"{trial}: {kind}, {parts} parts, {found.resumed} of them used: equal", flush=True)
        shutil.rmtree(out)
    print(done)
    shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main(*(int(one) for one in (sys.argv[1:] + ["50", "1"][len(sys.argv) - 1 :])))
