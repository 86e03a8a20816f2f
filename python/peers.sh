#!/usr/bin/env bash
# Runs the tests of python-fcl and trimesh against `clearance.fcl` and `clearance.trimesh`, from
# checkouts of their repositories:
#
#   bash python/peers.sh PYTHON_FCL_CHECKOUT TRIMESH_CHECKOUT [PYTHON]
#
# PYTHON has `clearance`, `pytest`, `scipy`, `networkx` and `lxml` installed, and trimesh of the
# checkout's version; default: python3. Of trimesh only tests/ and models/ are read.
#
# trimesh's tests pass without any backend, by returning early: so each run first shows which `fcl`
# is used, and ends unless it is ours.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
fcl=$(cd "$1" && pwd) trimesh=$(cd "$2" && pwd) python=${3:-python3}

plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT
cat >"$plugins/as_fcl.py" <<'PLUGIN'
"""`import fcl` is clearance.fcl."""
import sys
import clearance.fcl
sys.modules["fcl"] = clearance.fcl
PLUGIN
cat >"$plugins/as_manager.py" <<'PLUGIN'
"""trimesh.collision is clearance.trimesh."""
import clearance.trimesh
clearance.trimesh.use()
PLUGIN
cat >"$plugins/whose.py" <<'PLUGIN'
"""Names the modules in use; fails if they are not clearance's."""
import sys

import clearance.fcl


def pytest_collection_finish(session):
    import fcl

    assert fcl is clearance.fcl, f"{fcl.__file__} is in use"
    used = [fcl]
    collision = sys.modules.get("trimesh.collision")
    if collision is not None:
        assert collision.fcl is clearance.fcl, f"trimesh uses {collision.fcl}"
        used.append(sys.modules[collision.CollisionManager.__module__])
    print("\nin use:", *(module.__file__ for module in used))
PLUGIN

check() { # check PLUGIN DIRECTORY FILE...
    local plugin=$1
    cd "$2"
    shift 2
    PYTHONPATH="$plugins${PYTHONPATH:+:$PYTHONPATH}" \
        "$python" -m pytest -q -p no:cacheprovider -p "$plugin" -p whose "$@"
}

echo "=== python-fcl's tests, by clearance.fcl"
check as_fcl "$fcl/tests" test_fcl.py test_precision.py
echo "=== trimesh's tests, by trimesh's manager over clearance.fcl"
check as_fcl "$trimesh/tests" test_collision.py
echo "=== trimesh's tests, by clearance.trimesh"
check as_manager "$trimesh/tests" test_collision.py
