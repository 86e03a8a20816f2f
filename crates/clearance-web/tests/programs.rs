//! The programs that the page offers to copy: their text is as in these files, and they run.
#![allow(clippy::unwrap_used, clippy::panic)]

mod plane {
    include!("programs/plane.rs");

    #[test]
    fn it_is_written_and_runs() {
        super::compare(include_str!("programs/plane.json"), include_str!("programs/plane.rs"));
        main();
    }
}

mod space {
    include!("programs/space.rs");

    #[test]
    fn it_is_written_and_runs() {
        super::compare(include_str!("programs/space.json"), include_str!("programs/space.rs"));
        main().unwrap();
    }
}

/// Fails for a shape that the page can hold but not write.
#[test]
fn every_shape_has_a_program() {
    let shapes = include_str!("../../clearance-json/tests/every-shape.jsonl");
    for shape in shapes.lines() {
        let pair = format!(r#"{{"dim":3,"a":{shape},"b":{{"type":"sphere","radius":1}}}}"#);
        assert!(clearance_web::to_rust(&pair).is_ok(), "{shape}");
    }
}

fn compare(pair: &str, program: &str) {
    let written = clearance_web::to_rust(pair).unwrap_or_else(|_| panic!("it was refused"));
    assert_eq!(written, program);
}
