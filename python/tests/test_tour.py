"""The code of the notebook runs, and prints what the notebook shows."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[2] / "docs" / "python-tour.ipynb"


def test_the_tour(capsys):
    names = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        # The gate's build is not optimised: it runs a hundredth of the queries.
        small = source.replace("1_000_000", "10_000")
        exec(small, names)
        shown = [
            "".join(out["text"])
            for out in cell["outputs"]
            if out["output_type"] == "stream" and out["name"] == "stdout"
        ]
        printed = capsys.readouterr().out
        assert printed == "".join(shown) or (
            small != source and printed.startswith("10,000 pairs, all to 1e-12: True")
        )
