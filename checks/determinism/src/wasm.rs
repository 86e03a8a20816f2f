//! The same three reports for a wasm host (`run.mjs`), which lends a function to write text with.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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
    // The trap below is what fails; the text is only to help.
    let _ = writeln!(Host, "{info}");
    core::arch::wasm32::unreachable()
}

const ROOM: usize = 1 << 22;

/// Hands out memory from the front, and starts again once everything is back: each pair gives back what it took.
struct Arena {
    room: UnsafeCell<[u8; ROOM]>,
    taken: AtomicUsize,
    alive: AtomicUsize,
}

// SAFETY: this program has one thread.
unsafe impl Sync for Arena {}

#[global_allocator]
static ARENA: Arena = Arena {
    room: UnsafeCell::new([0; ROOM]),
    taken: AtomicUsize::new(0),
    alive: AtomicUsize::new(0),
};

// SAFETY: blocks that are alive never overlap, for `taken` only goes back when none is alive; and each lies inside the room.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let room: *mut u8 = self.room.get().cast();
        let free = room.wrapping_add(self.taken.load(Relaxed));
        let start = self.taken.load(Relaxed) + free.align_offset(layout.align());
        let Some(end) = start.checked_add(layout.size()).filter(|end| *end <= ROOM) else {
            return core::ptr::null_mut();
        };
        self.taken.store(end, Relaxed);
        self.alive.fetch_add(1, Relaxed);
        room.wrapping_add(start)
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {
        if self.alive.fetch_sub(1, Relaxed) == 1 {
            self.taken.store(0, Relaxed);
        }
    }
}
