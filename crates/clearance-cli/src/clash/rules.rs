//! Which pairs are left out.

use clearance_json::{Fault, escape};
use clearance_scene::scene::Rules;

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
    let is_known =
        |name: &str| sides.iter().any(|side| side.objects.iter().any(|o| o.name == name));
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: String| Fault::field(&format!("{name}:{number}"), message);
        let fields = super::table::fields(line);
        let [a, b, ..] = fields.as_slice() else {
            return Err(fault("needs two names with a comma between".into()));
        };
        if let Some(unknown) = [a, b].into_iter().find(|name| !is_known(name)) {
            // The first line may say what the columns are.
            if number == 1 && !is_known(a) && !is_known(b) {
                continue;
            }
            return Err(fault(format!("no object is called `{}`", escape::shown(unknown))));
        }
        rules.allow(a.as_str(), b.as_str());
    }
    Ok(rules)
}
