"""`docs/check_certificate.py` and `clearance verify` judge one another.

Pairs of many kinds are answered by the command, with certificates; both must accept these. Then
each is falsified in many ways, and whatever one of the two makes of it, so must the other: some
falsified ones are still true, and prove less than they did.

`CLEARANCE` names the command; skipped without it. `CLEARANCE_JUDGED` is how many pairs are drawn,
`CLEARANCE_SEED` from which seed.
"""

import collections
import copy
import importlib.util
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys

import pytest

COMMAND = os.environ.get("CLEARANCE")
COUNT = int(os.environ.get("CLEARANCE_JUDGED", "300"))
SEED = int(os.environ.get("CLEARANCE_SEED", "1"))
CHECKER = pathlib.Path(__file__).parents[2] / "docs" / "check_certificate.py"
OUTCOMES = ("accepted", "refused", "unknown")
# What `verify` does not know: turns about an `axis` and stretchings whose numbers floats round. The
# checker knows some of it.
NOT_KNOWN = ("no floats hold exactly", "not one that exact arithmetic knows")
# Heights of an ellipse beside a shape whose rotation has an irrational length are known to `verify`
# to 2^-200 alone.
ROUNDED = ("not as far apart as claimed", "does not separate the shapes")


# Shapes that tell their dimensions.
TOLD = ("point", "triangle", "box", "hull", "sphere", "circle", "cone", "ellipse", "half_space")


class Draw:
    """Draws pairs: half on a grid, where shapes touch exactly, half of any floats."""

    def __init__(self, random, dim):
        self.random, self.dim = random, dim
        self.on_grid = random.random() < 0.5
        self.size = 1.0 if random.random() < 0.8 else random.choice([1e-3, 1e3, 2.0**-40, 1e90])

    def number(self, least=-2.0, most=2.0):
        number = self.random.uniform(least, most)
        return (math.ceil(number * 4) / 4 if self.on_grid else number) * self.size

    def length(self):
        return 0.0 if self.random.random() < 0.03 else self.number(0.1, 1.5)

    def vector(self):
        return [self.number() for _ in range(self.dim)]

    def vectors(self, count):
        return [self.vector() for _ in range(count)]

    def polytope(self):
        kind = self.random.choice(["point", "segment", "triangle", "box", "hull", "box", "hull"])
        if kind == "box":
            return {"type": kind, "half_extents": [self.length() for _ in range(self.dim)]}
        counts = {"point": 1, "segment": 2, "triangle": 3, "hull": self.random.randrange(1, 11)}
        shape = {"type": kind, "vertices": self.vectors(counts[kind])}
        if kind == "hull" and self.random.random() < 0.3:
            # Points within: equal ones, and those between two.
            points = shape["vertices"]
            p, q = self.random.choices(points, k=2)
            points[1:1] = [p, [(x + y) / 2 for x, y in zip(p, q, strict=True)]]
        return shape

    def round(self):
        sphere = "circle" if self.dim == 2 else "sphere"
        kind = self.random.choice([sphere, "capsule"])
        shape = {"type": kind, "radius": self.length()}
        if kind == "capsule" and self.random.random() < 0.5:
            return shape | {"vertices": self.vectors(2)}
        return shape if kind == sphere else shape | {"half_height": self.length()}

    def curved(self):
        if self.dim == 2 or self.random.random() < 0.4:
            kind = "ellipse" if self.dim == 2 else "ellipsoid"
            return {"type": kind, "radii": [self.length() for _ in range(self.dim)]}
        kind = self.random.choice(["cylinder", "cone"])
        shape = {"type": kind, "half_height": self.length(), "radius": self.length()}
        return shape | ({"axis": self.random.choice("xyz")} if self.random.random() < 0.3 else {})

    def shape(self):
        choice = self.random.random()
        if choice < 0.3:
            return self.polytope()
        if choice < 0.5:
            return self.round()
        if choice < 0.7:
            return self.curved()
        if choice < 0.77:
            return {"type": "rounded", "inner": self.shape(), "radius": self.length()}
        if choice < 0.82:
            return self.random.choice([self.polytope, self.curved])() | {"margin": self.length()}
        if choice < 0.88:
            inner = self.random.choice([self.polytope, self.polytope, self.curved, self.round])()
            powers = [self.random.choice([0.5, 1.0, -2.0, 4.0]) for _ in range(self.dim)]
            scale = self.random.choice([powers, powers[0], 0.3])
            return {"type": "scaled", "inner": inner, "scale": scale}
        if choice < 0.94:
            other = self.random.choice([self.polytope, self.round])()
            return {"type": "sum", "a": self.polytope(), "b": other}
        return {"type": "half_space", "normal": self.vector(), "offset": self.number()}

    def pose(self):
        count = 4 if self.dim == 3 else 2
        turn = [0.0] * (count - 1) + [1.0] if self.dim == 3 else [1.0, 0.0]
        choice = self.random.random()
        if choice < 0.3:
            turn = [self.random.choice([-1.0, 0.0, 1.0]) for _ in range(count)]
            turn[0] += not any(turn)
        elif choice < 0.75:
            turn = [self.random.uniform(-1, 1) for _ in range(count)]
        away = self.random.choice([0.25, 1.0, 1.0, 3.0])
        return {"rotation": turn, "translation": [x * away for x in self.vector()]}

    def pair(self):
        line = {"dim": self.dim}  # Left out below, where the shapes tell it.
        if self.random.random() < 0.15 and self.size < 1e30:
            line["precision"] = "f32"
        for side in "ab":
            line[side] = self.shape()
            if self.random.random() < 0.9:
                line[side]["pose"] = self.pose()
        if self.random.random() < 0.1:
            # A float apart, or as much too deep.
            line["b"] = copy.deepcopy(line["a"])
        if all(line[side]["type"] in TOLD for side in "ab"):
            del line["dim"]
        choice = self.random.random()
        if choice < 0.15:
            line |= {"query": "manifold", "max_distance": self.random.choice([0.0, self.length()])}
        elif choice < 0.3:
            line |= {"query": "cast", "max_toi": self.random.choice([0.5, 2.0])}
            if self.random.random() < 0.3:
                line["target_distance"] = self.length() / 8
            for side in self.random.choice(["a", "b", "ab"]):
                line[side]["velocity"] = self.vector()
        return line


def next_float(x, up):
    # A hull leaves out what is under 2^-248 of its size.
    return math.nextafter(x, math.inf if up else -math.inf) if x else 2.0**-60


def numbers_of(value, found=None):
    """The places of all numbers, as a container and its key."""
    found = [] if found is None else found
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(inner, float):
            found.append((value, key))
        elif isinstance(inner, (dict, list)) and key != "stands_for":
            numbers_of(inner, found)
    return found


def lists_of(value):
    """All lists within."""
    inner = list(value.values()) if isinstance(value, dict) else value
    found = [value] if isinstance(value, list) else []
    return found + [y for x in inner if isinstance(x, (dict, list)) for y in lists_of(x)]


def falsified(document, random):
    """The document with one thing changed, and what that is."""
    proof = document["certificate"]

    def other(what, change):
        made = copy.deepcopy(document)
        change(made["certificate"])
        return what, made

    # Any number of it, any list; of those of casts and contact points there are more.
    for _ in range(2 if "pairs" in proof else 12):
        made = copy.deepcopy(document)
        container, key = random.choice(numbers_of(made["certificate"]))
        x = container[key]
        container[key] = random.choice([next_float(x, False), next_float(x, True), x * 1.01, -x])
        yield "a number of the certificate", made
        made = copy.deepcopy(document)
        lists = [inner for inner in lists_of(made["certificate"]) if inner]
        if lists:
            some = random.choice(lists)
            random.choice([some.pop, some.reverse, lambda some=some: some.append(some[0])])()
            yield "a list of the certificate", made
    lower, upper = ("lower", "no_contact_before"), ("upper", "contact_by")
    for key in lower + upper:
        up = key in lower
        if proof.get(key) is not None:
            yield other(f"{key} a float better", lambda p: p.update({key: next_float(p[key], up)}))
            yield other(f"{key} claims nothing", lambda p: p.pop(key))
            yield other(f"{key} wider", lambda p: p.update({key: next_float(p[key], not up)}))
    # That of contact points is in the certificate of the pair.
    said = proof.get("pair", proof)["verdict"]
    for verdict in sorted({"Separated", "Intersecting", "Undecided"} - {said}):
        yield other("another verdict", lambda p: p.get("pair", p).update(verdict=verdict))
    yield other("an unknown key", lambda p: p.update(uper=1.0))
    pairs = proof.get("pairs") or proof.get("late")
    if pairs:
        its = "pairs" if "pairs" in proof else "late"
        place, side = random.randrange(len(pairs)), random.choice(["on_a", "on_b"])

        def change_pair(p):
            point = p[its][place][side]
            if point == "boundary":
                p[its][place][side] = {"corner": 0}
            elif "corner" in point:
                point["corner"] += random.choice([1, 1, 2, 100])
            else:
                axis = random.choice(list(point["inside"]))
                point["inside"][axis] *= random.choice([1 + 2**-52, 1.01, -1.0])

        yield other("another point", change_pair)
        yield other("a pair twice", lambda p: p[its].append(p[its][place]))
        yield other("a pair fewer", lambda p: p[its].pop(place))
    if proof.get("direction"):
        axis = random.choice(list(proof["direction"][0]))

        def turn(p):
            size = max(abs(x) for x in p["direction"][0].values())
            p["direction"][0][axis] += size * random.choice([1e-3, -1e-9, 1.0])

        yield other("direction turned", turn)
        yield other(
            "direction a float off",
            lambda p: p["direction"][0].update(
                {axis: next_float(p["direction"][0][axis], random.random() < 0.5)}
            ),
        )
        yield other(
            "direction turned around",
            lambda p: p.update(direction=[{k: -x for k, x in d.items()} for d in p["direction"]]),
        )
        yield other("no direction", lambda p: p.update(direction=[]))
    if proof.get("weights"):
        place = random.randrange(len(proof["weights"]))

        def weigh(change):
            def by(p):
                p["weights"][place] = change(p["weights"][place])

            return by

        yield other("a weight negative", weigh(lambda w: -w - 1e-300))
        yield other("a weight a little off", weigh(lambda w: w + 1e-11))
        yield other("a weight off", weigh(lambda w: w + 1e-9))
        yield other("weights in another order", lambda p: p["weights"].reverse())
        yield other("a weight fewer", lambda p: p["weights"].pop())
    if proof.get("facets"):
        place = random.randrange(len(proof["facets"]))
        yield other("a facet dropped", lambda p: p["facets"].pop(place))
        yield other("a facet turned over", lambda p: p["facets"][place].reverse())
        yield other("a facet twice", lambda p: p["facets"].append(p["facets"][place]))
        yield other("a facet elsewhere", lambda p: p["facets"][place].__setitem__(1, len(pairs)))
        yield other("no facets", lambda p: p.update(facets=[]))
    for side in "ab":
        for change in (
            lambda x: next_float(x, random.random() < 0.5),
            lambda x: x * 1.01,
            lambda x: x + random.choice([-1e-9, 1e-3]),
        ):
            made = copy.deepcopy(document)
            container, key = random.choice(numbers_of(made["query"][side]) or [({0: 0.0}, 0)])
            container[key] = change(container[key])
            yield f"a number of {side}", made
    made = copy.deepcopy(document)
    made["query"]["a"], made["query"]["b"] = made["query"]["b"], made["query"]["a"]
    yield "the shapes exchanged", made
    for key in ("intersects", "hit", "distance", "penetration", "time_of_impact", "depth"):
        if document.get(key) is not None:
            made = copy.deepcopy(document)
            made[key] = not made[key] if isinstance(made[key], bool) else made[key] * 1.01 + 1e-300
            yield f"another {key}", made


def judged_by_command(documents):
    """What `clearance verify` says of each document."""
    told = command(["verify", "--verbose", "-"], documents)
    words = [re.search("(verified|refused): .*", line).group() for line in told]
    assert len(words) == len(documents)
    return words


def command(arguments, lines):
    """The lines that the command answers to lines."""
    told = subprocess.run(
        [COMMAND, *arguments],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
    )
    assert told.returncode in (0, 1), told.stderr
    return told.stdout.splitlines()


def checker():
    specification = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.skipif(not COMMAND, reason="CLEARANCE names the command")
def test_checker_and_verify_agree():
    judge = checker().judge
    draws = random.Random(SEED)
    questions = [Draw(draws, draws.choice([2, 3, 3])).pair() for _ in range(COUNT)]
    tried = collections.Counter()
    documents, whats = [], []
    for answer in map(json.loads, command(["query", "--certificate", "-"], questions)):
        if "certificate" not in answer:
            tried["without a certificate"] += 1
            continue
        documents.append(answer)
        whats.append("as found")
        for what, made in falsified(answer, draws):
            documents.append(made)
            whats.append(what)
    apart = []
    for what, document, word in zip(whats, documents, judged_by_command(documents), strict=True):
        outcome, words = judge(json.dumps(document))
        accepted = word.startswith("verified")
        tried[what, OUTCOMES[outcome]] += 1
        limits = NOT_KNOWN + ROUNDED * ('"ellipse"' in json.dumps(document) and outcome == 0)
        if outcome != 1 and any(limit in word for limit in limits) and what != "as found":
            tried["beyond what verify knows", OUTCOMES[outcome]] += 1
        elif outcome != (0 if accepted else 1) or (not accepted and what == "as found"):
            apart.append(f"{what}: {word}\nchecker: {words}\n{json.dumps(document)}")
    for what, count in sorted(tried.items(), key=str):
        print(count, what)
    assert not apart, f"{len(apart)} disagree:\n" + "\n".join(apart[:20])
    assert tried["as found", "accepted"] > COUNT / 2


@pytest.mark.skipif(not COMMAND, reason="CLEARANCE names the command")
@pytest.mark.xfail(reason="hulls round coordinates under 2^-248 of the largest", strict=True)
@pytest.mark.parametrize("dim", [2, 3])
def test_a_corner_that_a_hull_rounds_away_touches_itself(dim):
    corner = [1e-320] + [0.0] * (dim - 1)
    around = [[0.0, -1.0, 0.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0], [-1.0, 0.0, 0.0]]
    hull = {"type": "hull", "vertices": [corner] + [p[:dim] for p in around]}
    pair = {"dim": dim, "a": hull, "b": {"type": "point", "vertices": [corner]}}
    answer = json.loads(*command(["query", "--certificate", "-"], [pair]))
    assert answer["intersects"]
    assert checker().judge(json.dumps(answer))[0] == 0


@pytest.mark.parametrize(
    "line, outcome",
    [
        ('{"query":QUERY,"certificate":{"verdict":"Separated","direction":[{"x":1,"y":0}]}}', 0),
        ('{"query":QUERY,"certificate":{"verdict":"Separated","direction":[{"x":0,"y":1}]}}', 1),
        ('{"query":QUERY,"certificate":{"verdict":"Undecided","lower":1,"lower":0}}', 1),
        ('{"query":QUERY,"certificate":{"verdict":"Undecided","lower":NaN}}', 1),
        ('{"query":QUERY,"certificate":{"verdict":"Undecided","lowr":9}}', 1),
        ('{"query":QUERY}', 1),
        ("[]", 1),
        ("{", 1),
        ('{"query":{"dim":3,"a":{"type":"mesh"},"b":{"type":"point"}},"certificate":{}}', 2),
    ],
)
def test_documents_by_hand(line, outcome, tmp_path):
    query = (
        '{"dim":2,"a":{"type":"circle","radius":1},'
        '"b":{"type":"point","vertices":[[0,0]],"pose":{"translation":[1.5,0],"rotation":[3,4]}}}'
    )
    document = tmp_path / "document.json"
    document.write_text(line.replace("QUERY", query) + "\n")
    told = subprocess.run([sys.executable, CHECKER, document], capture_output=True, text=True)
    assert told.returncode == outcome, told.stdout + told.stderr
    assert len(told.stdout.splitlines()) == 1
