#![no_main]

#[path = "../../crates/clearance-capi/tests/suite/any.rs"]
mod any;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    any::ask(bytes);
});
