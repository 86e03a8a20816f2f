//! The functions that C calls: the only place where a caller's pointers are read.
//!
//! References that may be null are `Option`s, so that none is read unchecked. What cannot be
//! checked, and is the caller's to keep: that a pointer which is not null points to what its
//! type says, that `count` points, bodies or pairs are there, that a hull is one of
//! `clearance_hull_new` that is not yet freed, and that outputs overlap no input.

// What a caller must keep stands above, once for all.
#![allow(unsafe_code, clippy::missing_safety_doc)]

use core::ffi::c_char;
use core::mem::MaybeUninit;
use core::slice;

use clearance::{
    ConvexHull, Pose, Query, Shape, SupportMap, Warm, Xyz, cast_ray, check, contact_manifold,
    overlap, project_point,
};

use crate::answer;
use crate::block::{self, Header};
use crate::many;
pub use crate::side::clearance_hull;
use crate::side::{Data, Placed, Side};
#[cfg(feature = "json")]
use crate::text;
use crate::types::*;

/// Memory for one pair from frame to frame: 32 bytes of the caller's, zero where nothing is
/// remembered yet. It never changes an answer, only where the search begins.
#[allow(non_camel_case_types)]
pub type clearance_warm = Warm;

const _: () = assert!(size_of::<Warm>() == 32 && align_of::<Warm>() <= 8);
const _: () = assert!(size_of::<Xyz>() == 24 && size_of::<clearance_vec3>() == 24);

type Out<'o, T> = Option<&'o mut MaybeUninit<T>>;

/// Reads one side of a pair; `otherwise` is the code for numbers that describe no shape.
///
/// # Safety
/// The shape's `data` points to what its kind says, for as long as the result lives.
unsafe fn placed<'a>(
    shape: Option<&'a clearance_shape>,
    pose: Option<&clearance_pose>,
    otherwise: i32,
) -> Result<Placed<'a>, i32> {
    let (Some(shape), Some(pose)) = (shape, pose) else { return Err(CLEARANCE_NULL) };
    // SAFETY: the same promise.
    let side = unsafe { read(shape, otherwise) }?;
    Ok(Placed { side, pose: (*pose).into() })
}

/// # Safety
/// The promise of [`placed`].
unsafe fn read(shape: &clearance_shape, otherwise: i32) -> Result<Side<'_>, i32> {
    let data = match shape.kind {
        _ if shape.data.is_null() => Data::None,
        CLEARANCE_TRIANGLE | CLEARANCE_POINTS => {
            let count = if shape.kind == CLEARANCE_TRIANGLE { 3 } else { shape.count as usize };
            // SAFETY: the caller promises so many points, and `Xyz` is laid out as they are.
            Data::Points(unsafe { slice::from_raw_parts(shape.data.cast::<Xyz>(), count) })
        }
        // SAFETY: the caller promises a hull of `clearance_hull_new`.
        CLEARANCE_HULL => Data::Hull(unsafe { &*shape.data.cast::<clearance_hull>() }),
        CLEARANCE_BLOCK => {
            // SAFETY: the caller promises so many bytes.
            let parts = unsafe { block_at(shape.data.cast(), shape.count as usize) };
            let hull = parts.and_then(|(header, corners, index)| header.hull(corners, index));
            Data::Block(hull.ok_or(CLEARANCE_NO_BLOCK)?)
        }
        _ => Data::None,
    };
    Side::new(shape, data, otherwise)
}

/// The parts of a block, if it is aligned and as long as it says.
///
/// # Safety
/// The pointer leads to so many bytes, for as long as the result lives.
unsafe fn block_at<'a>(block: *const u8, bytes: usize) -> Option<(Header, &'a [Xyz], &'a [u32])> {
    if block.is_null() || !block.cast::<Header>().is_aligned() || bytes < size_of::<Header>() {
        return None;
    }
    // SAFETY: aligned, and so many bytes are there; any bytes are a header.
    let header = unsafe { *block.cast::<Header>() };
    let numbers = header.numbers_at(bytes)?;
    // SAFETY: `numbers_at` has counted: both parts end within the bytes, and both begin at a
    // multiple of four bytes, the corners at one of eight.
    unsafe {
        let corners = block.add(size_of::<Header>()).cast::<Xyz>();
        let index = block.add(numbers).cast::<u32>();
        Some((
            header,
            slice::from_raw_parts(corners, header.vertices as usize),
            slice::from_raw_parts(index, header.index as usize),
        ))
    }
}

/// Both sides of a pair.
///
/// # Safety
/// The promise of [`placed`].
unsafe fn both<'a>(
    a: Option<&'a clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&'a clearance_shape>,
    pose_b: Option<&clearance_pose>,
) -> Result<(Placed<'a>, Placed<'a>), i32> {
    // SAFETY: the same promise.
    unsafe { Ok((placed(a, pose_a, CLEARANCE_SHAPE_A)?, placed(b, pose_b, CLEARANCE_SHAPE_B)?)) }
}

/// Writes an answer. Nothing known is most often a fault of the input, which is then named.
fn write<T>(
    out: Out<'_, T>,
    pair: (&Placed<'_>, &Placed<'_>),
    (class, answer): (i32, T),
) -> Result<i32, i32> {
    out.ok_or(CLEARANCE_NULL)?.write(answer);
    if class == CLEARANCE_UNDECIDED {
        let (a, b) = pair;
        check(a.side.shape(), &a.pose, b.side.shape(), &b.pose)
            .map_err(|error| answer::wrong(&error))?;
    }
    Ok(class)
}

fn code(found: Result<i32, i32>) -> i32 {
    found.unwrap_or_else(|error| error)
}

fn query(warm: Option<&mut Warm>) -> Query<'_, Xyz> {
    match warm {
        Some(memory) => Query::new().warm(memory),
        None => Query::new(),
    }
}

/// Whether two shapes have a point in common. `warm` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_intersects(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    warm: Option<&mut clearance_warm>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let verdict = query(warm).verdict(a.side.shape(), &a.pose, b.side.shape(), &b.pose);
        write(Some(&mut MaybeUninit::uninit()), (&a, &b), (answer::of_verdict(verdict), ()))
    }))
}

/// Distance or depth of two shapes, both nearest points and the normal. `warm` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_proximity(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    warm: Option<&mut clearance_warm>,
    out: Option<&mut MaybeUninit<clearance_witness>>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let found = query(warm).proximity(a.side.shape(), &a.pose, b.side.shape(), &b.pose);
        write(out, (&a, &b), answer::of_proximity(&found))
    }))
}

/// The same, where distances beyond `cut_off` are of no interest: once the shapes are proved to be
/// farther apart than that, the search ends, and `length` less `gap` is at least `cut_off`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_proximity_within(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    cut_off: f64,
    warm: Option<&mut clearance_warm>,
    out: Option<&mut MaybeUninit<clearance_witness>>,
) -> i32 {
    if cut_off.is_nan() {
        return CLEARANCE_OPTION;
    }
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let query = query(warm).cut_off(cut_off);
        let found = query.proximity(a.side.shape(), &a.pose, b.side.shape(), &b.pose);
        write(out, (&a, &b), answer::of_proximity(&found))
    }))
}

/// When two shapes that move on straight lines first meet. Poses are those at time 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_cast(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    sweep: Option<&clearance_sweep>,
    out: Option<&mut MaybeUninit<clearance_hit>>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let given = sweep.ok_or(CLEARANCE_NULL)?;
        let (sweep, query) = (answer::sweep(given)?, answer::query(&given.meeting));
        let found = query.cast(a.side.shape(), &a.pose, b.side.shape(), &b.pose, &sweep);
        write(out, (&a, &b), answer::of_cast(&found))
    }))
}

/// When two shapes first meet that move and turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_time_of_impact(
    a: Option<&clearance_shape>,
    motion_a: Option<&clearance_motion>,
    b: Option<&clearance_shape>,
    motion_b: Option<&clearance_motion>,
    meeting: Option<&clearance_meeting>,
    out: Option<&mut MaybeUninit<clearance_hit>>,
) -> i32 {
    let start = |motion: Option<&clearance_motion>| motion.map(|motion| motion.start);
    let end = |motion: &clearance_motion| match motion.mode {
        CLEARANCE_STEADY => Pose::identity(),
        _ => motion.end.into(),
    };
    let starts = [start(motion_a), start(motion_b)];
    // SAFETY: the caller's promise.
    code(unsafe { both(a, starts[0].as_ref(), b, starts[1].as_ref()) }.and_then(|(a, b)| {
        if let (Some(of_a), Some(of_b)) = (motion_a, motion_b) {
            check(a.side.shape(), &end(of_a), b.side.shape(), &end(of_b))
                .map_err(|error| answer::wrong(&error))?;
        }
        let motion_a = answer::motion(motion_a.ok_or(CLEARANCE_NULL)?)?;
        let motion_b = answer::motion(motion_b.ok_or(CLEARANCE_NULL)?)?;
        let given = meeting.ok_or(CLEARANCE_NULL)?;
        let meeting = answer::meeting(given)?;
        let found = answer::query(given).time_of_impact(
            a.side.shape(),
            &motion_a,
            b.side.shape(),
            &motion_b,
            &meeting,
        );
        write(out, (&a, &b), answer::of_cast(&found))
    }))
}

/// The points in which two shapes touch, or are as near as `max_distance`, which is not negative;
/// the class is that of the pair.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_contact_manifold(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    max_distance: f64,
    out: Option<&mut MaybeUninit<clearance_manifold>>,
) -> i32 {
    if !(max_distance >= 0.0) {
        return CLEARANCE_OPTION;
    }
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let shapes = (a.side.shape(), b.side.shape());
        let found = contact_manifold(shapes.0, &a.pose, shapes.1, &b.pose, max_distance);
        let apart = (CLEARANCE_APART, clearance_manifold::default());
        write(out, (&a, &b), found.as_ref().map_or(apart, answer::of_manifold))
    }))
}

/// How much two polytopes share: the class is that of the pair, and both may have points, but no
/// volume, in common. Boxes, triangles, points, hulls and blocks, none with a margin; else it is
/// `CLEARANCE_NO_POLYTOPE`, and nothing is written. It uses the heap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_overlap_volume(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    out: Option<&mut MaybeUninit<clearance_overlap>>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { both(a, pose_a, b, pose_b) }.and_then(|(a, b)| {
        let found = overlap(a.side.shape(), &a.pose, b.side.shape(), &b.pose);
        write(out, (&a, &b), answer::of_overlap(&found)?)
    }))
}

/// Where a ray first meets a shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_cast_ray(
    shape: Option<&clearance_shape>,
    pose: Option<&clearance_pose>,
    ray: Option<&clearance_ray>,
    out: Option<&mut MaybeUninit<clearance_ray_hit>>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { placed(shape, pose, CLEARANCE_SHAPE_A) }.and_then(|shape| {
        let ray = answer::ray(ray.ok_or(CLEARANCE_NULL)?)?;
        let found = cast_ray(shape.side.shape(), &shape.pose, &ray);
        write(out, (&shape, &shape), answer::of_ray(&found))
    }))
}

/// The point of a shape's surface nearest to a point, and whether the shape holds it: the class.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_project_point(
    shape: Option<&clearance_shape>,
    pose: Option<&clearance_pose>,
    point: clearance_vec3,
    out: Option<&mut MaybeUninit<clearance_projection>>,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { placed(shape, pose, CLEARANCE_SHAPE_A) }.and_then(|shape| {
        let found = project_point(shape.side.shape(), &shape.pose, point.into());
        write(out, (&shape, &shape), answer::of_projection(&found))
    }))
}

/// Classes of many pairs and, where `witnesses` is not null, their distances and depths, on all
/// cores. 0, or what is wrong with the first body that describes nothing; then no class is written.
/// Both arrays hold `pair_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_proximity_batch(
    bodies: Option<&clearance_bodies>,
    pairs: *const clearance_pair,
    pair_count: usize,
    classes: *mut i32,
    witnesses: *mut clearance_witness,
) -> i32 {
    // SAFETY: the caller's promise.
    code(unsafe { proximity_batch(bodies, pairs, pair_count, classes, witnesses) })
}

/// # Safety
/// The promise of [`clearance_proximity_batch`].
unsafe fn proximity_batch(
    bodies: Option<&clearance_bodies>,
    pairs: *const clearance_pair,
    pair_count: usize,
    classes: *mut i32,
    witnesses: *mut clearance_witness,
) -> Result<i32, i32> {
    let bodies = bodies.ok_or(CLEARANCE_NULL)?;
    let is_missing = bodies.count > 0 && (bodies.shapes.is_null() || bodies.poses.is_null());
    if is_missing || pair_count > 0 && (pairs.is_null() || classes.is_null()) {
        return Err(CLEARANCE_NULL);
    }
    // SAFETY: not null where there are any, and the caller promises so many.
    let (shapes, poses, pairs, classes) = unsafe {
        (
            list(bodies.shapes, bodies.count),
            list(bodies.poses, bodies.count),
            list(pairs, pair_count),
            if pair_count == 0 { &mut [] } else { slice::from_raw_parts_mut(classes, pair_count) },
        )
    };
    let is_there = |index: u32| (index as usize) < shapes.len();
    if !pairs.iter().all(|pair| is_there(pair.a) && is_there(pair.b)) {
        return Err(CLEARANCE_INDEX);
    }
    let read = shapes.iter().zip(poses).map(|(shape, pose)| {
        // SAFETY: the caller's promise.
        let placed = unsafe { placed(Some(shape), Some(pose), CLEARANCE_SHAPE_A) }?;
        let (side, pose) = (placed.side.shape(), &placed.pose);
        check(side, pose, side, pose).map_err(|error| answer::wrong(&error))?;
        Ok(placed)
    });
    let bodies: Vec<Placed<'_>> = read.collect::<Result<_, i32>>()?;
    let witnesses = match witnesses.is_null() || pair_count == 0 {
        true => None,
        // SAFETY: not null, and the caller promises so many.
        false => Some(unsafe { slice::from_raw_parts_mut(witnesses.cast(), pair_count) }),
    };
    many::answer_all(&bodies, pairs, classes, witnesses);
    Ok(0)
}

/// # Safety
/// The pointer leads to so many, unless there are none.
unsafe fn list<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    // SAFETY: the same promise.
    if count == 0 { &[] } else { unsafe { slice::from_raw_parts(pointer, count) } }
}

/// Makes the convex hull of `count` points, grown by `margin`, and writes it to `out`:
/// [`clearance_hull_free`] takes it back. The points may go. 0, or what is wrong; then null is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_hull_new(
    points: *const clearance_vec3,
    count: usize,
    margin: f64,
    out: Option<&mut MaybeUninit<*mut clearance_hull>>,
) -> i32 {
    let Some(out) = out else { return CLEARANCE_NULL };
    out.write(core::ptr::null_mut());
    if points.is_null() {
        return if count == 0 { CLEARANCE_NO_HULL } else { CLEARANCE_NULL };
    }
    // SAFETY: not null, and the caller promises so many.
    let points: Vec<Xyz> = unsafe { list(points, count) }.iter().map(|p| (*p).into()).collect();
    let Ok(hull) = ConvexHull::new(&points) else { return CLEARANCE_NO_HULL };
    let corners = hull.vertices().iter().map(|corner| (*corner).into()).collect();
    let hull = Shape::from(hull);
    let shape = if margin == 0.0 { Ok(hull) } else { hull.rounded(margin) };
    match shape {
        Ok(shape) if shape.check().is_ok() => {
            out.write(Box::into_raw(Box::new(clearance_hull { shape, corners })));
            CLEARANCE_APART
        }
        _ => CLEARANCE_SHAPE_A,
    }
}

/// The corners of a hull, and in `count` how many; null for a null hull. They live as long as it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_hull_corners(
    hull: Option<&clearance_hull>,
    count: Option<&mut MaybeUninit<usize>>,
) -> *const clearance_vec3 {
    let corners = hull.map_or(&[][..], |hull| &hull.corners);
    if let Some(count) = count {
        count.write(corners.len());
    }
    if hull.is_some() { corners.as_ptr() } else { core::ptr::null() }
}

/// Frees a hull of [`clearance_hull_new`], which is not used again; null is left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_hull_free(hull: *mut clearance_hull) {
    if !hull.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(hull) });
    }
}

/// Writes the convex hull of `count` points to `buffer`, as a block for `CLEARANCE_BLOCK`: corners,
/// faces and edges in one piece without addresses, which may be copied, stored, and linked into a
/// program for the same kind of machine. Its bytes go to `used`. The points may go. 0, or what is
/// wrong: `CLEARANCE_NO_ROOM` where `capacity` bytes are too few, with the bytes wanted in `used`;
/// `CLEARANCE_NO_HULL` also where a coordinate is below 1e-60 of the largest and not 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_hull_build(
    points: *const clearance_vec3,
    count: usize,
    buffer: *mut core::ffi::c_void,
    capacity: usize,
    used: Option<&mut MaybeUninit<usize>>,
) -> i32 {
    let Some(used) = used else { return CLEARANCE_NULL };
    used.write(0);
    if (points.is_null() && count > 0) || (buffer.is_null() && capacity > 0) {
        return CLEARANCE_NULL;
    }
    // SAFETY: not null, and the caller promises so many.
    let points: Vec<Xyz> = unsafe { list(points, count) }.iter().map(|p| (*p).into()).collect();
    let Some(block) = block::built(&points) else { return CLEARANCE_NO_HULL };
    used.write(block.len());
    if block.len() > capacity {
        return CLEARANCE_NO_ROOM;
    }
    // SAFETY: the caller promises that so many bytes are there, and they hold the block.
    unsafe { core::ptr::copy_nonoverlapping(block.as_ptr(), buffer.cast(), block.len()) };
    CLEARANCE_APART
}

/// Checks a block of `size` bytes, exactly: 0 if it is that of a hull, else what is wrong. Queries
/// look only at its lengths; so check once what comes from a file or from others. Takes as long as
/// corners times faces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_hull_check(block: *const core::ffi::c_void, size: usize) -> i32 {
    if block.is_null() {
        return CLEARANCE_NULL;
    }
    // SAFETY: the caller promises so many bytes.
    match unsafe { block_at(block.cast(), size) } {
        Some((header, corners, index)) if header.is_true(corners, index) => CLEARANCE_APART,
        _ => CLEARANCE_NO_BLOCK,
    }
}

/// The English sentence for a code: static, and never null.
#[unsafe(no_mangle)]
pub extern "C" fn clearance_message(code: i32) -> *const c_char {
    message(code).as_ptr()
}

/// The version of the library, as `major * 10000 + minor * 100 + patch`: a header of another major
/// or minor version does not fit.
#[unsafe(no_mangle)]
pub extern "C" fn clearance_version() -> i32 {
    let part = |text: &str| text.parse::<i32>().unwrap_or(0);
    part(env!("CARGO_PKG_VERSION_MAJOR")) * 10_000
        + part(env!("CARGO_PKG_VERSION_MINOR")) * 100
        + part(env!("CARGO_PKG_VERSION_PATCH"))
}

/// Answers a question in JSON, as a line of `clearance query` is; with `certificate` not 0, with
/// what proves it. The answer goes to `buffer`, ended by a zero, as far as `capacity` holds it, and
/// its length without the zero to `length`: ask again with more room where that is not less than
/// `capacity`. 0, or `CLEARANCE_TEXT` with an answer that says what is wrong.
/// `question` holds `size` bytes, `buffer` `capacity`.
#[cfg(feature = "json")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_json(
    question: *const c_char,
    size: usize,
    certificate: i32,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> i32 {
    if question.is_null() {
        return CLEARANCE_NULL;
    }
    // SAFETY: not null, and the caller promises so many bytes.
    let question = unsafe { list(question.cast::<u8>(), size) };
    // SAFETY: the caller's promise.
    unsafe { put(text::answered(question, certificate != 0), buffer, capacity, length) }
}

/// The certificate of a pair with the question that it answers, in JSON: what `clearance verify`,
/// [`clearance_verify`] and the independent checker read. 0, or `CLEARANCE_TEXT` and in the buffer
/// why there is none.
/// `buffer` holds `capacity` bytes.
#[cfg(feature = "json")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_certificate(
    a: Option<&clearance_shape>,
    pose_a: Option<&clearance_pose>,
    b: Option<&clearance_shape>,
    pose_b: Option<&clearance_pose>,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> i32 {
    // SAFETY: the caller's promise.
    match unsafe { both(a, pose_a, b, pose_b) } {
        Err(error) => error,
        Ok((a, b)) => {
            let proved = text::proved(&a.side, a.pose, &b.side, b.pose);
            // SAFETY: the caller's promise.
            unsafe { put(proved, buffer, capacity, length) }
        }
    }
}

/// Checks a certificate in JSON by exact arithmetic. 0 where it is true, with what it proves in the
/// buffer; or `CLEARANCE_TEXT` with why it is not.
/// `document` holds `size` bytes, `buffer` `capacity`.
#[cfg(feature = "json")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearance_verify(
    document: *const c_char,
    size: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> i32 {
    if document.is_null() {
        return CLEARANCE_NULL;
    }
    // SAFETY: not null, and the caller promises so many bytes.
    let document = unsafe { list(document.cast::<u8>(), size) };
    // SAFETY: the caller's promise.
    unsafe { put(text::verified(document), buffer, capacity, length) }
}

/// Writes text to a caller's buffer.
///
/// # Safety
/// The buffer holds `capacity` bytes, or is null.
#[cfg(feature = "json")]
unsafe fn put(
    (is_good, text): (bool, Vec<u8>),
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> i32 {
    if let Some(length) = length {
        length.write(text.len());
    }
    if !buffer.is_null() && capacity > 0 {
        let taken = text.len().min(capacity - 1);
        // SAFETY: `taken` bytes and a zero fit, and no text of ours is the caller's.
        unsafe {
            buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), taken);
            buffer.add(taken).write(0);
        }
    }
    if is_good { 0 } else { CLEARANCE_TEXT }
}
