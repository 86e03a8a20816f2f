//! Which pairs are left out.

use std::collections::HashMap;

use clearance_json::{Fault, escape};
use clearance_scene::scene::Rules;

use super::table::{fields, quoted};
use crate::args::ClashArgs;
use crate::objects::Side;
use crate::stream::text_of;

/// Which pairs are left out; names that no object has are an error, as they are a slip.
pub(super) fn rules(args: &ClashArgs, sides: &[&Side]) -> Result<Rules, Fault> {
    let mut rules = Rules { ignore_same_group: args.ignore_same_group, ..Rules::default() };
    let Some(path) = &args.allow else { return Ok(rules) };
    let name = format!("--allow {}", path.display());
    let text = text_of(path, args.objects().meshes.max_file_bytes);
    let text = text.map_err(|error| Fault::field(&name, error))?;
    let names = || sides.iter().flat_map(|side| &side.objects).map(|object| object.name.as_str());
    // As `--csv` writes them, where a name that looks like a formula has an apostrophe; and as they
    // are, which goes before.
    let written =
        names().filter_map(|name| Some((fields(&quoted(name)).into_iter().next()?, name)));
    let known: HashMap<String, &str> =
        written.chain(names().map(|name| (name.to_owned(), name))).collect();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: String| Fault::field(&format!("{name}:{number}"), message);
        let fields = fields(line);
        let [a, b, ..] = fields.as_slice() else {
            return Err(fault("needs two names with a comma between".into()));
        };
        match [a, b].map(|name| known.get(name)) {
            [Some(a), Some(b)] => rules.allow(*a, *b),
            // The first line may say what the columns are.
            [None, None] if number == 1 => {}
            [own, _] => {
                let unknown = if own.is_none() { a } else { b };
                return Err(fault(format!("no object is called `{}`", escape::shown(unknown))));
            }
        }
    }
    Ok(rules)
}
