"""`clearance.jobs`: answers against one process's scene and against all pairs at once, and the same
bytes from every engine, of a job that is interrupted too."""

import contextlib
import hashlib
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import clearance as cl

pa = pytest.importorskip("pyarrow", reason="pip install clearance[jobs]")
pytest.importorskip("fsspec", reason="pip install clearance[jobs]")

import pyarrow.parquet as pq  # noqa: E402

import clearance.arrow as arrow  # noqa: E402
import clearance.jobs as jobs  # noqa: E402

MANY = [
    cl.ball(0.5),
    cl.cuboid([0.3, 0.4, 0.5]),
    cl.capsule(0.4, 0.2),
    cl.cylinder(0.3, 0.2),
    cl.cuboid([40.0, 40.0, 0.05]),
    cl.half_space([0.0, 0.0, 1.0], 0.2),
]
SHAPES = cl.Shapes(MANY)
WITHIN, COUNT, BAD = 0.1, 1500, 9


def fixed(numbers):
    numbers = np.asarray(numbers, float)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), numbers.shape[1])


def pose(numbers):
    return cl.Pose.xyzw(numbers[:, :3], numbers[:, 3:])


def drawn(seed, count, side):
    draw = np.random.default_rng(seed)
    turns = draw.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    return draw.integers(0, 4, count), np.concatenate(
        [draw.uniform(0, side, (count, 3)), turns], axis=1
    )


def bodies():
    """Bodies with two slabs and a half-space across all cells, many in one place, duplicates."""
    shape, at = drawn(1, COUNT, 18.0)
    shape[:3], at[:3, 3:] = [4, 4, 5], [0.0, 0, 0, 1]
    at[100:300, :3] = 9 + np.random.default_rng(2).uniform(0, 1.5, (200, 3))
    shape[400:410], at[400:410] = shape[410:420], at[410:420]
    ids = np.sort(np.random.default_rng(3).choice(10**6, COUNT, replace=False))
    group = np.random.default_rng(4).integers(0, 200, COUNT)
    return ids, shape, at, group


IDS, SHAPE, AT, GROUP = bodies()


def write(path, ids, shape, at, group=None, rows=100):
    columns = {"id": ids, "shape": np.asarray(shape, np.uint32), "pose": fixed(at)}
    if group is not None:
        columns["group"] = pa.array([f"g{one}" for one in group])
    pq.write_table(pa.table(columns), path, row_group_size=rows)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """The bodies in three files, one of them empty, with rows that are no bodies at the end."""
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "shapes.jsonl").write_text("\n".join(shape.to_json() for shape in MANY))
    (folder / "bodies").mkdir()
    write(folder / "bodies/1.parquet", IDS[:700], SHAPE[:700], AT[:700], GROUP[:700])
    write(folder / "bodies/2.parquet", IDS[:0], SHAPE[:0], AT[:0], GROUP[:0])
    write(folder / "bodies/3.parquet", IDS[700:], SHAPE[700:], AT[700:], GROUP[700:])
    bad = np.tile(AT[0], (BAD, 1))
    bad[0:3, 0], bad[3:5, 4], bad[5, 3:] = np.nan, np.inf, 0.0
    wrong = np.array([0, 0, 0, 0, 0, 0, 77, 99, 6])
    write(folder / "bodies/4.parquet", 10**7 + np.arange(BAD), wrong, bad, np.zeros(BAD))
    return folder


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Chunks of some hundred rows, so that there are several."""
    monkeypatch.setattr("clearance.jobs._job.chunks_of.__defaults__", (200,))


def near(inputs, out, **how):
    given = {"shapes": inputs / "shapes.jsonl", "within": WITHIN, "bodies_of_cell": 100} | how
    return jobs.near(inputs / "bodies", out=out, **given)


def table(out):
    found = pq.read_table(out)
    order = np.lexsort([found.column("b").to_numpy(), found.column("a").to_numpy()])
    return found.take(pa.array(order)).combine_chunks()


def files(out):
    """The hashes of all that a user sees."""
    found = [one for one in out.rglob("*") if one.is_file() and ".job" not in one.parts]
    return {
        str(one.relative_to(out)): hashlib.sha256(one.read_bytes()).hexdigest() for one in found
    }


def same(found, truth):
    for name, numbers in truth.items():
        column = found.column(name).combine_chunks()
        if pa.types.is_fixed_size_list(column.type):
            column = column.flatten()
        assert np.array_equal(column.to_numpy(), np.ravel(numbers), equal_nan=True), name


def all_pairs(one, two=None, within=WITHIN):
    """The near pairs, with nothing but boxes of NumPy left out."""
    (ids, shape, at, group), other = one, two or one
    low, high = (np.asarray(side) for side in cl.bounding_box(SHAPES[shape], pose(at)))
    low_2, high_2 = (np.asarray(side) for side in cl.bounding_box(SHAPES[other[1]], pose(other[2])))
    meet = (low[:, None] - within <= high_2).all(2) & (low_2 - within <= high[:, None]).all(2)
    meet &= (group[:, None] != other[3]) | (group[:, None] < 0)
    i, j = np.nonzero(np.triu(meet, 1) if two is None else meet)
    found = cl.proximity(*(SHAPES[shape[i]], pose(at[i]), SHAPES[other[1][j]], pose(other[2][j])))
    keep = (found.status != 0) | (found.distance - found.gap <= within)
    return {
        "a": ids[i[keep]],
        "b": other[0][j[keep]],
        **{name: getattr(found, name)[keep] for name in arrow.FIELDS},
    }


@pytest.fixture(scope="module")
def truth():
    return all_pairs((IDS, SHAPE, AT, GROUP))


@pytest.fixture(scope="module")
def undisturbed(inputs, tmp_path_factory):
    """The job, and its files, as nobody disturbed it."""
    out = tmp_path_factory.mktemp("out") / "answers"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clearance.jobs._job.chunks_of.__defaults__", (200,))
        return near(inputs, out), out


def test_near_is_all_pairs(undisturbed, truth):
    summary, out = undisturbed
    found = table(out)
    same(found, truth)
    assert len(found) > 3000 and summary.pairs == len(found)
    assert summary.parts > 20 and (summary.looked_at, summary.left_out) == (COUNT, BAD)
    counts = [summary.apart, summary.intersecting, summary.undecided]
    assert counts == np.bincount(truth["status"], minlength=3).tolist()
    assert summary.widest_gap == truth["gap"][np.isfinite(truth["gap"])].max()


def test_near_is_what_a_scene_finds(undisturbed):
    scene = cl.Scene()
    for i, shape in enumerate(SHAPE):
        scene.add(str(i), MANY[shape], cl.Pose.xyzw(AT[i, :3], AT[i, 3:]), group=f"g{GROUP[i]}")
    of_scene = scene.pairs_within(WITHIN, ignore_same_group=True)
    found = table(undisturbed[1])
    assert np.array_equal(IDS[of_scene["a"]], found.column("a").to_numpy())
    assert np.array_equal(IDS[of_scene["b"]], found.column("b").to_numpy())
    # A scene computes pair by pair, and rounds otherwise than a batch.
    finite = np.isfinite(of_scene["distance"])
    apart = np.abs(of_scene["distance"] - found.column("distance").to_numpy())[finite]
    assert (apart <= (of_scene["gap"] + found.column("gap").to_numpy())[finite]).all()


def test_rows_that_are_no_bodies_are_named(undisturbed):
    summary, out = undisturbed
    side = pq.read_table(out / "_left-out").to_pydict()
    assert side["id"] == list(range(10**7, 10**7 + BAD))
    assert side["row"] == list(range(COUNT, COUNT + BAD))
    reasons = ["has a number that is NaN or infinite"] * 5 + ["has a rotation of zeros"]
    assert side["reason"] == reasons + ["names a shape that is not there"] * 3
    assert f"row {COUNT} (id {10**7}) has a number that is NaN or infinite" in str(summary)


def test_equal_bytes_of_any_number_of_workers(inputs, undisturbed, tmp_path):
    expected = files(undisturbed[1])
    for workers in (1, 4):
        near(inputs, tmp_path / str(workers), workers=workers)
        assert files(tmp_path / str(workers)) == expected
    summary = near(inputs, tmp_path / "1")
    assert summary.resumed == summary.parts and files(tmp_path / "1") == expected


@pytest.fixture(scope="module")
def cluster():
    """Dask with two worker processes."""
    distributed = pytest.importorskip("distributed", reason="pip install clearance[jobs]")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as held,
        distributed.Client(held) as client,
    ):
        yield client


def test_dask_gives_equal_bytes(inputs, undisturbed, tmp_path, cluster):
    near(inputs, tmp_path / "client", engine=cluster)
    assert files(tmp_path / "client") == files(undisturbed[1])
    # From another process, which has no client of its own.
    address = "dask://" + cluster.scheduler.address.removeprefix("tcp://")
    command = [sys.executable, "-m", "clearance.jobs", "near", inputs / "bodies", "--within", "0.1"]
    command += ["--shapes", inputs / "shapes.jsonl", "--bodies-of-cell", "100"]
    command += ["--out", tmp_path / "address", "--engine", address]
    subprocess.run(command, check=True)
    parts = {name for name in files(undisturbed[1]) if name.startswith("part-")}
    assert {one.name for one in (tmp_path / "address").glob("part-*")} == parts


def test_a_worker_of_dask_is_killed(inputs, undisturbed, tmp_path, cluster):
    killed = []

    def kill(bar, what, rows, results):
        for at, (_, result) in enumerate(results):
            yield result
            if what == "answered" and at == 3:
                pids = cluster.run(os.getpid)
                killed.append(min(pids.values()))
                os.kill(killed[0], signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clearance.jobs._progress.Bar.along", kill)
        near(inputs, tmp_path / "out", engine=cluster)
    assert killed and files(tmp_path / "out") == files(undisturbed[1])


JOB = """
import sys
import clearance.jobs as jobs
jobs._job.chunks_of.__defaults__ = (200,)
inputs, out = sys.argv[1:]
print("go", flush=True)
jobs.near(inputs + "/bodies", shapes=inputs + "/shapes.jsonl", within=0.1, out=out,
    bodies_of_cell=100, workers=2)
"""


def started(inputs, out, **how):
    return subprocess.Popen(
        [sys.executable, "-c", JOB, str(inputs), str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **how,
    )


def test_a_killed_client_goes_on(inputs, undisturbed, tmp_path):
    expected, draw = files(undisturbed[1]), random.Random(5)
    stopped_at = set()
    for trial in range(int(os.environ.get("FAULTS", "4"))):
        out = tmp_path / str(trial)
        with started(inputs, out) as child:
            assert child.stdout.readline() == b"go\n"
            # As many pieces as are to be there when it dies; then some moments.
            wanted = draw.choice(["plan-", "run-", "part-"]), draw.randrange(1, 12)
            while child.poll() is None and there(out, wanted[0]) < wanted[1]:
                time.sleep(0.001)
            time.sleep(draw.uniform(0, 0.02))
            child.kill()
        stopped_at.add((len(list(out.glob("part-*"))), len(list(out.glob(".job/*")))))
        assert not (out / "_summary.json").exists() or child.returncode == 0
        # Each part that has its name holds what it will hold in the end.
        for name, digest in files(out).items():
            assert expected.get(name, digest) == digest, name
        near(inputs, out, workers=1 + trial % 2)
        assert files(out) == expected, wanted
    assert len(stopped_at) > 1


def there(out, start):
    with contextlib.suppress(FileNotFoundError):
        names = [*os.listdir(out), *os.listdir(out / ".job")]
        return sum(name.startswith(start) for name in names)
    return 0


def test_damaged_parts_are_made_anew(inputs, undisturbed, tmp_path):
    expected, draw = files(undisturbed[1]), random.Random(6)
    near(inputs, out := tmp_path / "out")
    parts = sorted(out.glob("part-*"))
    whole = parts[0].read_bytes()
    parts[0].write_bytes(whole[: len(whole) // 2])  # truncated
    parts[1].write_bytes(b"")
    flipped = bytearray(parts[2].read_bytes())
    flipped[draw.randrange(len(flipped))] ^= 1
    parts[2].write_bytes(flipped)
    parts[3].unlink()
    parts[4].write_bytes(parts[5].read_bytes())  # of another cell
    next(out.glob("_left-out/*")).write_bytes(b"PAR1")
    for one in out.glob(".job/cells-*"):
        one.write_bytes(one.read_bytes()[:-3])
    summary = near(inputs, out)
    assert files(out) == expected and summary.resumed == summary.parts - 5


def test_a_part_of_other_options_is_not_taken(inputs, undisturbed, tmp_path):
    other = near(inputs, tmp_path / "other", within=0.05)
    out = tmp_path / "out"
    near(inputs, out)
    name = next(out.glob("part-*")).name
    foreign = next((tmp_path / "other").glob("part-*"))
    # Under its own name it is another job's, and the folder is refused.
    planted = out / foreign.name
    planted.write_bytes(foreign.read_bytes())
    before = files(out)
    with pytest.raises(ValueError, match=r"out: .* holds part-.*, which is not of this job"):
        near(inputs, out)
    assert files(out) == before
    planted.unlink()
    # Under a name that this job would give, with a true hash: its footer tells.
    (out / name).unlink()
    stem = name.rpartition("-")[0]
    disguised = out / f"{stem}-{foreign.name.rpartition('-')[2]}"
    disguised.write_bytes(foreign.read_bytes())
    near(inputs, out)
    assert files(out) == files(undisturbed[1]) and other.job not in name
    with pytest.raises(ValueError, match="which is not of this job"):
        near(inputs, out, within=0.2)


def test_a_full_disk_is_told_and_resumed(inputs, undisturbed, tmp_path):
    out = tmp_path / "out"
    largest = max(one.stat().st_size for one in undisturbed[1].glob("part-*"))

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, largest - 1))

    with started(inputs, out, preexec_fn=limit) as child:
        _, errors = child.communicate()
    assert child.returncode and b"run the same command again" in errors, errors[-500:]
    for name, digest in files(out).items():
        assert files(undisturbed[1])[name] == digest
    near(inputs, out)
    assert files(out) == files(undisturbed[1])


def test_between(inputs, tmp_path):
    shape, at = drawn(8, 300, 18.0)
    shape[0], at[0, 3:] = 4, [0.0, 0, 0, 1]
    write(tmp_path / "others.parquet", np.arange(300), shape, at)
    jobs.between(
        *(inputs / "bodies", tmp_path / "others.parquet"),
        shapes=inputs / "shapes.jsonl",
        within=WITHIN,
        out=tmp_path / "out",
        bodies_of_cell=100,
    )
    others = np.arange(300), shape, at, np.full(300, -1)
    found = all_pairs((IDS, SHAPE, AT, np.full(COUNT, -1)), others)
    assert len(found["a"]) > 300
    same(table(tmp_path / "out"), found)


def test_pairs_and_sweeps(inputs, tmp_path):
    draw = np.random.default_rng(9)
    i, j = draw.integers(3, COUNT, (2, 500))
    velocity = draw.normal(size=(500, 3)) * 9
    pairs = pa.table({"a": IDS[i], "b": IDS[j], "velocity": fixed(velocity)})
    full = pa.table(
        {
            "a": SHAPE[i],
            "pose_a": fixed(AT[i]),
            "b": SHAPE[j],
            "pose_b": fixed(AT[j]),
            "velocity": fixed(velocity),
        }
    )
    pq.write_table(pairs, tmp_path / "pairs.parquet", row_group_size=90)
    pq.write_table(full, tmp_path / "full.parquet", row_group_size=90)
    shapes = inputs / "shapes.jsonl"
    rows = SHAPES[SHAPE[i]], pose(AT[i]), SHAPES[SHAPE[j]], pose(AT[j])
    wanted = cl.proximity(*rows)
    cast = cl.cast(*rows, velocity)
    for name, lookup in (("pairs", inputs / "bodies"), ("full", None)):
        given = {"bodies": lookup, "shapes": shapes}
        source = tmp_path / f"{name}.parquet"
        jobs.pairs(source, out=tmp_path / name / "near", **given)
        found = pq.read_table(tmp_path / name / "near")
        assert found.column("row").to_pylist() == list(range(500))
        same(found, {key: getattr(wanted, key) for key in arrow.FIELDS})
        summary = jobs.sweeps(source, out=tmp_path / name / "cast", **given)
        found = pq.read_table(tmp_path / name / "cast")
        same(found, {key: getattr(cast, key) for key in arrow.CAST_FIELDS})
        assert summary.intersecting == int((cast.outcome == 1).sum()) > 0
    # Ids without a hole are found in another way.
    write(tmp_path / "dense.parquet", np.arange(70, 70 + COUNT), SHAPE, AT)
    dense = pa.table({"a": 70 + i, "b": np.append(70 + j[:-2], [69, 70 + COUNT])})
    pq.write_table(dense, tmp_path / "some.parquet")
    some = jobs.pairs(
        *(tmp_path / "some.parquet",),
        bodies=tmp_path / "dense.parquet",
        shapes=shapes,
        out=tmp_path / "dense",
    )
    found = pq.read_table(tmp_path / "dense")
    same(found, {key: getattr(wanted, key)[:-2] for key in arrow.FIELDS})
    assert some.left_out == 2
    wrong = pa.table({"a": [IDS[5], 3], "b": [10**7, IDS[6]]})
    pq.write_table(wrong, tmp_path / "wrong.parquet")
    none = jobs.pairs(
        *(tmp_path / "wrong.parquet",), bodies=inputs / "bodies", shapes=shapes, out=tmp_path / "no"
    )
    assert (none.pairs, none.left_out) == (0, 2) and "names a body that is not there" in str(none)
    assert len(pq.read_table(tmp_path / "no/_left-out")) == 2


def test_certificates_of_the_rows_that_match(inputs, tmp_path):
    pytest.importorskip("datafusion", reason="pip install clearance[jobs]")
    near(inputs, tmp_path / "out", certify="status = 0 and distance > 0.099")
    found = table(tmp_path / "out")
    texts = found.column("certificate").to_pylist()
    status, distance = (found.column(name).to_numpy() for name in ("status", "distance"))
    wanted = (status == 0) & (distance > 0.099)
    assert [text is not None for text in texts] == wanted.tolist() and 0 < wanted.sum() < 100
    for text in filter(None, texts):
        assert cl.verify(text).startswith("apart")


def test_the_command(inputs, undisturbed, tmp_path):
    command = [sys.executable, "-m", "clearance.jobs", "near", inputs / "bodies"]
    command += ["--shapes", inputs / "shapes.jsonl", "--within", "0.1", "--out", tmp_path / "out"]
    plan = subprocess.run([*command, "--dry-run"], capture_output=True, text=True, check=True)
    assert "1,509 rows, 9 of them left out" in plan.stdout and "halo" in plan.stdout
    assert not list((tmp_path / "out").glob("*.parquet"))
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads((tmp_path / "out/_summary.json").read_text())
    assert told["pairs"] == undisturbed[0].pairs and f"{told['pairs']:,} answers" in ran.stdout
    wrong = subprocess.run([*command, "--engine", "abacus"], capture_output=True, text=True)
    assert wrong.returncode == 0, "all is there: no engine is asked"
    command[-1] = tmp_path / "new"
    wrong = subprocess.run([*command, "--engine", "abacus"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "engine: must be 'local'" in wrong.stderr
    # The file that is empty, and that of rows that are no bodies.
    for name, left_out in (("2", 0), ("4", BAD)):
        command[4], command[-1] = inputs / f"bodies/{name}.parquet", tmp_path / name
        for more in (["--dry-run"], []):
            none = subprocess.run([*command, *more], capture_output=True, text=True)
            assert none.returncode == 2 and "nothing was looked at" in none.stderr
        assert f"0 rows looked at, {left_out} left out" in none.stdout


def test_slips(inputs, tmp_path):
    shapes = inputs / "shapes.jsonl"
    with pytest.raises(FileNotFoundError, match="bodies: no Parquet file at"):
        jobs.near(tmp_path / "none.parquet", shapes=shapes, within=0.1, out=tmp_path / "out")
    with pytest.raises(ValueError, match=r"out: .* holds the input"):
        jobs.near(inputs / "bodies", shapes=shapes, within=0.1, out=inputs)
    pq.write_table(pa.table({"id": [1], "form": [0]}), tmp_path / "bodies.parquet")
    with pytest.raises(ValueError, match="has no column shape, pose; it has form, id"):
        jobs.near(tmp_path / "bodies.parquet", shapes=shapes, within=0.1, out=tmp_path / "o")
    write(tmp_path / "twice.parquet", [7, 7], [0, 0], AT[:2])
    with pytest.raises(ValueError, match="id 7 stands for more than one body"):
        jobs.near(tmp_path / "twice.parquet", shapes=shapes, within=0.1, out=tmp_path / "t")
    for name in ("o", "t", "out"):
        assert not list(tmp_path.glob(f"{name}/*.parquet"))
    # A job that fails may have named rows already: they are not those of the next in its folder.
    write(tmp_path / "twice.parquet", [7, 7, 8], [0, 0, 99], AT[:3])
    with pytest.raises(ValueError, match="id 7 stands for more than one body"):
        jobs.near(tmp_path / "twice.parquet", shapes=shapes, within=0.1, out=tmp_path / "t")
    write(tmp_path / "once.parquet", [6, 7, 8], [0, 0, 99], AT[:3])
    with pytest.raises(ValueError, match="holds _left-out/left-out-.* which is not of this job"):
        jobs.near(tmp_path / "once.parquet", shapes=shapes, within=0.1, out=tmp_path / "t")
    write(tmp_path / "none.parquet", [], [], np.zeros((0, 7)))
    none = jobs.near(tmp_path / "none.parquet", shapes=shapes, within=0.1, out=tmp_path / "n")
    assert (none.looked_at, none.pairs) == (0, 0)


def test_addresses_of_fsspec(inputs, undisturbed):
    import fsspec

    memory = fsspec.filesystem("memory")
    memory.put(str(inputs), "/inputs", recursive=True)
    jobs.near(
        "memory://inputs/bodies",
        shapes="memory://inputs/shapes.jsonl",
        within=WITHIN,
        out="memory://answers",
        bodies_of_cell=100,
    )
    found = {
        one.rsplit("/", 1)[-1]: hashlib.sha256(memory.cat_file(one)).hexdigest()
        for one in memory.ls("/answers", detail=False)
        if "part-" in one
    }
    assert found == {k: v for k, v in files(undisturbed[1]).items() if k.startswith("part-")}


def test_tables_of_a_scene(tmp_path):
    scene = cl.Scene()
    turned = cl.Pose.xyzw([0.0, 0, 2], [0.0, 0, np.sqrt(0.5), np.sqrt(0.5)])
    scene.add("pair", [(cl.ball(0.5), None), (cl.ball(0.25), [1.0, 0, 0])], turned)
    scene.add("wall", cl.cuboid([0.1, 5, 5]), [2.0, 0, 0], padding=0.05)
    scene.add_file("../assets/panda/hand.stl", [0.0, 0, 2.5], by="triangles")
    told = jobs.tables(scene, tmp_path / "tables")
    rows = pq.read_table(tmp_path / "tables/bodies.parquet").to_pydict()
    assert told["objects"] == 3 and told["bodies"] == len(rows["id"]) > 100
    assert rows["name"][:3] == ["pair", "pair", "wall"]
    assert np.allclose(rows["pose"][1][:3], [0, 1, 2])
    jobs.near(
        tmp_path / "tables/bodies.parquet",
        shapes=tmp_path / "tables/shapes.jsonl",
        within=3.0,
        out=tmp_path / "out",
    )
    found = table(tmp_path / "out").to_pydict()
    least = {}
    for a, b, distance in zip(found["a"], found["b"], found["distance"], strict=True):
        names = rows["name"][a], rows["name"][b]
        least[names] = min(distance, least.get(names, 9.0))
    truth = {
        (scene.names[row["a"]], scene.names[row["b"]]): row["distance"]
        for row in scene.pairs_within(3.0)
        if row["distance"] > 0
    }
    assert len(truth) > 1
    for names, distance in truth.items():
        assert least[names] == pytest.approx(distance, abs=1e-9)
    with pytest.raises(FileExistsError, match="is there already; choose another folder"):
        jobs.tables(scene, tmp_path / "tables")


def test_the_first_job_of_the_page(tmp_path):
    page = pathlib.Path("../docs/large.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    assert "count = 200_000" in program
    ran = subprocess.run(
        [sys.executable, "-c", program.replace("200_000", "2_000")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "2,000 rows looked at, 0 left out" in ran.stdout


def test_the_package_does_not_import_what_jobs_need():
    program = "import sys, clearance, clearance.arrow; print(sorted(sys.modules))"
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    for name in ("pyarrow", "datafusion", "dask", "distributed", "fsspec", "clearance.jobs"):
        assert f"'{name}'" not in names
    assert pathlib.Path(jobs.__file__).exists()
