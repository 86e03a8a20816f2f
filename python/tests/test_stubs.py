"""The types of the compiled half have its docstrings, so that editors that read stubs show them.
`python tests/test_stubs.py` writes them into the source."""

import ast
import inspect
import textwrap
from pathlib import Path

import clearance._clearance as compiled

STUBS = "_clearance.pyi"


def documented(text):
    """The stubs with the docstrings of what they are of."""
    lines = text.splitlines()
    changes = []

    def look(body, owner):
        named = set()
        for node in body:
            # The first of the overloads has it.
            if getattr(node, "name", None) in named:
                continue
            named.add(getattr(node, "name", None))
            if isinstance(node, ast.ClassDef):
                found = getattr(owner, node.name, None)
                note(node, found)
                look(node.body, found)
            elif isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                note(node, inspect.getattr_static(owner, node.name, None))

    def note(node, of):
        of = getattr(of, "__func__", of)
        doc = inspect.cleandoc(getattr(of, "__doc__", None) or "") if of is not None else ""
        first = node.body[0]
        has = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        has = has and isinstance(first.value.value, str)
        if doc and (not has or inspect.cleandoc(first.value.value) != doc):
            changes.append((node, first if has else None, doc))

    look(ast.parse(text).body, compiled)
    for node, old, doc in sorted(changes, key=lambda change: -change[0].lineno):
        indent = " " * (node.col_offset + 4)
        quoted = doc.replace("\\", "\\\\")
        new = textwrap.indent(
            f'"""{quoted}"""' if "\n" not in quoted else f'"""{quoted}\n"""', indent
        )
        new = [line.rstrip() for line in new.split("\n")]
        first = node.body[0]
        if old is not None:
            lines[old.lineno - 1 : old.end_lineno] = new
        elif isinstance(node, ast.FunctionDef):
            # The body is `...` at the end of the line.
            at = first.lineno - 1
            lines[at] = lines[at][: first.col_offset].rstrip()
            lines[at + 1 : at + 1] = new
        else:
            begin = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", ()))])
            lines[begin - 1 : begin - 1] = new
    return "\n".join(lines) + "\n"


def test_the_stubs_have_the_docstrings():
    text = Path(compiled.__file__).with_name(STUBS).read_text(encoding="utf-8")
    assert documented(text) == text, "python tests/test_stubs.py writes them"


if __name__ == "__main__":
    path = Path(__file__).parents[1] / "package" / "clearance" / STUBS
    path.write_text(documented(path.read_text(encoding="utf-8")), encoding="utf-8")
