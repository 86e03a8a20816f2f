"""The same job on Ray or Spark, opt-in: `python large_engines.py ray|spark`. It prints the bytes'
hash, which is that of threads of one process. Needs `clearance[jobs]`, and `ray`, or `pyspark` and
Java."""

import os
import pathlib
import shutil
import sys
import time

from large import digest, tables

import clearance.jobs as jobs

FOLDER = pathlib.Path("target/large-engines").absolute()


def ran(name, engine):
    out = FOLDER / name
    begun = time.monotonic()
    found = jobs.near(
        FOLDER / "bodies.parquet",
        shapes=FOLDER / "shapes.jsonl",
        within=0.01,
        out=out,
        engine=engine,
        bodies_of_cell=10_000,
    )
    print(f"{name}: {time.monotonic() - begun:.1f} s, hash {digest(out)}\n{found}", flush=True)
    return digest(out)


def main(name):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    tables(FOLDER, 200_000)
    wanted = ran("local", "local")
    if name == "ray":
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        print("ray", ray.__version__)
        found = ran("ray", "ray://auto")
    else:
        import pyspark

        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        build = pyspark.sql.SparkSession.builder.master("local[2]")
        with build.config("spark.ui.enabled", "false").getOrCreate() as session:
            print("spark", session.version)
            found = ran("spark", session)
    assert found == wanted, "the bytes differ"
    print("equal bytes")
    shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main(sys.argv[1])
