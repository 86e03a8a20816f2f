//! `clearance view`: the page, on one's own query; or a report of another command, or a scene.

mod browser;
mod report;
mod scene;
mod server;

use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use clearance_json::Fault;

use crate::args::ViewArgs;
use crate::watch;
use server::{File, Site};

/// The built page: names and contents. Empty where it was not built before this program.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Whether the page is in this program.
pub(crate) fn has_page() -> bool {
    !PAGE.is_empty()
}

/// Where the page finds the trace.
const TRACE: &str = "trace.json";

/// Serves the page until it is interrupted.
pub(crate) fn run(args: &ViewArgs) -> Result<ExitCode, Fault> {
    if let [file] = args.watch.inputs.as_slice()
        && let Some(page) = match report::read(file, &args.watch)? {
            None => scene::read(file, &args.watch)?,
            report => report,
        }
    {
        let files = vec![("index.html".into(), File::of("index.html", page))];
        return serve(args, files, "", report::POLICY);
    }
    let trace = watch::shown(&args.watch)?;
    if PAGE.is_empty() {
        return Err(Fault::new(
            "the page is not in this program, which was built before it; in the repository run \
             `sh web/build-wasm.sh`, then `npm ci && npm run build` in web/, and build the program again; \
             or write the trace with `clearance trace`, and drop it on a page elsewhere",
        ));
    }
    let file = |(name, bytes): &(&str, &'static [u8])| {
        ((*name).to_owned(), File::of(name, bytes.to_vec()))
    };
    let mut files: Vec<(String, File)> = PAGE.iter().map(file).collect();
    let place = if let Some(trace) = trace {
        files.push((TRACE.into(), File::of(TRACE, trace.into_bytes())));
        format!("#trace=/{TRACE}")
    } else {
        String::new()
    };
    serve(args, files, &place, server::POLICY)
}

/// Until it is interrupted.
fn serve(
    args: &ViewArgs,
    files: Vec<(String, File)>,
    place: &str,
    policy: &'static str,
) -> Result<ExitCode, Fault> {
    let option = |error| Fault::field(&format!("--port {}", args.port), error);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(option)?;
    let port = listener.local_addr().map_err(option)?.port();
    let address = format!("http://127.0.0.1:{port}/{place}");
    crate::print(&format!("{address}\n"))?;
    crate::remark("serving the page to this machine alone; Ctrl-C ends it");
    if !args.no_open && !browser::open(&address) {
        crate::remark("found no browser to open; open the address in one");
    }
    Site::new(files, port).held_to(policy).serve(listener.incoming());
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They are for hosts on a network, and would make the program larger.
    #[test]
    fn the_page_is_held_without_its_compressed_twins() {
        assert!(PAGE.iter().all(|(name, _)| !name.ends_with(".br")));
    }

    /// A page elsewhere is held to what it says itself; the two must not drift apart.
    #[test]
    fn the_page_and_the_server_have_one_policy() {
        let Some((_, page)) = PAGE.iter().find(|(name, _)| *name == "index.html") else { return };
        let page = String::from_utf8_lossy(page).replace("&#39;", "'");
        let own = server::POLICY.strip_suffix("; frame-ancestors 'none'").unwrap();
        assert!(page.contains(&format!("content=\"{own}\"")), "{page}");
    }
}
