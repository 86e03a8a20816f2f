//! What crosses the door: C's structs, kinds and codes.

#![allow(non_camel_case_types)]

use core::ffi::c_void;
use core::ptr;

/// Proved: no point in common.
pub const CLEARANCE_APART: i32 = 0;
/// Proved: a point in common.
pub const CLEARANCE_MEET: i32 = 1;
/// Too close to call for curved shapes; treat as contact.
pub const CLEARANCE_UNDECIDED: i32 = 2;
/// A pointer that must not be null is null.
pub const CLEARANCE_NULL: i32 = -1;
/// A shape's `kind` is none of `CLEARANCE_BALL` to `CLEARANCE_BLOCK`.
pub const CLEARANCE_UNKNOWN_KIND: i32 = -2;
/// The numbers of A describe no shape: not finite, negative, too long, or no points.
pub const CLEARANCE_SHAPE_A: i32 = -3;
/// The numbers of B describe no shape.
pub const CLEARANCE_SHAPE_B: i32 = -4;
/// The pose of A is no pose: not finite, too far, or a quaternion of zeros.
pub const CLEARANCE_POSE_A: i32 = -5;
/// The pose of B is no pose.
pub const CLEARANCE_POSE_B: i32 = -6;
/// A motion, ray or option has an unknown mode, a negative time, or a number that is not finite.
pub const CLEARANCE_OPTION: i32 = -7;
/// A pair of a batch names a body that is not there.
pub const CLEARANCE_INDEX: i32 = -8;
/// The points have no hull: there are none, too many, or one is not finite.
pub const CLEARANCE_NO_HULL: i32 = -9;
/// The margin of a hull is given when it is made, and that of a half-space by its offset.
pub const CLEARANCE_MARGIN: i32 = -10;
/// The text is not what it should be; the buffer says what is wrong.
pub const CLEARANCE_TEXT: i32 = -11;

/// A block of a hull is none of `clearance_hull_build`: cut off, not aligned, of another machine or
/// version, or its numbers are those of no hull.
pub const CLEARANCE_NO_BLOCK: i32 = -12;
/// The buffer is too small; how much is wanted was written.
pub const CLEARANCE_NO_ROOM: i32 = -13;
/// A volume was asked of a shape that is no polytope: curved, grown by a margin, without an end.
pub const CLEARANCE_NO_POLYTOPE: i32 = -14;

/// The sentence for a code.
pub(crate) const fn message(code: i32) -> &'static core::ffi::CStr {
    match code {
        CLEARANCE_APART => c"apart: proved to have no point in common",
        CLEARANCE_MEET => c"in contact: proved to have a point in common",
        CLEARANCE_UNDECIDED => c"undecided: too close to call; treat as contact",
        CLEARANCE_NULL => c"a pointer that must not be null is null",
        CLEARANCE_UNKNOWN_KIND => c"a shape's kind is none of CLEARANCE_BALL to CLEARANCE_BLOCK",
        CLEARANCE_SHAPE_A => c"A is no shape: a number is not finite, negative or beyond 1e306",
        CLEARANCE_SHAPE_B => c"B is no shape: a number is not finite, negative or beyond 1e306",
        CLEARANCE_POSE_A => {
            c"the pose of A is invalid: not finite, beyond 1e306, or a quaternion of zeros"
        }
        CLEARANCE_POSE_B => {
            c"the pose of B is invalid: not finite, beyond 1e306, or a quaternion of zeros"
        }
        CLEARANCE_OPTION => c"a motion, ray or option has an unknown mode, a negative time, or no finite number",
        CLEARANCE_INDEX => c"a pair names a body that is not there",
        CLEARANCE_NO_HULL => c"the points have no hull: none, too many, or one is not finite",
        CLEARANCE_MARGIN => {
            c"give the margin of a hull to clearance_hull_new, and that of a half-space by its offset"
        }
        CLEARANCE_TEXT => c"the text is wrong; the buffer says what",
        CLEARANCE_NO_BLOCK => {
            c"no block of a hull: cut off, not aligned, of another version, or with other numbers"
        }
        CLEARANCE_NO_ROOM => c"the buffer is too small",
        CLEARANCE_NO_POLYTOPE => {
            c"volumes are of polytopes: a shape is curved, grown by a margin, or has no end"
        }
        _ => c"no code of this library",
    }
}

/// `size[0]` is the radius; 0 for a point.
pub const CLEARANCE_BALL: i32 = 1;
/// Along y: `size[0]` is half the length of the axis, `size[1]` the radius.
pub const CLEARANCE_CAPSULE: i32 = 2;
/// `size` holds half the edges along x, y, z.
pub const CLEARANCE_BOX: i32 = 3;
/// Along y: `size[0]` is half the height, `size[1]` the radius.
pub const CLEARANCE_CYLINDER: i32 = 4;
/// The apex up y: `size[0]` is half the height, `size[1]` the radius.
pub const CLEARANCE_CONE: i32 = 5;
/// `size` holds the three radii.
pub const CLEARANCE_ELLIPSOID: i32 = 6;
/// All points `p` with `normal · p <= offset`: `size` holds the normal, of any length, and the
/// offset.
pub const CLEARANCE_HALF_SPACE: i32 = 7;
/// `data` points to three `clearance_vec3`.
pub const CLEARANCE_TRIANGLE: i32 = 8;
/// `data` points to `count` `clearance_vec3` whose hull it is; each support point is a scan. It has
/// no facets: a manifold has one point.
pub const CLEARANCE_POINTS: i32 = 9;
/// `data` points to a `clearance_hull`.
pub const CLEARANCE_HULL: i32 = 10;
/// `data` points to a block of `clearance_hull_build`, aligned as a double is, `count` is its
/// bytes.
pub const CLEARANCE_BLOCK: i32 = 11;

/// A point or a direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_vec3 {
    /// Along x.
    pub x: f64,
    /// Along y.
    pub y: f64,
    /// Along z.
    pub z: f64,
}

/// A rotation as a quaternion, whose length does not matter, and a place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct clearance_pose {
    /// The quaternion's x.
    pub qx: f64,
    /// The quaternion's y.
    pub qy: f64,
    /// The quaternion's z.
    pub qz: f64,
    /// The quaternion's w: 1 beside zeros without rotation.
    pub qw: f64,
    /// Where the local origin is.
    pub position: clearance_vec3,
}

/// The pose at the origin, without rotation.
pub const CLEARANCE_IDENTITY: clearance_pose = clearance_pose {
    qx: 0.0,
    qy: 0.0,
    qz: 0.0,
    qw: 1.0,
    position: clearance_vec3 { x: 0.0, y: 0.0, z: 0.0 },
};

/// A shape by value. What `data` points to is the caller's and must live until the call returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clearance_shape {
    /// `CLEARANCE_BALL` to `CLEARANCE_BLOCK`.
    pub kind: i32,
    /// How many points, or bytes of a block, are at `data`.
    pub count: u32,
    /// The numbers that the kind names.
    pub size: [f64; 4],
    /// How far the shape is grown all round; 0 for none.
    pub margin: f64,
    /// Points, a hull or a block; else null.
    pub data: *const c_void,
}

impl Default for clearance_shape {
    fn default() -> Self {
        Self { kind: 0, count: 0, size: [0.0; 4], margin: 0.0, data: ptr::null() }
    }
}

/// Distance or depth, where, and how far off that may be.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_witness {
    /// The distance where apart, else how deep they overlap: 0 where they just touch.
    pub length: f64,
    /// The exact value differs from `length` by no more; infinite where nothing is known.
    pub gap: f64,
    /// A point of A.
    pub on_a: clearance_vec3,
    /// A point of B.
    pub on_b: clearance_vec3,
    /// The unit vector from A to B: moving B by `length * normal` separates a pair that overlaps.
    pub normal: clearance_vec3,
}

/// Linear motion without turning, for times from 0 to `max_time`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_sweep {
    /// A moves by this in a unit of time.
    pub velocity_a: clearance_vec3,
    /// B moves by this in a unit of time.
    pub velocity_b: clearance_vec3,
    /// When and how near counts as a hit.
    pub meeting: clearance_meeting,
}

/// A hit that is reported at time 0.
pub const CLEARANCE_START_REPORT: i32 = 0;
/// A start in contact is a miss if the motion takes the shapes apart.
pub const CLEARANCE_START_IGNORE_SEPARATING: i32 = 1;
/// A start in contact is a miss.
pub const CLEARANCE_START_IGNORE: i32 = 2;

/// When and how near counts as a hit.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_meeting {
    /// The last time that counts; infinity is allowed.
    pub max_time: f64,
    /// A hit is where the shapes come as near as this; negative, where they overlap that deep.
    pub target_distance: f64,
    /// `CLEARANCE_START_REPORT` and so on.
    pub at_start: i32,
    /// How many steps of work the search may take; 0 for as many as it needs. A step is a support
    /// point or a trial; where they are used up, what is free until then is proved.
    pub budget: u32,
    /// How far the shapes may approach within a hit's interval of time: the search ends once it is
    /// as narrow, and proved as ever; 0 for as narrow as rounding allows. What is a hit, and what a
    /// miss, does not change.
    pub tolerance: f64,
}

/// From `start` at constant `velocity` and `turning`.
pub const CLEARANCE_STEADY: i32 = 0;
/// From `start` at time 0 to `end` at time 1, turning at constant speed the short way.
pub const CLEARANCE_BETWEEN: i32 = 1;
/// The same with quaternions blended in a straight line, as many engines step.
pub const CLEARANCE_BLENDED: i32 = 2;

/// A motion of one body that may turn about a point of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct clearance_motion {
    /// `CLEARANCE_STEADY` and so on.
    pub mode: i32,
    /// Where it is at time 0.
    pub start: clearance_pose,
    /// Where it is at time 1; unread in a steady motion.
    pub end: clearance_pose,
    /// The centre's velocity in the world; unread between poses.
    pub velocity: clearance_vec3,
    /// The angular velocity in the world, in radians; unread between poses.
    pub turning: clearance_vec3,
    /// The point of the body that moves on a straight line, in its own frame.
    pub center: clearance_vec3,
}

/// When and where a motion meets first; all zero on a miss.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_hit {
    /// Proved free of contact before.
    pub low: f64,
    /// In contact by then, unless undecided.
    pub high: f64,
    /// Where, as the bodies stand at `low`.
    pub witness: clearance_witness,
}

/// The points `origin + t * direction` for `t` from 0 to `max_time`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_ray {
    /// Where it begins.
    pub origin: clearance_vec3,
    /// Its direction, of any length but 0.
    pub direction: clearance_vec3,
    /// Where it ends, in multiples of `direction`; infinity is allowed.
    pub max_time: f64,
    /// Not 0: the shape is a surface, and a ray from inside hits where it leaves.
    pub hollow: i32,
}

/// Where a ray first meets a shape; all zero on a miss.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_ray_hit {
    /// Proved free of the shape before.
    pub low: f64,
    /// Met by then, unless undecided.
    pub high: f64,
    /// The point of the shape.
    pub point: clearance_vec3,
    /// The unit vector out of the shape.
    pub normal: clearance_vec3,
}

/// The point of a surface nearest to a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_projection {
    /// On the surface.
    pub point: clearance_vec3,
    /// The unit vector out of the shape.
    pub normal: clearance_vec3,
    /// From the surface to the point; negative inside.
    pub signed_distance: f64,
    /// The exact value differs from `signed_distance` by no more.
    pub gap: f64,
}

/// One point of a manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_contact {
    /// On A's surface.
    pub on_a: clearance_vec3,
    /// On B's surface.
    pub on_b: clearance_vec3,
    /// How deep they overlap there along the normal; negative where they are apart.
    pub depth: f64,
    /// Which features meet: the same from frame to frame, so that impulses are kept.
    pub key: u64,
}

/// Up to four points in which two shapes touch; all zero if they do not.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_manifold {
    /// The unit vector from A to B along which depths are measured.
    pub normal: clearance_vec3,
    /// How far a depth may be off along the normal; infinite where nothing is known.
    pub gap: f64,
    /// How many points there are.
    pub count: u32,
    /// The points.
    pub points: [clearance_contact; 4],
}

/// What two polytopes share; all zero if they are apart.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct clearance_overlap {
    /// The exact volume is not less, in the cube of the caller's unit.
    pub volume_low: f64,
    /// It is not more.
    pub volume_high: f64,
    /// Half of the surface of what they share is not more: where they touch, the area in which they
    /// do, too large by some 1e-5 of itself where a pose rounds; infinite where a shape is flat.
    pub area: f64,
    /// The centre of what they share, rounded; zero where that is unknown.
    pub centroid: clearance_vec3,
    /// Not 0: proved to share points, and no volume.
    pub touching: i32,
}

/// Two bodies of a batch, by their places in its lists.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct clearance_pair {
    /// The first body.
    pub a: u32,
    /// The second body.
    pub b: u32,
}

/// Bodies of a batch: a shape and a pose each.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clearance_bodies {
    /// `count` shapes.
    pub shapes: *const clearance_shape,
    /// `count` poses.
    pub poses: *const clearance_pose,
    /// How many bodies there are.
    pub count: usize,
}
