//! libccd (GJK with EPA, and MPR; `f64`; no distance) and Bullet (`btGjkEpaSolver2`; `f32`), from
//! Debian's packages, through `peers/`.

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::ptr::NonNull;

use super::{Answer, Contender, Verb};
use crate::forms::Form;
use crate::pairs::{PairSet, Place};

#[repr(C)]
struct Shape {
    kind: c_int,
    half: [f64; 3],
    radius: f64,
    points: *const f64,
    count: c_int,
}

#[repr(C)]
struct Pose {
    rows: [[f64; 3]; 3],
    at: [f64; 3],
}

unsafe extern "C" {
    fn peer_ccd(
        mpr: c_int,
        depth: c_int,
        a: *const Shape,
        at_a: *const Pose,
        b: *const Shape,
        at_b: *const Pose,
        length: *mut f64,
    ) -> c_int;
    fn peer_bullet_shape(shape: *const Shape) -> *mut c_void;
    fn peer_bullet_drop(shape: *mut c_void);
    fn peer_bullet_pose(pose: *const Pose) -> *mut c_void;
    fn peer_bullet_drop_pose(pose: *mut c_void);
    fn peer_bullet(
        depth: c_int,
        a: *const c_void,
        at_a: *const c_void,
        b: *const c_void,
        at_b: *const c_void,
        length: *mut f64,
    ) -> c_int;
}

/// A shape, and the points that it points to.
struct Solid {
    shape: Shape,
    _points: Vec<f64>,
}

fn solid(form: &Form) -> Solid {
    let wide = |p: &[f32; 3]| p.map(f64::from);
    let round = |half_height: f32, radius: f32| ([0.0, half_height.into(), 0.0], radius.into());
    let points: Vec<f64> = match form {
        Form::Hull(mesh) => mesh.vertices.iter().flatten().map(|x| f64::from(*x)).collect(),
        _ => vec![],
    };
    // The kinds in the order of `peers.h`.
    let (kind, (half, radius)) = match form {
        Form::Cuboid { half } => (0, (wide(half), 0.0)),
        Form::Ball { radius } => (1, round(0.0, *radius)),
        Form::Capsule { half_height, radius } => (2, round(*half_height, *radius)),
        Form::Ellipsoid { radii } => (3, (wide(radii), 0.0)),
        Form::Cylinder { half_height, radius } => (4, round(*half_height, *radius)),
        Form::Cone { half_height, radius } => (5, round(*half_height, *radius)),
        Form::Hull(_) => (6, ([0.0; 3], 0.0)),
    };
    let count = (points.len() / 3) as c_int;
    Solid { shape: Shape { kind, half, radius, points: points.as_ptr(), count }, _points: points }
}

fn pose(place: &Place) -> Pose {
    let q = place.rotation.map(f64::from);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|x| x / length);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    Pose { rows, at: place.translation.map(f64::from) }
}

fn answer(code: c_int, length: Option<f64>) -> Answer {
    match code {
        0 => Answer::Apart(length),
        1 => Answer::Overlap(length),
        _ => Answer::Failed,
    }
}

struct Ccd {
    a: Vec<Solid>,
    b: Vec<Solid>,
    pairs: Vec<(usize, usize, Pose, Pose)>,
    portal: bool,
}

pub(super) fn gjk(set: &PairSet) -> Option<Box<dyn Contender>> {
    ccd(set, false)
}

pub(super) fn mpr(set: &PairSet) -> Option<Box<dyn Contender>> {
    ccd(set, true)
}

fn ccd(set: &PairSet, portal: bool) -> Option<Box<dyn Contender>> {
    if set.shapes.flat {
        return None;
    }
    let [a, b] = [&set.pool_a, &set.pool_b].map(|pool| pool.iter().map(solid).collect());
    let pairs = set.pairs.iter().map(|p| (p.a, p.b, pose(&p.at_a), pose(&p.at_b))).collect();
    Some(Box::new(Ccd { a, b, pairs, portal }))
}

impl Ccd {
    fn ask(&self, depth: bool, pair: usize) -> (c_int, f64) {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        let (a, b) = (&self.a[*a].shape, &self.b[*b].shape);
        let mut length = 0.0;
        // SAFETY: shapes and their points, poses and the length outlive the call.
        let code = unsafe {
            peer_ccd(self.portal.into(), depth.into(), a, at_a, b, at_b, &raw mut length)
        };
        (code, length)
    }
}

impl Contender for Ccd {
    fn answers(&self, verb: Verb) -> bool {
        verb != Verb::Distance
    }

    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let depth = verb == Verb::Penetration;
        let (code, length) = self.ask(depth, pair);
        answer(code, (depth && code == 1).then_some(length))
    }

    fn run(&self, verb: Verb) {
        for pair in 0..self.pairs.len() {
            black_box(self.ask(verb == Verb::Penetration, pair));
        }
    }
}

/// An object of Bullet, and the function that frees it.
struct Owned(NonNull<c_void>, unsafe extern "C" fn(*mut c_void));

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: made by the matching function, and dropped once.
        unsafe { (self.1)(self.0.as_ptr()) }
    }
}

struct Bullet {
    a: Vec<Owned>,
    b: Vec<Owned>,
    pairs: Vec<(usize, usize, Owned, Owned)>,
}

pub(super) fn bullet(set: &PairSet) -> Option<Box<dyn Contender>> {
    if set.shapes.flat {
        return None;
    }
    // SAFETY: the shape is valid, and Bullet copies its points.
    let shape = |form: &Form| {
        let solid = solid(form);
        let made = unsafe { peer_bullet_shape(&raw const solid.shape) };
        Some(Owned(NonNull::new(made)?, peer_bullet_drop))
    };
    // SAFETY: the pose is valid.
    let placed = |place: &Place| {
        let pose = pose(place);
        let made = unsafe { peer_bullet_pose(&raw const pose) };
        Some(Owned(NonNull::new(made)?, peer_bullet_drop_pose))
    };
    let pool = |forms: &[Form]| forms.iter().map(shape).collect::<Option<Vec<_>>>();
    let pairs = set.pairs.iter().map(|p| Some((p.a, p.b, placed(&p.at_a)?, placed(&p.at_b)?)));
    Some(Box::new(Bullet {
        a: pool(&set.pool_a)?,
        b: pool(&set.pool_b)?,
        pairs: pairs.collect::<Option<_>>()?,
    }))
}

impl Bullet {
    fn ask(&self, depth: bool, pair: usize) -> (c_int, f64) {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        let (a, b) = (self.a[*a].0.as_ptr(), self.b[*b].0.as_ptr());
        let mut length = 0.0;
        // SAFETY: all are alive as long as `self`.
        let code = unsafe {
            peer_bullet(depth.into(), a, at_a.0.as_ptr(), b, at_b.0.as_ptr(), &raw mut length)
        };
        (code, length)
    }
}

impl Contender for Bullet {
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let (code, length) = self.ask(verb == Verb::Penetration, pair);
        let known = match verb {
            Verb::Intersects => false,
            Verb::Distance => code == 0,
            Verb::Penetration => code == 1,
        };
        answer(code, known.then_some(length))
    }

    fn run(&self, verb: Verb) {
        for pair in 0..self.pairs.len() {
            black_box(self.ask(verb == Verb::Penetration, pair));
        }
    }
}
