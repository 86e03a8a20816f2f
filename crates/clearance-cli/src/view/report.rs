//! A report that `--html` wrote.

use std::path::Path;

use clearance_json::Fault;
use clearance_scene::mesh::path_of;

use crate::args::WatchArgs;
use crate::picture;
use crate::stream::Lines;

/// What a report may do: run the script in it, and reach nothing.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The file, if its name says that it is one.
pub(super) fn read(file: &str, args: &WatchArgs) -> Result<Option<Vec<u8>>, Fault> {
    let path = path_of(file);
    if Path::new(&path).extension().is_none_or(|extension| extension != "html") {
        return Ok(None);
    }
    let bytes = Lines::open(&path)?.text(args.meshes.max_file_bytes)?;
    if picture::is_report(&bytes) {
        return Ok(Some(bytes));
    }
    let message = "is no report of this program: `--html` of `clearance clash`, `robot`, `cull` \
                   and `decompose` writes them; open other pages in the browser";
    Err(Fault::field(&path.display().to_string(), message))
}
