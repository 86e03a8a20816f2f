//! Any bytes at all, as numbers, counts and blocks, ordinary, odd and senseless ones: every
//! function returns a code that it documents, writes its answer where that is not a fault, and
//! claims nothing that is no number. `CLEARANCE_JUDGED=100000` asks that many; the same is fuzzed,
//! by `fuzz/targets/abi.rs`.

use std::mem::MaybeUninit;
use std::ptr;

use clearance_capi::door::*;
use clearance_capi::types::*;

const ODD: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-300,
    5e-324,
    1e-9,
    1e9,
    1e150,
    1e306,
    1e308,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
];

/// Draws from bytes, and zeros after their end; without odd numbers where it is tame.
struct Draw<'a> {
    bytes: &'a [u8],
    tame: bool,
}

impl Draw<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    fn below(&mut self, most: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % most
    }

    /// One in so many.
    fn rarely(&mut self, of: u8) -> bool {
        self.byte().is_multiple_of(of)
    }

    fn number(&mut self) -> f64 {
        let kind = self.byte() % 8 + if self.tame { 2 } else { 0 };
        let mut bits = || u64::from_le_bytes([(); 8].map(|()| self.byte()));
        match kind {
            0 => ODD[self.below(ODD.len())],
            1 => f64::from_bits(bits()),
            _ => {
                let drawn = self.below(1 << 16) as f64 / f64::from(1 << 14) - 2.0;
                if kind == 2 { drawn.round() } else { drawn }
            }
        }
    }

    fn vec3(&mut self) -> clearance_vec3 {
        clearance_vec3 { x: self.number(), y: self.number(), z: self.number() }
    }

    fn pose(&mut self) -> clearance_pose {
        match self.byte() % 3 {
            0 => clearance_pose { position: self.vec3(), ..CLEARANCE_IDENTITY },
            _ => clearance_pose {
                qx: self.number(),
                qy: self.number(),
                qz: self.number(),
                qw: self.number(),
                position: self.vec3(),
            },
        }
    }

    fn motion(&mut self, start: clearance_pose) -> clearance_motion {
        clearance_motion {
            mode: self.below(4) as i32,
            start,
            end: self.pose(),
            velocity: self.vec3(),
            turning: self.vec3(),
            center: self.vec3(),
        }
    }
}

/// What shapes may point to.
struct Memory {
    points: Vec<clearance_vec3>,
    hull: *const clearance_hull,
    /// Words, so that it is aligned; and how many bytes of it a block claims.
    block: Vec<u64>,
    used: usize,
    /// Whether the block is not that of a hull, so that queries may say anything of it.
    lies: bool,
}

/// A block that may be too large for its buffer, cut off, or changed.
fn block(draw: &mut Draw<'_>, points: &[clearance_vec3]) -> (Vec<u64>, usize, bool) {
    let mut block = vec![0_u64; 256];
    let capacity = if draw.rarely(8) { draw.below(512) } else { 2048 };
    let mut used = MaybeUninit::uninit();
    let buffer = block.as_mut_ptr().cast();
    let (first, count) = (points.as_ptr(), points.len());
    let made = unsafe { clearance_hull_build(first, count, buffer, capacity, Some(&mut used)) };
    is_class(made);
    let mut used = unsafe { used.assume_init() };
    assert_eq!(made == CLEARANCE_NO_ROOM, used > capacity, "{points:?} {made} {used}");
    used = used.min(2048);
    let check = |block: &[u64], used| {
        let code = unsafe { clearance_hull_check(block.as_ptr().cast(), used) };
        assert!([CLEARANCE_APART, CLEARANCE_NO_BLOCK].contains(&code), "{code}");
        code == CLEARANCE_APART
    };
    assert_eq!(check(&block, used), made == CLEARANCE_APART, "{points:?} {made}");
    let changes = draw.below(8).saturating_sub(4);
    for _ in 0..changes {
        let place = draw.below(used.max(8)) / 8;
        block[place] = match draw.byte() % 3 {
            0 => draw.number().to_bits(),
            1 => block[place] ^ 1 << (draw.byte() % 64),
            _ => u64::from(draw.byte()) << (draw.byte() % 2 * 32),
        };
    }
    let cut = if draw.rarely(8) { draw.below(used + 1) } else { 0 };
    used -= cut;
    let lies = !check(&block, used);
    assert!(lies || changes > 0 || cut == 0, "{cut} bytes are missing and not missed");
    (block, used, lies)
}

/// A shape of any numbers, but what it points to is there; and whether it is a block that lies.
fn shape(draw: &mut Draw<'_>, memory: &Memory) -> (clearance_shape, bool) {
    // None of its kinds, each of them, and a block once more.
    let kind = draw.below(14) as i32;
    let kind = if kind > 12 || draw.rarely(8) { CLEARANCE_BLOCK } else { kind };
    let mut count = draw.below(memory.points.len() + 1) as u32;
    let data = match (kind, draw.rarely(32)) {
        (_, true) => ptr::null(),
        (CLEARANCE_HULL, _) => memory.hull.cast(),
        (CLEARANCE_BLOCK, _) => {
            count = memory.used as u32;
            memory.block.as_ptr().cast()
        }
        _ => memory.points.as_ptr().cast(),
    };
    let mut size = [draw.number(), draw.number(), draw.number(), draw.number()];
    if draw.tame || draw.rarely(2) {
        size = size.map(f64::abs);
    }
    let margin = if draw.rarely(4) { draw.number() } else { 0.0 };
    let lies = kind == CLEARANCE_BLOCK && memory.lies;
    (clearance_shape { kind, count, size, margin, data }, lies)
}

fn is_class(code: i32) -> bool {
    assert!((CLEARANCE_NO_POLYTOPE..=CLEARANCE_UNDECIDED).contains(&code), "{code}");
    code >= 0
}

fn is_witness(witness: &clearance_witness) -> bool {
    witness.length >= 0.0 && witness.gap >= 0.0
}

/// Asks every question of what the bytes say; whether the pair's had an answer.
pub(crate) fn ask(bytes: &[u8]) -> bool {
    let mut draw = Draw { bytes, tame: false };
    draw.tame = !draw.rarely(4);
    let count = draw.below(9);
    let points: Vec<_> = (0..8).map(|_| draw.vec3()).collect();
    let mut hull = MaybeUninit::uninit();
    let margin = if draw.tame { draw.number().abs() } else { draw.number() };
    unsafe { is_class(clearance_hull_new(points.as_ptr(), count, margin, Some(&mut hull))) };
    let hull = unsafe { hull.assume_init() };
    let (block, used, lies) = block(&mut draw, &points[..count]);
    let memory = Memory { points, hull, block, used, lies };
    let (a, b) = (shape(&mut draw, &memory), shape(&mut draw, &memory));
    let poses = [draw.pose(), draw.pose()];
    let answered = questions(&mut draw, [a.0, b.0], poses, a.1 || b.1);
    batch(&mut draw, [a.0, b.0], poses, a.1 || b.1);
    unsafe { clearance_hull_free(hull) };
    answered
}

fn questions(
    draw: &mut Draw<'_>,
    [a, b]: [clearance_shape; 2],
    [p, q]: [clearance_pose; 2],
    lies: bool,
) -> bool {
    let told = format!("{a:?} {p:?} {b:?} {q:?}");
    let meeting = clearance_meeting {
        max_time: draw.number(),
        target_distance: draw.number(),
        at_start: draw.below(4) as i32,
        budget: draw.below(40) as u32,
        tolerance: if draw.rarely(2) { draw.number() } else { 0.0 },
    };
    let motions = [draw.motion(p), draw.motion(q)];
    let (a, p, b, q) = (Some(&a), Some(&p), Some(&b), Some(&q));
    // A block that lies is promised nothing but an end.
    let has = |code| is_class(code) && !lies;
    let mut answered = false;
    unsafe {
        is_class(clearance_intersects(a, p, b, q, None));
        let mut out = MaybeUninit::uninit();
        if has(clearance_proximity(a, p, b, q, None, Some(&mut out))) {
            assert!(is_witness(out.assume_init_ref()), "{told}");
            answered = true;
        }
        let cut_off = draw.number();
        if has(clearance_proximity_within(a, p, b, q, cut_off, None, Some(&mut out))) {
            assert!(is_witness(out.assume_init_ref()), "{told}, {cut_off}");
        }
        let mut out = MaybeUninit::uninit();
        let sweep = clearance_sweep { velocity_a: draw.vec3(), velocity_b: draw.vec3(), meeting };
        if has(clearance_cast(a, p, b, q, Some(&sweep), Some(&mut out))) {
            let hit: clearance_hit = out.assume_init();
            assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {sweep:?}: {hit:?}");
        }
        let [of_a, of_b] = &motions;
        let (of_a, of_b, when) = (Some(of_a), Some(of_b), Some(&meeting));
        if has(clearance_time_of_impact(a, of_a, b, of_b, when, Some(&mut out))) {
            let hit: clearance_hit = out.assume_init();
            assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {motions:?}: {hit:?}");
        }
        let mut out = MaybeUninit::uninit();
        let within = draw.number();
        if has(clearance_contact_manifold(a, p, b, q, within, Some(&mut out))) {
            let manifold: clearance_manifold = out.assume_init();
            assert!(manifold.count <= 4 && manifold.gap >= 0.0, "{told}: {manifold:?}");
        }
        let mut out = MaybeUninit::uninit();
        if has(clearance_overlap_volume(a, p, b, q, Some(&mut out))) {
            let found: clearance_overlap = out.assume_init();
            let is_between = 0.0 <= found.volume_low && found.volume_low <= found.volume_high;
            assert!(is_between && found.area >= 0.0, "{told}: {found:?}");
        }
        let ray = clearance_ray {
            origin: draw.vec3(),
            direction: draw.vec3(),
            max_time: draw.number(),
            hollow: draw.below(2) as i32,
        };
        let mut out = MaybeUninit::uninit();
        if has(clearance_cast_ray(a, p, Some(&ray), Some(&mut out))) {
            let hit: clearance_ray_hit = out.assume_init();
            assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {ray:?}: {hit:?}");
        }
        let mut out = MaybeUninit::uninit();
        let point = draw.vec3();
        if has(clearance_project_point(a, p, point, Some(&mut out))) {
            let found: clearance_projection = out.assume_init();
            assert!(found.gap >= 0.0 && !found.signed_distance.is_nan(), "{told} {point:?}");
        }
    }
    answered
}

/// A batch answers as single questions do, or names a fault and writes nothing.
fn batch(
    draw: &mut Draw<'_>,
    [a, b]: [clearance_shape; 2],
    [p, q]: [clearance_pose; 2],
    lies: bool,
) {
    let (shapes, poses) = ([a, b, a], [p, q, q]);
    let count = draw.below(4);
    let bodies = clearance_bodies { shapes: shapes.as_ptr(), poses: poses.as_ptr(), count };
    let known = if draw.rarely(8) { 4 } else { count.max(1) };
    let mut index = || draw.below(known) as u32;
    let pairs = [(); 5].map(|()| clearance_pair { a: index(), b: index() });
    let (mut classes, asked) = ([77; 5], draw.below(6));
    let mut witnesses = [clearance_witness::default(); 5];
    let numbers = if draw.rarely(2) { ptr::null_mut() } else { witnesses.as_mut_ptr() };
    let (first, out) = (pairs.as_ptr(), classes.as_mut_ptr());
    let code = unsafe { clearance_proximity_batch(Some(&bodies), first, asked, out, numbers) };
    is_class(code);
    let written = if code == 0 { asked } else { 0 };
    assert!(classes[written..].iter().all(|class| *class == 77), "{code} {classes:?}");
    for (pair, class) in pairs.iter().zip(&classes[..written]) {
        let [i, j] = [pair.a as usize, pair.b as usize];
        let (a, p, b, q) = (Some(&shapes[i]), Some(&poses[i]), Some(&shapes[j]), Some(&poses[j]));
        let mut alone = MaybeUninit::uninit();
        let single = unsafe { clearance_proximity(a, p, b, q, None, Some(&mut alone)) };
        assert!(lies || single == *class, "{a:?} {p:?} {b:?} {q:?}: {class} is {single} alone");
    }
}

#[test]
fn any_bytes_have_an_answer() {
    let members = std::env::var("CLEARANCE_JUDGED").ok().and_then(|text| text.parse().ok());
    let members = members.unwrap_or(2000);
    let mut random = clearance_trust::random::Random(55);
    let mut answered = 0;
    for _ in 0..members {
        let bytes: Vec<u8> = (0..128).flat_map(|_| random.bits().to_le_bytes()).collect();
        answered += usize::from(ask(&bytes));
    }
    // Else it would have looked at nothing.
    assert!(answered * 4 > members, "{answered} of {members} have an answer");
}
