#!/usr/bin/env bash
# Checks how all Python here is written, and tests the package in the state in which users get it:
# builds the wheel, installs it in a fresh virtual environment, runs the tests, the type checks, the
# stubs against the module, and the examples of the docs; and builds the reference,
# target/reference. Needs Python 3.10 or later and a package index.
#
# Usage: python/test.sh [wheel]     the wheel as it is published, instead of the one that is quick
# to build
set -euo pipefail
cd "$(dirname "$0")"
profile=${1:-wheel-tests}

# Without Python there is nothing to test; with it, everything below must pass.
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; assert sys.version_info >= (3, 10)' 2>/dev/null; then
    echo "skipped: there is no Python 3.10 or later"
    exit 0
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "skipped: this Python cannot make virtual environments (Debian: python3-venv)"
    exit 0
fi
tools=target/tools
if ! cmp --silent requirements.txt "$tools/requirements.txt"; then
    rm -rf "$tools"
    "$python" -m venv "$tools"
    if ! "$tools/bin/python" -m pip install --quiet -r requirements.txt; then
        rm -rf "$tools"
        if "$python" -m pip download --quiet --no-deps --dest target/reach pip >/dev/null 2>&1; then
            echo "the tools in requirements.txt cannot be installed, and the package index can be reached"
            exit 1
        fi
        echo "skipped: no package index can be reached"
        exit 0
    fi
    cp requirements.txt "$tools"
fi

"$tools/bin/ruff" format --quiet --check ..
"$tools/bin/ruff" check --quiet ..
rm -rf target/wheels
"$tools/bin/maturin" build --quiet --locked --profile "$profile" --interpreter "$python" --out target/wheels

# A new user's environment: the wheel, NumPy, and nothing else.
"$python" -m venv --clear target/fresh
target/fresh/bin/python -m pip install --quiet target/wheels/clearance-*.whl
size=$(du -k target/wheels/clearance-*.whl | cut -f1)
echo "wheel: $size kB"
[ "$size" -lt 9216 ] || { echo "the wheel is larger than 9 MB"; exit 1; }
extra=$(target/fresh/bin/python -m pip list --format=freeze | cut -d= -f1 | grep -vixE 'clearance|numpy|pip|setuptools' || true)
[ -z "$extra" ] || { echo "the wheel needs more than NumPy: $extra"; exit 1; }
snippet=$(mktemp)
trap 'rm -f "$snippet"' EXIT
for page in README.md ../README.md; do
    sed -n '/^```python$/,/^```$/p' "$page" | grep -v '^```' >"$snippet"
    target/fresh/bin/python -I "$snippet"
done

# The tools run with the same wheel.
"$tools/bin/python" -m pip install --quiet --force-reinstall --no-deps target/wheels/clearance-*.whl
"$tools/bin/python" -m pytest tests
# The examples in docstrings and in the pages, against the wheel and not the source.
installed=$("$tools/bin/python" -I -c 'import clearance, os; print(os.path.dirname(clearance.__file__))')
"$tools/bin/python" -m pytest -p no:cacheprovider --rootdir "$installed" --doctest-modules "$installed"
"$tools/bin/python" -I -m pdoc --output-directory target/reference \
    clearance clearance.{arrow,cuda,fcl,ifc,jobs,mujoco,pinocchio,trimesh}
"$tools/bin/python" -I -m doctest -o NORMALIZE_WHITESPACE \
    ../docs/python.md ../docs/python-coal.md ../docs/python-fcl.md \
    ../docs/from-bullet.md ../docs/from-fcl.md
"$tools/bin/python" -m mypy --strict -p clearance
"$tools/bin/python" -m mypy --strict tests/typed.py
"$tools/bin/python" -m mypy --strict examples/arms.py
"$tools/bin/python" -m mypy --strict examples/separation.py
"$tools/bin/python" -m mypy.stubtest clearance --allowlist stubtest.txt
echo "python: all passed"
