//! The programs that `docs/c.md` shows are those that `test.sh` builds.

use std::path::Path;

#[test]
fn programs_of_the_docs_are_those_of_the_tests() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(here.join(path)).unwrap();
    let docs = read("../../docs/c.md");
    for (language, path) in [("c", "tests/c/first.c"), ("cpp", "tests/c/first.cpp")] {
        let program = read(path);
        let (_, program) = program.split_once("\n").unwrap();
        let block = format!("```{language}\n{}```\n", program.trim_start());
        assert!(docs.contains(&block), "docs/c.md shows another {path}");
    }
}
