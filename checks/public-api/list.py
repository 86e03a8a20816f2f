"""Lists a crate's public interface, one item on each line, from rustdoc's JSON:
list.py clearance.json > public-api.txt.

Items hidden from the documentation are left out, and so are the implementations that every type
has.
"""

import json
import re
import sys

FORMAT = 57  # rustdoc's; another may use other names
# The compiler's auto traits that users rely on; and a trait that they cannot name.
AUTO, UNNAMED = {"Send", "Sync"}, {"StructuralPartialEq"}
with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
index, paths = document["index"], document["paths"]
HEAD = re.compile(r"pub (mod|struct|enum|trait) ")
lines = set()


def line(path, text):
    """Adds a line, sorted next to the other lines of its item."""
    place = 0 if HEAD.search(text) else 1 if text.startswith("impl") else 2
    lines.add((path.split("<")[0], place, text))


def item(number):
    return index.get(str(number))


def of(entry):
    """The kind of an item and its details."""
    return next(iter(entry["inner"].items()))


def args(arguments):
    if not arguments:
        return ""
    if "parenthesized" in arguments:
        inside = arguments["parenthesized"]
        result = f" -> {kind(inside['output'])}" if inside["output"] else ""
        return f"({', '.join(map(kind, inside['inputs']))}){result}"
    inside = arguments["angle_bracketed"]
    words = []
    for argument in inside["args"]:
        ((what, value),) = argument.items() if isinstance(argument, dict) else [(argument, None)]
        match what:
            case "lifetime":
                words.append(value)
            case "type":
                words.append(kind(value))
            case "const":
                words.append(value["expr"])
            case _:
                words.append("_")
    for constraint in inside["constraints"]:
        ((what, value),) = constraint["binding"].items()
        name = constraint["name"] + args(constraint["args"])
        if what == "equality":
            words.append(
                f"{name} = {kind(value['type']) if 'type' in value else value['constant']['expr']}"
            )
        else:
            words.append(f"{name}: {' + '.join(map(bound, value))}")
    return f"<{', '.join(words)}>" if words else ""


def named(path):
    """The path without the modules before it."""
    return re.sub(r"^(\$?crate|super|alloc)::.*::|^(\$?crate|super)::", "", path)


def kind(type_):
    """A type, as the source writes it."""
    if type_ == "infer":
        return "_"
    ((what, value),) = type_.items()
    match what:
        case "primitive":
            return "!" if value == "never" else value
        case "generic":
            return value
        case "resolved_path":
            return named(value["path"]) + args(value["args"])
        case "tuple":
            return f"({', '.join(map(kind, value))}{',' if len(value) == 1 else ''})"
        case "slice":
            return f"[{kind(value)}]"
        case "array":
            return f"[{kind(value['type'])}; {value['len']}]"
        case "borrowed_ref":
            lifetime = f"{value['lifetime']} " if value["lifetime"] else ""
            return f"&{lifetime}{'mut ' if value['is_mutable'] else ''}{kind(value['type'])}"
        case "raw_pointer":
            return f"*{'mut' if value['is_mutable'] else 'const'} {kind(value['type'])}"
        case "impl_trait":
            return f"impl {' + '.join(map(bound, value))}"
        case "dyn_trait":
            traits = [
                quantified(t["generic_params"]) + t["trait"]["path"] + args(t["trait"]["args"])
                for t in value["traits"]
            ]
            return f"dyn {' + '.join(traits + ([value['lifetime']] if value['lifetime'] else []))}"
        case "qualified_path":
            trait, own = value["trait"], kind(value["self_type"])
            name = value["name"] + args(value["args"])
            return (
                f"<{own} as {trait['path']}{args(trait['args'])}>::{name}"
                if trait and trait["path"]
                else f"{own}::{name}"
            )
        case "function_pointer":
            inputs = ", ".join(kind(t) for _, t in value["sig"]["inputs"])
            result = f" -> {kind(value['sig']['output'])}" if value["sig"]["output"] else ""
            return f"fn({inputs}){result}"
    raise SystemExit(f"the list does not know the type {what}")


def quantified(params):
    return f"for<{', '.join(p['name'] for p in params)}> " if params else ""


def bound(what):
    if "trait_bound" in what:
        inside = what["trait_bound"]
        modifier = {"none": "", "maybe": "?", "maybe_const": "~const "}[inside["modifier"]]
        return (
            quantified(inside["generic_params"])
            + modifier
            + inside["trait"]["path"]
            + args(inside["trait"]["args"])
        )
    captured = [a if isinstance(a, str) else next(iter(a.values())) for a in what.get("use", [])]
    return what.get("outlives") or f"use<{', '.join(captured)}>"


def generics(details):
    """The parameters in angle brackets, and the `where` clause."""
    words = []
    for param in details["params"]:
        ((what, value),) = param["kind"].items()
        if what == "lifetime":
            words.append(
                param["name"] + (f": {' + '.join(value['outlives'])}" if value["outlives"] else "")
            )
        elif what == "const":
            words.append(
                f"const {param['name']}: {kind(value['type'])}"
                + (f" = {value['default']}" if value["default"] else "")
            )
        elif not value["is_synthetic"]:
            bounds = f": {' + '.join(map(bound, value['bounds']))}" if value["bounds"] else ""
            default = f" = {kind(value['default'])}" if value["default"] else ""
            words.append(param["name"] + bounds + default)
    clauses = []
    for predicate in details["where_predicates"]:
        ((what, value),) = predicate.items()
        if what == "bound_predicate":
            what = quantified(value["generic_params"]) + kind(value["type"])
            clauses.append(f"{what}: {' + '.join(map(bound, value['bounds']))}")
        elif what == "lifetime_predicate":
            clauses.append(f"{value['lifetime']}: {' + '.join(value['outlives'])}")
        else:
            clauses.append(f"{kind(value['lhs'])} == {kind(value['rhs']['type'])}")
    return (f"<{', '.join(words)}>" if words else ""), (
        f" where {', '.join(clauses)}" if clauses else ""
    )


def signature(path, details):
    params, where = generics(details["generics"])
    inputs = []
    for name, type_ in details["sig"]["inputs"]:
        own = (
            {"Self": "self", "&Self": "&self", "&mut Self": "&mut self"}.get(kind(type_))
            if name == "self"
            else None
        )
        inputs.append(own or f"{name}: {kind(type_)}")
    result = f" -> {kind(details['sig']['output'])}" if details["sig"]["output"] else ""
    const = "const " if details["header"]["is_const"] else ""
    return f"{const}fn {path}{params}({', '.join(inputs)}){result}{where}"


def must_use(entry):
    return (
        "#[must_use] "
        if any("must_use" in str(a).lower() or "MustUse" in str(a) for a in entry["attrs"])
        else ""
    )


def exhaustive(entry):
    return (
        "#[non_exhaustive] "
        if any("non_exhaustive" in str(a).lower() for a in entry["attrs"])
        else ""
    )


def fields(path, entry, numbers, prefix="pub "):
    for place, number in enumerate(numbers):
        field = number is not None and item(number)
        if field:
            line(path, f"{prefix}{path}::{field['name'] or place}: {kind(of(field)[1])}")


def methods(path, numbers, prefix, suffix=""):
    for number in numbers:
        entry = item(number)
        if entry is None:
            continue
        what, details = of(entry)
        name = f"{path}::{entry['name']}"
        if what == "function":
            end = suffix if details["has_body"] else ""
            line(name, f"{must_use(entry)}{prefix}{signature(name, details)}{end}")
        elif what == "assoc_type":
            bounds = f": {' + '.join(map(bound, details['bounds']))}" if details["bounds"] else ""
            default = f" = {kind(details['type'])}" if details["type"] else ""
            line(name, f"{prefix}type {name}{generics(details['generics'])[0]}{bounds}{default}")
        elif what == "assoc_const":
            line(name, f"{prefix}const {name}: {kind(details['type'])}")


def is_about(type_, owner):
    return "resolved_path" in type_ and type_["resolved_path"]["id"] == owner


def implementations(path, owner, numbers):
    """The type's own methods, and a line for each set of traits that share the same conditions."""
    traits = {}
    for number in numbers:
        entry = item(number)
        if entry is None:
            continue
        details = of(entry)[1]
        trait, params = details["trait"], generics(details["generics"])
        if trait is None:
            # Two implementations, for different arguments of the type, may have a method of one
            # name.
            methods(path + args(details["for"]["resolved_path"]["args"]), details["items"], "pub ")
        elif (
            details["blanket_impl"] is None
            and is_about(details["for"], owner)
            and (not details["is_synthetic"] or trait["path"] in AUTO)
        ):
            name = trait["path"].rsplit("::", 1)[-1] + args(trait["args"])
            name = ("!" if details["is_negative"] else "") + name
            condition = ("", "") if details["is_synthetic"] or is_derived(entry) else params
            of_type = args(details["for"]["resolved_path"]["args"])
            traits.setdefault((of_type, condition), set()).add(name)
    for (of_type, (params, where)), names in traits.items():
        line(path, f"impl{params} {' + '.join(sorted(names - UNNAMED))} for {path}{of_type}{where}")


def is_derived(entry):
    return any(
        "automatically_derived" in str(a).lower() or "AutomaticallyDerived" in str(a)
        for a in entry["attrs"]
    )


def walk(path, entry):
    what, details = of(entry)
    if what == "module":
        line(path, f"pub mod {path}")
        for number in details["items"]:
            inner = item(number)
            if inner is None:
                continue
            if of(inner)[0] == "use":
                used(path, of(inner)[1])
            else:
                walk(f"{path}::{inner['name']}", inner)
    elif what == "function":
        line(path, f"{must_use(entry)}pub {signature(path, details)}")
    elif what in ("struct", "union"):
        params, where = generics(details["generics"])
        line(path, f"{must_use(entry)}{exhaustive(entry)}pub struct {path}{params}{where}")
        shape = details["kind"]
        if shape != "unit":
            fields(path, entry, shape["tuple"] if "tuple" in shape else shape["plain"]["fields"])
        implementations(path, entry["id"], details["impls"])
    elif what == "enum":
        params, where = generics(details["generics"])
        line(path, f"{must_use(entry)}{exhaustive(entry)}pub enum {path}{params}{where}")
        for number in details["variants"]:
            variant = item(number)
            if variant is None:
                continue
            name, shape = f"{path}::{variant['name']}", of(variant)[1]["kind"]
            if shape == "plain":
                line(name, f"pub {name}")
            elif "tuple" in shape:
                inside = [
                    kind(of(item(n))[1]) if n is not None and item(n) else "_"
                    for n in shape["tuple"]
                ]
                line(name, f"pub {name}({', '.join(inside)})")
            else:
                line(name, f"pub {name} {{ … }}")
                fields(name, variant, shape["struct"]["fields"])
        implementations(path, entry["id"], details["impls"])
    elif what == "trait":
        params, where = generics(details["generics"])
        bounds = f": {' + '.join(map(bound, details['bounds']))}" if details["bounds"] else ""
        line(path, f"pub trait {path}{params}{bounds}{where}")
        methods(path, details["items"], "pub ", " { … }")
        for number in details["implementations"]:
            implementation = item(number)
            if implementation is None:
                continue
            inside = of(implementation)[1]
            own = "resolved_path" in inside["for"] and item(inside["for"]["resolved_path"]["id"])
            if not own:
                params, where = generics(inside["generics"])
                trait = path + args(inside["trait"]["args"])
                line(path, f"impl{params} {trait} for {kind(inside['for'])}{where}")
    elif what == "type_alias":
        params, where = generics(details["generics"])
        line(path, f"pub type {path}{params} = {kind(details['type'])}{where}")
    elif what == "constant":
        line(path, f"pub const {path}: {kind(details['type'])}")
    else:
        raise SystemExit(f"the list does not know the item {what}")


def used(path, details):
    inner = details["id"] is not None and item(details["id"])
    if not inner:
        name = f"{path}::{details['name']}"
        line(name, f"pub use {name} = {details['source']}")
    elif not details["is_glob"]:
        walk(f"{path}::{details['name']}", inner)
    else:
        for number in of(inner)[1]["items"]:
            entry = item(number)
            if entry and of(entry)[0] == "use":
                used(path, of(entry)[1])
            elif entry:
                walk(f"{path}::{entry['name']}", entry)


if document["format_version"] != FORMAT:
    print(f"rustdoc's format {document['format_version']}, not {FORMAT}", file=sys.stderr)
    sys.exit(3)
root = item(document["root"])
walk(root["name"], root)
print("\n".join(text for *_, text in sorted(lines)))
