//! The programs that the page offers to copy: they are written as here, and they run.
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

fn compare(pair: &str, program: &str) {
    let written = clearance_web::to_rust(pair).unwrap_or_else(|_| panic!("it was refused"));
    assert_eq!(written, program);
}
