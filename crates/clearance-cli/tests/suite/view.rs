//! `clearance view`: what is served, and to whom. The server's own tests are beside it.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use common::{command, run, scratch, stderr, stdout};

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts it; the port and what follows in its address, or what it says where the page was not
/// built before the program.
fn start(arguments: &[&str]) -> Result<(Server, u16, String), String> {
    let mut child = command()
        .arg("view")
        .args(arguments)
        .args(["--no-open", "--port", "0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let mut server = Server(child);
    match address.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')) {
        Some((port, rest)) => Ok((server, port.parse().unwrap(), rest.to_owned())),
        None => {
            let mut said = String::new();
            server.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            Err(said)
        }
    }
}

fn get(port: u16, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    String::from_utf8_lossy(&reply).into_owned()
}

#[test]
fn the_page_and_the_trace_are_served_to_this_machine() {
    let pair = ["box:1,2,3", "cone:1,0.5", "--move-b", "1.1,2,1"];
    let (_server, port, rest) = match start(&pair) {
        Ok(server) => server,
        Err(said) => return assert!(said.contains("sh web/build-wasm.sh"), "{said}"),
    };
    assert_eq!(rest, "#trace=/trace.json");
    let host = format!("127.0.0.1:{port}");
    let page = get(port, "/", &host);
    assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
    assert!(page.contains("<html"), "{page}");
    let mut arguments = vec!["trace"];
    arguments.extend(pair);
    let trace = get(port, "/trace.json", &host);
    assert_eq!(trace.split_once("\r\n\r\n").unwrap().1, stdout(&run(&arguments, "")));
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/nothing"] {
        assert!(get(port, path, &host).starts_with("HTTP/1.1 404 "), "{path}");
    }
    assert!(get(port, "/trace.json", "example.org").starts_with("HTTP/1.1 403 "));
}

#[test]
fn a_trace_is_shown_as_it_is() {
    let file = scratch("view").join("trace.json");
    // Not what would be written today, and so not queried again.
    let pair = ["trace", "box:1,1", "circle:1", "--move-b", "3,0"];
    let text = stdout(&run(&pair, "")).replace("Vertex 1 is all there is", "It was so");
    assert!(text.contains("It was so"));
    std::fs::write(&file, &text).unwrap();
    if let Ok((_server, port, _)) = start(&[file.to_str().unwrap()]) {
        let served = get(port, "/trace.json", &format!("localhost:{port}"));
        assert_eq!(served.split_once("\r\n\r\n").unwrap().1, text);
    }
}

#[test]
fn without_input_there_is_no_trace() {
    if let Ok((_server, port, rest)) = start(&[]) {
        assert_eq!(rest, "");
        let reply = get(port, "/trace.json", &format!("127.0.0.1:{port}"));
        assert!(reply.starts_with("HTTP/1.1 404 "), "{reply}");
    }
}

#[test]
fn what_cannot_be_watched_is_an_error_before_anything_is_served() {
    let output = run(&["view", "box:1,1,1", "rectangle:1,1", "--no-open"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("both must be in the same"), "{}", stderr(&output));
}

#[test]
fn a_scene_alone_is_drawn() {
    let folder = scratch("view-scene");
    let (model, scene) = (folder.join("ring.obj"), folder.join("scene.jsonl"));
    std::fs::write(&model, common::ring()).unwrap();
    let lines = "{\"file\":\"ring.obj\",\"name\":\"ring\"}\n\
                 {\"shape\":{\"type\":\"box\",\"half_extents\":[1,1,1]},\"translation\":[9,0,0]}\n";
    std::fs::write(&scene, lines).unwrap();
    let served = |file: &Path| {
        let (_server, port, _) = start(&[file.to_str().unwrap()]).unwrap();
        get(port, "/", &format!("127.0.0.1:{port}"))
    };
    let page = served(&scene);
    assert!(page.contains("script-src 'unsafe-inline'") && page.contains("<p>2 objects, "));
    assert!(page.contains("\"name\">ring<") && page.contains("\"name\">line 2<"));
    // The box, where the scene places it.
    assert!(page.contains("class=\"n\">12<"), "{page}");
    assert!(served(&model).contains("id=\"object-0\" data-row"));
    let said = start(&[scene.to_str().unwrap(), "--line", "1"]).err().unwrap();
    assert!(said.contains("is a scene, and no query"), "{said}");
}

#[test]
fn a_report_is_served_under_its_own_policy_and_no_other_page() {
    let folder = scratch("view-report");
    let (model, file) = (folder.join("ring.obj"), folder.join("report.html"));
    std::fs::write(&model, common::ring()).unwrap();
    let [model, report] = [&model, &file].map(|path| path.to_str().unwrap());
    run(&["clash", model, model, "--html", report], "");
    let (_server, port, rest) = start(&[report]).unwrap();
    assert_eq!(rest, "");
    let reply = get(port, "/", &format!("127.0.0.1:{port}"));
    let (head, page) = reply.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("default-src 'none'; script-src 'unsafe-inline'"), "{head}");
    assert_eq!(page, std::fs::read_to_string(&file).unwrap());

    std::fs::write(&file, "<html><script>alert(1)</script>").unwrap();
    let said = start(&[report]).err().unwrap();
    assert!(said.contains("is no report of this program"), "{said}");
}
