// clearance: certified queries of convex shapes. Written by cbindgen: do not edit.
// How to build, link and ask: docs/c.md. Text is UTF-8; lengths and poses are one unit throughout.

#ifndef CLEARANCE_H
#define CLEARANCE_H

#include <stddef.h>
#include <stdint.h>
#define CLEARANCE_VERSION_MAJOR 0
#define CLEARANCE_VERSION_MINOR 1
#define CLEARANCE_VERSION_PATCH 0

// Memory for one pair from frame to frame, zero where nothing is remembered yet. It never changes
// an answer, only where the search begins.
typedef struct clearance_warm {
    uint64_t memory[4];
} clearance_warm;


// Proved: no point in common.
#define CLEARANCE_APART 0

// Proved: a point in common.
#define CLEARANCE_MEET 1

// Too close to call for curved shapes; treat as contact.
#define CLEARANCE_UNDECIDED 2

// A pointer that must not be null is null.
#define CLEARANCE_NULL -1

// A shape's `kind` is none of `CLEARANCE_BALL` to `CLEARANCE_BLOCK`.
#define CLEARANCE_UNKNOWN_KIND -2

// The numbers of A describe no shape: not finite, negative, too long, or no points.
#define CLEARANCE_SHAPE_A -3

// The numbers of B describe no shape.
#define CLEARANCE_SHAPE_B -4

// The pose of A is no pose: not finite, too far, or a quaternion of zeros.
#define CLEARANCE_POSE_A -5

// The pose of B is no pose.
#define CLEARANCE_POSE_B -6

// A motion, ray or option has an unknown mode, a negative time, or a number that is not finite.
#define CLEARANCE_OPTION -7

// A pair of a batch names a body that is not there.
#define CLEARANCE_INDEX -8

// The points have no hull: there are none, too many, or one is not finite.
#define CLEARANCE_NO_HULL -9

// The margin of a hull is given when it is made, and that of a half-space by its offset.
#define CLEARANCE_MARGIN -10

// The text is not what it should be; the buffer says what is wrong.
#define CLEARANCE_TEXT -11

// A block of a hull is none of `clearance_hull_build`: cut off, not aligned, of another machine or
// version, or its numbers are those of no hull.
#define CLEARANCE_NO_BLOCK -12

// The buffer is too small; how much is wanted was written.
#define CLEARANCE_NO_ROOM -13

// A volume was asked of a shape that is no polytope: curved, grown by a margin, without an end.
#define CLEARANCE_NO_POLYTOPE -14

// `size[0]` is the radius; 0 for a point.
#define CLEARANCE_BALL 1

// Along y: `size[0]` is half the length of the axis, `size[1]` the radius.
#define CLEARANCE_CAPSULE 2

// `size` holds half the edges along x, y, z.
#define CLEARANCE_BOX 3

// Along y: `size[0]` is half the height, `size[1]` the radius.
#define CLEARANCE_CYLINDER 4

// The apex up y: `size[0]` is half the height, `size[1]` the radius.
#define CLEARANCE_CONE 5

// `size` holds the three radii.
#define CLEARANCE_ELLIPSOID 6

// All points `p` with `normal · p <= offset`: `size` holds the normal, of any length, and the
// offset.
#define CLEARANCE_HALF_SPACE 7

// `data` points to three `clearance_vec3`.
#define CLEARANCE_TRIANGLE 8

// `data` points to `count` `clearance_vec3` whose hull it is; each support point is a scan. It has
// no facets: a manifold has one point.
#define CLEARANCE_POINTS 9

// `data` points to a `clearance_hull`.
#define CLEARANCE_HULL 10

// `data` points to a block of `clearance_hull_build`, aligned as a double is, `count` is its
// bytes.
#define CLEARANCE_BLOCK 11

// A hit that is reported at time 0.
#define CLEARANCE_START_REPORT 0

// A start in contact is a miss if the motion takes the shapes apart.
#define CLEARANCE_START_IGNORE_SEPARATING 1

// A start in contact is a miss.
#define CLEARANCE_START_IGNORE 2

// From `start` at constant `velocity` and `turning`.
#define CLEARANCE_STEADY 0

// From `start` at time 0 to `end` at time 1, turning at constant speed the short way.
#define CLEARANCE_BETWEEN 1

// The same with quaternions blended in a straight line, as many engines step.
#define CLEARANCE_BLENDED 2

// A hull that the library made, with its margin.
typedef struct clearance_hull clearance_hull;

// A shape by value. What `data` points to is the caller's and must live until the call returns.
typedef struct clearance_shape {
    // `CLEARANCE_BALL` to `CLEARANCE_BLOCK`.
    int32_t kind;
    // How many points, or bytes of a block, are at `data`.
    uint32_t count;
    // The numbers that the kind names.
    double size[4];
    // How far the shape is grown all round; 0 for none.
    double margin;
    // Points, a hull or a block; else null.
    const void *data;
} clearance_shape;

// A point or a direction.
typedef struct clearance_vec3 {
    // Along x.
    double x;
    // Along y.
    double y;
    // Along z.
    double z;
} clearance_vec3;

// A rotation as a quaternion, whose length does not matter, and a place.
typedef struct clearance_pose {
    // The quaternion's x.
    double qx;
    // The quaternion's y.
    double qy;
    // The quaternion's z.
    double qz;
    // The quaternion's w: 1 beside zeros without rotation.
    double qw;
    // Where the local origin is.
    struct clearance_vec3 position;
} clearance_pose;

// Distance or depth, where, and how far off that may be.
typedef struct clearance_witness {
    // The distance where apart, else how deep they overlap: 0 where they just touch.
    double length;
    // The exact value differs from `length` by no more; infinite where nothing is known.
    double gap;
    // A point of A.
    struct clearance_vec3 on_a;
    // A point of B.
    struct clearance_vec3 on_b;
    // The unit vector from A to B: moving B by `length * normal` separates a pair that overlaps.
    struct clearance_vec3 normal;
} clearance_witness;

// When and how near counts as a hit.
typedef struct clearance_meeting {
    // The last time that counts; infinity is allowed.
    double max_time;
    // A hit is where the shapes come as near as this; negative, where they overlap that deep.
    double target_distance;
    // `CLEARANCE_START_REPORT` and so on.
    int32_t at_start;
    // How many steps of work the search may take; 0 for as many as it needs. A step is a support
    // point or a trial; where they are used up, what is free until then is proved.
    uint32_t budget;
    // How far the shapes may approach within a hit's interval of time: the search ends once it is
    // as narrow, and proved as ever; 0 for as narrow as rounding allows. What is a hit, and what a
    // miss, does not change.
    double tolerance;
} clearance_meeting;

// Linear motion without turning, for times from 0 to `max_time`.
typedef struct clearance_sweep {
    // A moves by this in a unit of time.
    struct clearance_vec3 velocity_a;
    // B moves by this in a unit of time.
    struct clearance_vec3 velocity_b;
    // When and how near counts as a hit.
    struct clearance_meeting meeting;
} clearance_sweep;

// When and where a motion meets first; all zero on a miss.
typedef struct clearance_hit {
    // Proved free of contact before.
    double low;
    // In contact by then, unless undecided.
    double high;
    // Where, as the bodies stand at `low`.
    struct clearance_witness witness;
} clearance_hit;

// A motion of one body that may turn about a point of its own.
typedef struct clearance_motion {
    // `CLEARANCE_STEADY` and so on.
    int32_t mode;
    // Where it is at time 0.
    struct clearance_pose start;
    // Where it is at time 1; unread in a steady motion.
    struct clearance_pose end;
    // The centre's velocity in the world; unread between poses.
    struct clearance_vec3 velocity;
    // The angular velocity in the world, in radians; unread between poses.
    struct clearance_vec3 turning;
    // The point of the body that moves on a straight line, in its own frame.
    struct clearance_vec3 center;
} clearance_motion;

// One point of a manifold.
typedef struct clearance_contact {
    // On A's surface.
    struct clearance_vec3 on_a;
    // On B's surface.
    struct clearance_vec3 on_b;
    // How deep they overlap there along the normal; negative where they are apart.
    double depth;
    // Which features meet: the same from frame to frame, so that impulses are kept.
    uint64_t key;
} clearance_contact;

// Up to four points in which two shapes touch; all zero if they do not.
typedef struct clearance_manifold {
    // The unit vector from A to B along which depths are measured.
    struct clearance_vec3 normal;
    // How far a depth may be off along the normal; infinite where nothing is known.
    double gap;
    // How many points there are.
    uint32_t count;
    // The points.
    struct clearance_contact points[4];
} clearance_manifold;

// What two polytopes share; all zero if they are apart.
typedef struct clearance_overlap {
    // The exact volume is not less, in the cube of the caller's unit.
    double volume_low;
    // It is not more.
    double volume_high;
    // Half of the surface of what they share is not more: where they touch, the area in which they
    // do, too large by some 1e-5 of itself where a pose rounds; infinite where a shape is flat.
    double area;
    // The centre of what they share, rounded; zero where that is unknown.
    struct clearance_vec3 centroid;
    // Not 0: proved to share points, and no volume.
    int32_t touching;
} clearance_overlap;

// The points `origin + t * direction` for `t` from 0 to `max_time`.
typedef struct clearance_ray {
    // Where it begins.
    struct clearance_vec3 origin;
    // Its direction, of any length but 0.
    struct clearance_vec3 direction;
    // Where it ends, in multiples of `direction`; infinity is allowed.
    double max_time;
    // Not 0: the shape is a surface, and a ray from inside hits where it leaves.
    int32_t hollow;
} clearance_ray;

// Where a ray first meets a shape; all zero on a miss.
typedef struct clearance_ray_hit {
    // Proved free of the shape before.
    double low;
    // Met by then, unless undecided.
    double high;
    // The point of the shape.
    struct clearance_vec3 point;
    // The unit vector out of the shape.
    struct clearance_vec3 normal;
} clearance_ray_hit;

// The point of a surface nearest to a point.
typedef struct clearance_projection {
    // On the surface.
    struct clearance_vec3 point;
    // The unit vector out of the shape.
    struct clearance_vec3 normal;
    // From the surface to the point; negative inside.
    double signed_distance;
    // The exact value differs from `signed_distance` by no more.
    double gap;
} clearance_projection;

// Bodies of a batch: a shape and a pose each.
typedef struct clearance_bodies {
    // `count` shapes.
    const struct clearance_shape *shapes;
    // `count` poses.
    const struct clearance_pose *poses;
    // How many bodies there are.
    uintptr_t count;
} clearance_bodies;

// Two bodies of a batch, by their places in its lists.
typedef struct clearance_pair {
    // The first body.
    uint32_t a;
    // The second body.
    uint32_t b;
} clearance_pair;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Whether two shapes have a point in common. `warm` may be null.
int32_t clearance_intersects(const struct clearance_shape *a,
                             const struct clearance_pose *pose_a,
                             const struct clearance_shape *b,
                             const struct clearance_pose *pose_b,
                             clearance_warm *warm);

// Distance or depth of two shapes, both nearest points and the normal. `warm` may be null.
int32_t clearance_proximity(const struct clearance_shape *a,
                            const struct clearance_pose *pose_a,
                            const struct clearance_shape *b,
                            const struct clearance_pose *pose_b,
                            clearance_warm *warm,
                            struct clearance_witness *out);

// The same, where distances beyond `cut_off` are of no interest: once the shapes are proved to be
// farther apart than that, the search ends, and `length` less `gap` is at least `cut_off`.
int32_t clearance_proximity_within(const struct clearance_shape *a,
                                   const struct clearance_pose *pose_a,
                                   const struct clearance_shape *b,
                                   const struct clearance_pose *pose_b,
                                   double cut_off,
                                   clearance_warm *warm,
                                   struct clearance_witness *out);

// When two shapes that move on straight lines first meet. Poses are those at time 0.
int32_t clearance_cast(const struct clearance_shape *a,
                       const struct clearance_pose *pose_a,
                       const struct clearance_shape *b,
                       const struct clearance_pose *pose_b,
                       const struct clearance_sweep *sweep,
                       struct clearance_hit *out);

// When two shapes first meet that move and turn.
int32_t clearance_time_of_impact(const struct clearance_shape *a,
                                 const struct clearance_motion *motion_a,
                                 const struct clearance_shape *b,
                                 const struct clearance_motion *motion_b,
                                 const struct clearance_meeting *meeting,
                                 struct clearance_hit *out);

// The points in which two shapes touch, or are as near as `max_distance`, which is not negative;
// the class is that of the pair.
int32_t clearance_contact_manifold(const struct clearance_shape *a,
                                   const struct clearance_pose *pose_a,
                                   const struct clearance_shape *b,
                                   const struct clearance_pose *pose_b,
                                   double max_distance,
                                   struct clearance_manifold *out);

// How much two polytopes share: the class is that of the pair, and both may have points, but no
// volume, in common. Boxes, triangles, points, hulls and blocks, none with a margin; else it is
// `CLEARANCE_NO_POLYTOPE`, and nothing is written. It uses the heap.
int32_t clearance_overlap_volume(const struct clearance_shape *a,
                                 const struct clearance_pose *pose_a,
                                 const struct clearance_shape *b,
                                 const struct clearance_pose *pose_b,
                                 struct clearance_overlap *out);

// Where a ray first meets a shape.
int32_t clearance_cast_ray(const struct clearance_shape *shape,
                           const struct clearance_pose *pose,
                           const struct clearance_ray *ray,
                           struct clearance_ray_hit *out);

// The point of a shape's surface nearest to a point, and whether the shape holds it: the class.
int32_t clearance_project_point(const struct clearance_shape *shape,
                                const struct clearance_pose *pose,
                                struct clearance_vec3 point,
                                struct clearance_projection *out);

// Classes of many pairs and, where `witnesses` is not null, their distances and depths, on all
// cores. 0, or what is wrong with the first body that describes nothing; then no class is written.
// Both arrays hold `pair_count`.
int32_t clearance_proximity_batch(const struct clearance_bodies *bodies,
                                  const struct clearance_pair *pairs,
                                  uintptr_t pair_count,
                                  int32_t *classes,
                                  struct clearance_witness *witnesses);

// Makes the convex hull of `count` points, grown by `margin`, and writes it to `out`:
// `clearance_hull_free` takes it back. The points may go. 0, or what is wrong; then null is
// written.
int32_t clearance_hull_new(const struct clearance_vec3 *points,
                           uintptr_t count,
                           double margin,
                           struct clearance_hull **out);

// The corners of a hull, and in `count` how many; null for a null hull. They live as long as it.
const struct clearance_vec3 *clearance_hull_corners(const struct clearance_hull *hull,
                                                    uintptr_t *count);

// Frees a hull of `clearance_hull_new`, which is not used again; null is left alone.
void clearance_hull_free(struct clearance_hull *hull);

// Writes the convex hull of `count` points to `buffer`, as a block for `CLEARANCE_BLOCK`: corners,
// faces and edges in one piece without addresses, which may be copied, stored, and linked into a
// program for the same kind of machine. Its bytes go to `used`. The points may go. 0, or what is
// wrong: `CLEARANCE_NO_ROOM` where `capacity` bytes are too few, with the bytes wanted in `used`;
// `CLEARANCE_NO_HULL` also where a coordinate is below 1e-60 of the largest and not 0.
int32_t clearance_hull_build(const struct clearance_vec3 *points,
                             uintptr_t count,
                             void *buffer,
                             uintptr_t capacity,
                             uintptr_t *used);

// Checks a block of `size` bytes, exactly: 0 if it is that of a hull, else what is wrong. Queries
// look only at its lengths; so check once what comes from a file or from others. Takes as long as
// corners times faces.
int32_t clearance_hull_check(const void *block, uintptr_t size);

// The English sentence for a code: static, and never null.
const char *clearance_message(int32_t code);

// The version of the library, as `major * 10000 + minor * 100 + patch`: a header of another major
// or minor version does not fit.
int32_t clearance_version(void);

// Answers a question in JSON, as a line of `clearance query` is; with `certificate` not 0, with
// what proves it. The answer goes to `buffer`, ended by a zero, as far as `capacity` holds it, and
// its length without the zero to `length`: ask again with more room where that is not less than
// `capacity`. 0, or `CLEARANCE_TEXT` with an answer that says what is wrong.
// `question` holds `size` bytes, `buffer` `capacity`.
int32_t clearance_json(const char *question,
                       uintptr_t size,
                       int32_t certificate,
                       char *buffer,
                       uintptr_t capacity,
                       uintptr_t *length);

// The certificate of a pair with the question that it answers, in JSON: what `clearance verify`,
// `clearance_verify` and the independent checker read. 0, or `CLEARANCE_TEXT` and in the buffer
// why there is none.
// `buffer` holds `capacity` bytes.
int32_t clearance_certificate(const struct clearance_shape *a,
                              const struct clearance_pose *pose_a,
                              const struct clearance_shape *b,
                              const struct clearance_pose *pose_b,
                              char *buffer,
                              uintptr_t capacity,
                              uintptr_t *length);

// Checks a certificate in JSON by exact arithmetic. 0 where it is true, with what it proves in the
// buffer; or `CLEARANCE_TEXT` with why it is not.
// `document` holds `size` bytes, `buffer` `capacity`.
int32_t clearance_verify(const char *document,
                         uintptr_t size,
                         char *buffer,
                         uintptr_t capacity,
                         uintptr_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLEARANCE_H */

// Shapes by their numbers.

static inline clearance_shape clearance_of_size(int32_t kind, double p, double q, double r) {
    clearance_shape shape = {kind, 0, {p, q, r, 0.0}, 0.0, NULL};
    return shape;
}

static inline clearance_shape clearance_ball(double radius) {
    return clearance_of_size(CLEARANCE_BALL, radius, 0.0, 0.0);
}

// Along y.
static inline clearance_shape clearance_capsule(double half_height, double radius) {
    return clearance_of_size(CLEARANCE_CAPSULE, half_height, radius, 0.0);
}

// By half its edges.
static inline clearance_shape clearance_box(double x, double y, double z) {
    return clearance_of_size(CLEARANCE_BOX, x, y, z);
}

// Along y.
static inline clearance_shape clearance_cylinder(double half_height, double radius) {
    return clearance_of_size(CLEARANCE_CYLINDER, half_height, radius, 0.0);
}

// The apex up y.
static inline clearance_shape clearance_cone(double half_height, double radius) {
    return clearance_of_size(CLEARANCE_CONE, half_height, radius, 0.0);
}

static inline clearance_shape clearance_ellipsoid(double x, double y, double z) {
    return clearance_of_size(CLEARANCE_ELLIPSOID, x, y, z);
}

// All points p with normal . p <= offset.
static inline clearance_shape clearance_half_space(clearance_vec3 normal, double offset) {
    clearance_shape shape = {
        CLEARANCE_HALF_SPACE, 0, {normal.x, normal.y, normal.z, offset}, 0.0, NULL};
    return shape;
}

// Three corners of the caller's.
static inline clearance_shape clearance_triangle(const clearance_vec3 *corners) {
    clearance_shape shape = {CLEARANCE_TRIANGLE, 3, {0.0, 0.0, 0.0, 0.0}, 0.0, corners};
    return shape;
}

// The hull of points of the caller's.
static inline clearance_shape clearance_points(const clearance_vec3 *points, uint32_t count) {
    clearance_shape shape = {CLEARANCE_POINTS, count, {0.0, 0.0, 0.0, 0.0}, 0.0, points};
    return shape;
}

// A hull of clearance_hull_new.
static inline clearance_shape clearance_of_hull(const clearance_hull *hull) {
    clearance_shape shape = {CLEARANCE_HULL, 0, {0.0, 0.0, 0.0, 0.0}, 0.0, hull};
    return shape;
}

// A block of clearance_hull_build, aligned as a double is.
static inline clearance_shape clearance_of_block(const void *block, uint32_t bytes) {
    clearance_shape shape = {CLEARANCE_BLOCK, bytes, {0.0, 0.0, 0.0, 0.0}, 0.0, block};
    return shape;
}

// A pose without rotation.
static inline clearance_pose clearance_at(double x, double y, double z) {
    clearance_pose pose = {0.0, 0.0, 0.0, 1.0, {x, y, z}};
    return pose;
}
