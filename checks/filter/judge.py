"""Judges the kernels of clearance.cuda, built for this processor: no answer may be wrong.

Usage: python judge.py DIRECTORY PAIRS [SEED]     where the builds are, see run.sh; pairs of all
families together

The truth is `clearance.verdict`, exact for these kinds, and the interval of `clearance.proximity`;
of some thousands of pairs it is checked against rational arithmetic, `exact.py`.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import time

import numpy as np
from draw import FAMILIES, draw
from exact import overlap

import clearance as cl
from clearance.cuda._solids import records

APART, OVERLAP, UNDECIDED = 0, 1, 2

# The kernels are to answer: beyond this part of the size from contact, but for one pair in 10 000.
FAR, LEFT = 1e-3, 1e-4


def written(path, drawn):
    numbers, corners = records(drawn.shapes)
    at_a, turn_a, at_b, turn_b = drawn.poses
    with open(path, "wb") as file:
        np.array([len(numbers), len(corners), len(drawn.a)], np.int64).tofile(file)
        numbers.tofile(file)
        corners.tofile(file)
        drawn.a.astype(np.int32).tofile(file)
        drawn.b.astype(np.int32).tofile(file)
        np.concatenate([at_a, turn_a], axis=1).tofile(file)
        np.concatenate([at_b, turn_b], axis=1).tofile(file)


def answers(build, path, n):
    out = path.with_suffix(".out")
    subprocess.run([build, path, out], check=True)
    with open(out, "rb") as file:
        return (
            np.fromfile(file, np.int8, n),
            np.fromfile(file, np.float32, n).astype(float),
            np.fromfile(file, np.float32, n).astype(float),
        )


def wrong(truth, found, low, high):
    """Which answers are not true."""
    overlaps, distance, gap = truth
    least, most = np.where(overlaps, 0.0, distance - gap), np.where(overlaps, 0.0, distance + gap)
    return (
        ~np.isin(found, (APART, OVERLAP, UNDECIDED))
        | ((found == APART) & overlaps)
        | ((found == OVERLAP) & ~overlaps)
        | ~(low <= most)
        | ~(high >= least)
        | ((low > 0) & overlaps)
        | ((high == 0) & ~overlaps)
    )


def truth_of(drawn):
    """Which pairs overlap, and how far apart they are, to within a gap."""
    operands = drawn.operands()
    status = np.asarray(cl.verdict(*operands, threads=0))
    assert (status != UNDECIDED).all(), "the truth is not known"
    apart = cl.proximity(*operands, threads=0)
    return status == OVERLAP, apart.distance, apart.gap


def main(directory, pairs, seed=1):
    began = time.monotonic()
    directory = pathlib.Path(directory)
    builds = sorted(path for path in directory.iterdir() if path.suffix == ".build")
    failed, caught = 0, dict.fromkeys((b.stem for b in builds if b.stem.startswith("broken")), 0)
    rows, judged, exactly = [], 0, 0
    n = -(-pairs // len(FAMILIES))
    for family in FAMILIES:
        drawn = draw(family, n, seed)
        truth = truth_of(drawn)
        for i in range(0, n, 40):
            by_fractions = overlap(drawn, i)
            if by_fractions is not None:
                exactly += 1
                if by_fractions != truth[0][i]:
                    failed += 1
                    print(f"FAIL  {family} {i}: the two judges differ")
        path = directory / "pairs"
        written(path, drawn)
        for build in builds:
            found = answers(build, path, n)
            bad = np.flatnonzero(wrong(truth, *found))
            judged += n
            if build.stem in caught:
                caught[build.stem] += len(bad)
            elif len(bad):
                failed += len(bad)
                i = bad[0]
                print(f"FAIL  {family}, {build.stem}: {len(bad)} wrong, first pair {i}:")
                print("     ", *(part[i] for part in (*truth, *found)), "near" * drawn.near[i])
                print("     ", drawn.shapes[drawn.a[i]], drawn.shapes[drawn.b[i]])
                print("     ", *(part[i].tolist() for part in drawn.poses))
            if build.stem == "plain":
                rows.append((family, n, drawn.near, truth, found, sizes(drawn)))
    table(rows)
    for family, n, _, (_, distance, _), (found, *_), size in rows:
        left = ((found == UNDECIDED) & (np.abs(distance) > FAR * size)).sum()
        if left > 1 + LEFT * n:
            failed += 1
            print(f"FAIL  {family}: {left} pairs undecided that are far from contact")
    for name, count in caught.items():
        if not count:
            failed += 1
            print(f"FAIL  {name}: no answer was wrong, so the judge sees nothing")
    print(f"{judged} answers of {len(builds)} builds, {n * len(FAMILIES)} pairs, seed {seed}")
    print(f"{exactly} verdicts again by fractions; wrong answers of broken builds: {caught}")
    print(f"{'FAIL' if failed else 'PASS'}  {failed} wrong, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def sizes(drawn):
    """How far both shapes reach from their origins, and how far apart these are."""
    numbers, _ = records(drawn.shapes)
    reach = (numbers["reach"] + numbers["radius"]).astype(float)
    at_a, _, at_b, _ = drawn.poses
    apart = np.linalg.norm(at_b.astype(float) - at_a, axis=1)
    return reach[drawn.a] + reach[drawn.b] + apart


def table(rows):
    heads = "family pairs overlap undecided near undecided up-to width".split()
    print(f"| {' | '.join(heads)} |\n| --- |{' ---: |' * (len(heads) - 1)}")
    total = np.zeros(4)
    for family, n, near, (overlaps, distance, _), (found, low, high), size in rows:
        left = found == UNDECIDED
        total += [n, left[~near].sum(), near.sum(), left[near].sum()]
        size = np.maximum(size, np.finfo(float).tiny)
        wide = np.median(((high - low) / size)[~left & ~overlaps])
        print(
            f"| {family} | {n} | {overlaps.mean():.0%} | {left[~near].mean():.3%} | {near.sum()} "
            f"| {left[near].mean():.1%} | {(abs(distance) / size)[left].max():.0e} | {wide:.1e} |"
        )
    n, far, near, close = total
    print(f"| all | {n:.0f} | | {far / (n - near):.3%} | {near:.0f} | {close / near:.1%} | | |")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
