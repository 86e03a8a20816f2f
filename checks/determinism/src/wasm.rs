//! The same three reports for a wasm host (`run.mjs`), which provides a function that writes text.

use core::fmt::{self, Write};
use core::panic::PanicInfo;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    fn write(start: *const u8, length: usize);
}

struct Host;

impl Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // SAFETY: the host reads these bytes and keeps nothing.
        unsafe { write(text.as_ptr(), text.len()) };
        Ok(())
    }
}

#[unsafe(no_mangle)]
extern "C" fn totals(space: u32) {
    crate::totals(&mut Host, space).expect("the host takes everything");
}

#[unsafe(no_mangle)]
extern "C" fn each_pair(space: u32) {
    crate::each_pair(&mut Host, space).expect("the host takes everything");
}

#[unsafe(no_mangle)]
extern "C" fn pair(space: u32, pair: u32) {
    crate::pair(&mut Host, space, pair.into()).expect("the host takes everything");
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    // The trap below is the failure; the text only helps.
    let _ = writeln!(Host, "{info}");
    core::arch::wasm32::unreachable()
}

// Exact answers allocate and free memory again and again.
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;
