//! A server of a handful of files that are in memory, to this machine alone.
//!
//! It answers GET and HEAD, knows no folders, and looks nothing up on disk. Requests that name
//! another host are refused: else a page from elsewhere could have its own name point at this
//! address, and read what is served. What goes wrong with one connection, or with too many, is no
//! concern of the next.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// A browser sends a few kilobytes.
const LONGEST_REQUEST: u64 = 64 << 10;
/// A request is read and answered within this, however slowly it comes.
const PATIENCE: Duration = Duration::from_secs(10);
/// Requests answered at once; a browser opens six connections.
const MOST_AT_ONCE: usize = 64;
/// Where the machine refuses a connection or a thread, for want of files or memory, it may have
/// some again after this.
const REST: Duration = Duration::from_millis(50);

/// What the page may do: run its own scripts and its own WebAssembly, and fetch from here. The
/// built page says the same itself but for its last word, which only a server can say.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

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
    patience: Duration,
    policy: &'static str,
}

impl Site {
    pub(super) fn new(files: Vec<(String, File)>, port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let files = files.into_iter().collect();
        Self { files, hosts, patience: PATIENCE, policy: POLICY }
    }

    /// Holds to another policy than the page's.
    pub(super) fn held_to(self, policy: &'static str) -> Self {
        Self { policy, ..self }
    }

    /// Answers as long as connections come; those of a listener never end.
    pub(super) fn serve(self, connections: impl Iterator<Item = io::Result<TcpStream>>) {
        let site = Arc::new(self);
        for connection in connections {
            let Ok(stream) = connection else {
                thread::sleep(REST);
                continue;
            };
            // One counts for the loop itself. What is too many is hung up on.
            if Arc::strong_count(&site) > MOST_AT_ONCE {
                continue;
            }
            let site = Arc::clone(&site);
            // A browser that hangs up half way is no concern of the others.
            if thread::Builder::new().spawn(move || site.talk(&stream)).is_err() {
                thread::sleep(REST);
            }
        }
    }

    fn talk(&self, stream: &TcpStream) -> io::Result<()> {
        let mut stream = Timed { stream, until: Instant::now() + self.patience };
        let head = head(&mut BufReader::new((&mut stream).take(LONGEST_REQUEST)))?;
        let (with_body, reply) = self.reply(&head);
        let length = reply.body.len();
        let (Reply { status, kind, body }, policy) = (reply, self.policy);
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nContent-Security-Policy: {policy}\r\nReferrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n"
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

/// A connection that ends at a time: one byte every few seconds keeps no thread for ever.
struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(into)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(from)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
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
    use std::net::TcpListener;

    use super::*;

    /// A site on a free port.
    fn site() -> u16 {
        site_with(PATIENCE, 0)
    }

    /// The same with another patience, where so many connections fail first.
    fn site_with(patience: Duration, failing: usize) -> u16 {
        let files =
            [("index.html", "the page"), ("assets/engine.wasm", "\0asm"), ("trace.json", "{}")];
        let files = files.map(|(name, text)| (name.to_owned(), File::of(name, text.into())));
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let site = Site { patience, ..Site::new(files.into(), port) };
        let fail = |_| Err(io::Error::other("too many open files"));
        thread::spawn(move || site.serve((0..failing).map(fail).chain(listener.incoming())));
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
    fn a_connection_that_fails_is_no_concern_of_the_next() {
        assert_eq!(get(site_with(PATIENCE, 3), "/").1, "the page");
    }

    #[test]
    fn a_request_has_a_deadline_however_slowly_it_comes() {
        let port = site_with(Duration::from_millis(400), 0);
        let mut slow = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let begin = Instant::now();
        // Each byte comes in time, and the request never ends.
        while slow.write_all(b"G").is_ok() {
            thread::sleep(Duration::from_millis(50));
            assert!(begin.elapsed() < Duration::from_secs(20), "it is still listened to");
        }
        assert!(begin.elapsed() >= Duration::from_millis(400));
        assert_eq!(get(port, "/").1, "the page");
    }

    #[test]
    fn idle_connections_beyond_the_limit_are_hung_up_on_and_the_site_lives_on() {
        let port = site_with(Duration::from_secs(2), 0);
        let idle: Vec<TcpStream> = (0..3 * MOST_AT_ONCE)
            .map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap())
            .collect();
        let mut last = idle.last().unwrap();
        // Nothing is said, so it ends with the limit at once, or with the patience of the others.
        let _ = last.read(&mut [0]);
        drop(idle);
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port))
            .and_then(|mut stream| {
                write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")?;
                let mut reply = String::new();
                stream.read_to_string(&mut reply).map(|_| reply)
            })
            .map_or(true, |reply| !reply.ends_with("the page"))
        {
            assert!(begin.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn every_reply_says_what_the_page_may_do() {
        let port = site();
        for path in ["/", "/trace.json", "/nothing"] {
            let (head, _) = get(port, path);
            assert!(head.contains(&format!("\r\nContent-Security-Policy: {POLICY}\r\n")), "{head}");
        }
        assert!(!POLICY.contains("unsafe-inline") && !POLICY.contains("unsafe-eval "));
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
