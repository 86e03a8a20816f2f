//! Prints the hashes of all spaces; of each pair of one space; or one pair and its answers:
//! `clearance-determinism [SPACE [PAIR]]`, where SPACE is a number from 0 to 3.

use std::io::Write;
use std::thread;

use clearance_determinism::{SPACES, each_pair, pair, totals};

fn main() {
    let numbers: Vec<u32> =
        std::env::args().skip(1).map(|a| a.parse().expect("a number")).collect();
    let text = match numbers[..] {
        [] => all_totals(),
        [space] => text(|out| each_pair(out, space)),
        [space, index] => text(|out| pair(out, space, index.into())),
        _ => panic!("SPACE and PAIR are all there is"),
    };
    std::io::stdout().write_all(text.as_bytes()).expect("someone listens");
}

fn all_totals() -> String {
    thread::scope(|scope| {
        let spaces: Vec<_> = (0..SPACES.len() as u32)
            .map(|space| scope.spawn(move || text(|out| totals(out, space))))
            .collect();
        spaces.into_iter().map(|space| space.join().expect("no panic")).collect()
    })
}

fn text(write: impl FnOnce(&mut dyn std::fmt::Write) -> std::fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a String takes everything");
    text
}
