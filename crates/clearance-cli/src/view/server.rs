//! A server of a handful of files that are in memory, to this machine alone.
//!
//! It answers GET and HEAD, knows no folders, and looks nothing up on disk. Requests that name another host are refused: else a page
//! from elsewhere could have its own name point at this address, and read what is served.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clearance_json::Fault;

/// A browser sends a few kilobytes.
const LONGEST_REQUEST: u64 = 64 << 10;
/// For whoever connects and says nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is served under one name.
pub(super) struct File {
    kind: &'static str,
    bytes: Vec<u8>,
}

impl File {
    pub(super) fn of(name: &str, bytes: Vec<u8>) -> Self {
        let kind = match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" | "map" => "application/json",
            "webmanifest" => "application/manifest+json",
            "wasm" => "application/wasm",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        };
        Self { kind, bytes }
    }
}

/// The files and who may ask for them.
pub(super) struct Site {
    files: HashMap<String, File>,
    hosts: [String; 2],
}

impl Site {
    pub(super) fn new(files: Vec<(String, File)>, port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Self { files: files.into_iter().collect(), hosts }
    }

    /// Answers until the program ends.
    pub(super) fn serve<T>(self, listener: &TcpListener) -> Result<T, Fault> {
        let site = Arc::new(self);
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    let site = Arc::clone(&site);
                    // A browser that hangs up half way is no concern of the others.
                    thread::spawn(move || site.talk(stream));
                }
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(Fault::new(error)),
            }
        }
    }

    fn talk(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = head(&mut BufReader::new((&mut stream).take(LONGEST_REQUEST)))?;
        let (with_body, reply) = self.reply(&head);
        let length = reply.body.len();
        let Reply { status, kind, body } = reply;
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n"
        )?;
        if with_body {
            stream.write_all(body)?;
        }
        stream.flush()
    }

    /// What is to be said, and whether with its body.
    fn reply(&self, head: &[String]) -> (bool, Reply<'_>) {
        let mut words = head.first().map_or("", String::as_str).split(' ');
        let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if method != "GET" && method != "HEAD" {
            return (true, Reply::refusal("405 Method Not Allowed"));
        }
        let with_body = method == "GET";
        let mut hosts = head.iter().skip(1).filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("host").then(|| value.trim())
        });
        let welcome = |host: &str| self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
        if !(hosts.next().is_some_and(welcome) && hosts.next().is_none()) {
            return (with_body, Reply::refusal("403 Forbidden"));
        }
        let path = path.split(['?', '#']).next().unwrap_or("");
        let name = if path == "/" { "index.html" } else { path.strip_prefix('/').unwrap_or("") };
        let reply = match self.files.get(name) {
            Some(File { kind, bytes }) => Reply { status: "200 OK", kind, body: bytes },
            None => Reply::refusal("404 Not Found"),
        };
        (with_body, reply)
    }
}

struct Reply<'f> {
    status: &'static str,
    kind: &'static str,
    body: &'f [u8],
}

impl Reply<'_> {
    const fn refusal(status: &'static str) -> Self {
        Reply { status, kind: "text/plain; charset=utf-8", body: status.as_bytes() }
    }
}

/// The lines up to the empty one.
fn head(stream: &mut impl BufRead) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(lines);
        }
        lines.push(line.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site on a free port.
    fn site() -> u16 {
        let files =
            [("index.html", "the page"), ("assets/engine.wasm", "\0asm"), ("trace.json", "{}")];
        let files = files.map(|(name, text)| (name.to_owned(), File::of(name, text.into())));
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let site = Site::new(files.into(), port);
        thread::spawn(move || site.serve::<()>(&listener));
        port
    }

    /// The head and the body of what is answered.
    fn ask(port: u16, request: &str) -> (String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    fn get(port: u16, path: &str) -> (String, String) {
        ask(port, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"))
    }

    #[test]
    fn files_come_with_their_kind_and_length() {
        let port = site();
        let (head, body) = get(port, "/");
        assert!(
            head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8"),
            "{head}"
        );
        assert!(head.contains("\r\nContent-Length: 8\r\n"), "{head}");
        assert_eq!(body, "the page");
        assert_eq!(get(port, "/index.html?from=a#b").1, "the page");
        let (head, body) = get(port, "/assets/engine.wasm");
        assert!(head.contains("Content-Type: application/wasm\r\n"), "{head}");
        assert_eq!(body, "\0asm");
        let (head, body) = ask(port, &format!("HEAD / HTTP/1.1\r\nhost: localhost:{port}\r\n\r\n"));
        assert!(head.contains("Content-Length: 8\r\n"), "{head}");
        assert_eq!(body, "");
    }

    #[test]
    fn nothing_else_is_served() {
        let port = site();
        for path in [
            "/../Cargo.toml",
            "/assets/",
            "/assets",
            "//index.html",
            "/etc/passwd",
            "index.html",
            "",
            "/%2e%2e/x",
        ] {
            let (head, _) = get(port, path);
            assert!(head.starts_with("HTTP/1.1 404 "), "{path}: {head}");
        }
    }

    #[test]
    fn other_hosts_and_methods_are_refused() {
        let port = site();
        for host in [
            "Host: example.org",
            "Host: 127.0.0.1",
            &format!("Host: 127.0.0.1.example.org:{port}"),
            "X: y",
        ] {
            let (head, body) = ask(port, &format!("GET / HTTP/1.1\r\n{host}\r\n\r\n"));
            assert!(head.starts_with("HTTP/1.1 403 "), "{host}: {head}");
            assert_eq!(body, "403 Forbidden");
        }
        let two = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: example.org\r\n\r\n");
        assert!(ask(port, &two).0.starts_with("HTTP/1.1 403 "));
        let post = format!("POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        assert!(ask(port, &post).0.starts_with("HTTP/1.1 405 "));
    }
}
