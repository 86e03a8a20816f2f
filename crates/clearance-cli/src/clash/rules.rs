//! Which pairs are left out.

use std::collections::HashMap;

use clearance_json::{Fault, escape};
use clearance_scene::scene::Rules;

use crate::args::ClashArgs;
use crate::csv::{fields, quoted};
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
    // As they are, and as `--csv` writes them, where a name that looks like a formula has an
    // apostrophe.
    let as_is: HashMap<String, &str> = names().map(|name| (name.to_owned(), name)).collect();
    let written: HashMap<String, &str> = names()
        .filter_map(|name| Some((fields(&quoted(name)).into_iter().next()?, name)))
        .collect();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: String| Fault::field(&format!("{name}:{number}"), message);
        let fields = fields(line);
        let [a, b, ..] = fields.as_slice() else {
            return Err(fault("needs two names with a comma between".into()));
        };
        let both = [a, b].map(|name| (as_is.get(name), written.get(name)));
        for (text, names) in [a, b].into_iter().zip(both) {
            if let (Some(one), Some(two)) = names
                && one != two
            {
                return Err(fault(format!(
                    "`{}` is an object's name, and what --csv writes for another's: `{}`; write {} or {}",
                    escape::shown(text),
                    escape::shown(two),
                    quoted(one),
                    escape::shown(two)
                )));
            }
        }
        match both.map(|(one, two)| one.or(two)) {
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
