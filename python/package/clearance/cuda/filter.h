// Do two convex solids overlap, and how far apart are they: one pair a thread, in float.
//
// A search in float finds, and what it found counts only beyond a bound of its own rounding:
// docs/errors.md, lemma 38, which derives every constant below. CUDA C++, which HIP compiles, and
// plain C++17, where a call answers all pairs: the gate's judge runs that.
//
// A solid is its core, a box or up to 64 corners, grown by a radius. A pose turns by q / |q|, the
// exact rotation of the floats given, and then translates. W is B - A, less the radii: the solids
// overlap where W comes within the radii of the origin.
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ + 0
#error "the bounds need NaN, and sums and residuals as they are written: no -ffast-math"
#endif
#if defined(__CUDACC__) || defined(__HIPCC__) || defined(__HIPCC_RTC__)
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#define CLEARANCE_INLINE static __device__ inline
#define CLEARANCE_ON_DEVICE 1
#define CLEARANCE_UNROLL _Pragma("unroll") // indices become constants, and arrays registers
#else
#include <math.h>
#define CLEARANCE_INLINE static inline
#define CLEARANCE_ON_DEVICE 0
#define CLEARANCE_UNROLL
#endif
#ifndef INFINITY // CUDA's compiler at run time has no headers
#define INFINITY __int_as_float(0x7f800000)
#endif
// Neither needs to be exact: what comes out is measured before it counts.
#ifndef CLEARANCE_DIVIDE
#define CLEARANCE_DIVIDE(a, b) ((a) / (b))
#endif
#ifndef CLEARANCE_ROOT
#define CLEARANCE_ROOT(a) sqrtf(a)
#endif
// The judge sets it to zero, to see that it is caught.
#ifndef CLEARANCE_TRUST
#define CLEARANCE_TRUST 1.0f
#endif

namespace clearance {

constexpr float UNIT = 1.0f / 16777216.0f; // half of float's epsilon
constexpr float OF_REACH = 72.0f, OF_OFFSET = 36.0f, OF_RADIUS = 48.0f;
constexpr float LARGEST = 3.4028235e38f;
constexpr int STEPS = 32;

constexpr signed char NO_PAIR = -1, APART = 0, OVERLAP = 1, UNDECIDED = 2;

// What is uploaded; `_solids.py` writes it. A corner has four floats, of which the last is unused.
struct alignas(16) Shape {
    int corners;     // how many; 0: a box
    int first;       // the first of them
    float half[3];   // of a box
    float radius;
    float reach;     // how far the core is from its origin, at most
    float inner;     // radius of a ball within the core, about `center`
    float center[3]; // a point of the core
    float slack;     // how far the solid meant may be from these floats
};

struct Vec {
    float x, y, z;
};
CLEARANCE_INLINE Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
CLEARANCE_INLINE Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
CLEARANCE_INLINE Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
CLEARANCE_INLINE Vec operator*(float k, Vec a) { return {k * a.x, k * a.y, k * a.z}; }
CLEARANCE_INLINE float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
CLEARANCE_INLINE Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
CLEARANCE_INLINE float largest(Vec a) { return fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fabsf(a.z)); }
CLEARANCE_INLINE bool finite(float a) { return fabsf(a) <= LARGEST; }

// The length, good to 10 units; of a root that is worse, the largest float, which proves nothing.
CLEARANCE_INLINE float length(Vec v) {
    float square = dot(v, v), root = CLEARANCE_ROOT(square);
    return fabsf(root * root - square) <= 16 * UNIT * square ? root : LARGEST;
}

// Makes the length 1, to 18 units, or says that it could not.
CLEARANCE_INLINE bool unit(Vec &v) {
    float square = dot(v, v);
    if (!(square > 1e-30f && square < 1e30f)) return false;
    v = CLEARANCE_DIVIDE(1.0f, CLEARANCE_ROOT(square)) * v;
    return fabsf(dot(v, v) - 1) <= 32 * UNIT;
}

struct Matrix {
    Vec row[3];
};
CLEARANCE_INLINE Vec operator*(const Matrix &m, Vec v) {
    return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)};
}
CLEARANCE_INLINE Vec transposed(const Matrix &m, Vec v) {
    return {m.row[0].x * v.x + m.row[1].x * v.y + m.row[2].x * v.z,
            m.row[0].y * v.x + m.row[1].y * v.y + m.row[2].y * v.z,
            m.row[0].z * v.x + m.row[1].z * v.y + m.row[2].z * v.z};
}

CLEARANCE_INLINE Vec x_axis(const Matrix &m) { return {m.row[0].x, m.row[1].x, m.row[2].x}; }
CLEARANCE_INLINE Vec y_axis(const Matrix &m) { return {m.row[0].y, m.row[1].y, m.row[2].y}; }
CLEARANCE_INLINE Vec z_axis(const Matrix &m) { return {m.row[0].z, m.row[1].z, m.row[2].z}; }

struct Quaternion {
    float x, y, z, w;
};

// The rotation by q / |q|, good to 31 units as an operator.
CLEARANCE_INLINE bool rotation(Quaternion q, Matrix &m) {
    float square = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    if (!(square > 1e-12f && square < 1e12f)) return false;
    float s = CLEARANCE_DIVIDE(2.0f, square);
    if (!(fabsf(s * square - 2) <= 12 * UNIT)) return false;
    float sx = s * q.x, sy = s * q.y, sz = s * q.z;
    m.row[0] = {1 - (sy * q.y + sz * q.z), sx * q.y - sz * q.w, sx * q.z + sy * q.w};
    m.row[1] = {sx * q.y + sz * q.w, 1 - (sx * q.x + sz * q.z), sy * q.z - sx * q.w};
    m.row[2] = {sx * q.z - sy * q.w, sy * q.z + sx * q.w, 1 - (sx * q.x + sy * q.y)};
    return true;
}

struct Pose {
    Vec at;
    Quaternion turn;
};
CLEARANCE_INLINE bool valid(const Pose &p) {
    const Quaternion &q = p.turn;
    return finite(p.at.x) && finite(p.at.y) && finite(p.at.z) && finite(q.x) && finite(q.y) &&
           finite(q.z) && finite(q.w) && (q.x != 0 || q.y != 0 || q.z != 0 || q.w != 0);
}

// A corner, in one load.
CLEARANCE_INLINE Vec load(const float *corner) {
#if CLEARANCE_ON_DEVICE
    float4 c = __ldg((const float4 *)corner);
    return {c.x, c.y, c.z};
#else
    return {corner[0], corner[1], corner[2]};
#endif
}

// A core in the world's axes, about its own origin, in units of the pair's size.
struct Core {
    const Shape *shape;
    const float *corners;
    Matrix turn;
};

// How high the core reaches along `d`, and which of its corners does.
CLEARANCE_INLINE float height(const Core &core, Vec d, int &which) {
    Vec a = transposed(core.turn, d);
    const float *h = core.shape->half;
    if (core.shape->corners == 0) {
        which = (a.x < 0 ? 1 : 0) | (a.y < 0 ? 2 : 0) | (a.z < 0 ? 4 : 0);
        return h[0] * fabsf(a.x) + h[1] * fabsf(a.y) + h[2] * fabsf(a.z);
    }
    float most = -LARGEST;
    which = 0;
    for (int i = 0; i < core.shape->corners; i++) {
        float here = dot(load(core.corners + 4 * i), a);
        if (here > most) {
            most = here;
            which = i;
        }
    }
    return most;
}

CLEARANCE_INLINE Vec corner(const Core &core, int which) {
    const float *h = core.shape->half;
    if (core.shape->corners == 0) {
        return core.turn * Vec{which & 1 ? -h[0] : h[0], which & 2 ? -h[1] : h[1],
                               which & 4 ? -h[2] : h[2]};
    }
    return core.turn * load(core.corners + 4 * which);
}

// Two cores and what lies between them. Lengths are in units of the pair's size.
struct Pair {
    Core a, b;
    Vec offset; // from A's origin to B's
    Vec middle; // from A's center to B's: a point of W, about which it holds a ball of `inner`
    float radius, inner;
    float error; // how far a height along a unit direction, or a point of W, may be off
    float size, scale; // powers of two, and each other's inverse
};

CLEARANCE_INLINE Vec at(const float *p) { return {p[0], p[1], p[2]}; }

// The pair, or that its numbers are out of the range in which the bounds hold.
CLEARANCE_INLINE bool place(const Shape &a, const Pose &pa, const Shape &b, const Pose &pb,
                            const float *corners, Pair &p) {
    Vec t = pb.at - pa.at;
    float reach = a.reach + b.reach, radius = a.radius + b.radius, slack = a.slack + b.slack;
    float size = reach + radius + slack + fabsf(t.x) + fabsf(t.y) + fabsf(t.z);
    if (!(size > 1e-20f && size < 1e20f)) return false;
    p.a = {&a, corners + 4 * a.first, {}};
    p.b = {&b, corners + 4 * b.first, {}};
    if (!rotation(pa.turn, p.a.turn) || !rotation(pb.turn, p.b.turn)) return false;
    // A power of two, which rounds nothing: squares and triple products stay in range.
    int exponent;
    frexpf(size, &exponent);
    float scale = p.scale = ldexpf(1.0f, -exponent);
    p.size = ldexpf(1.0f, exponent);
    for (int i = 0; i < 3; i++) {
        p.a.turn.row[i] = scale * p.a.turn.row[i];
        p.b.turn.row[i] = scale * p.b.turn.row[i];
    }
    p.offset = scale * t;
    p.radius = scale * radius;
    p.inner = scale * (a.inner + b.inner);
    p.middle = (p.b.turn * at(b.center) + p.offset) - p.a.turn * at(a.center);
    p.error = CLEARANCE_TRUST * (UNIT * (OF_REACH * (scale * reach) + OF_OFFSET * length(p.offset) +
                                         OF_RADIUS * p.radius) +
                                 scale * slack);
    return true;
}

// The simplex of a search, and the weights of its point nearest to the origin. However they are
// found, weights that are not negative and sum to 1 name a point of it.
struct Simplex {
    Vec at[4];
    int name[4];
    float weight[4];
    int count;
};

CLEARANCE_INLINE void put(Simplex &s, int place, Vec at, int name) {
    CLEARANCE_UNROLL
    for (int i = 0; i < 4; i++) {
        if (i != place) continue;
        s.at[i] = at;
        s.name[i] = name;
    }
}

// Both write weights and return the square of the distance.
CLEARANCE_INLINE float on_segment(Vec a, Vec b, float &wa, float &wb) {
    Vec along = b - a;
    float whole = dot(along, along), part = -dot(a, along);
    float k = whole > 0 ? fminf(fmaxf(CLEARANCE_DIVIDE(part, whole), 0.0f), 1.0f) : 0.0f;
    wa = 1 - k;
    wb = k;
    Vec y = wa * a + wb * b;
    return dot(y, y);
}

CLEARANCE_INLINE float on_triangle(Vec a, Vec b, Vec c, float &wa, float &wb, float &wc) {
    Vec n = cross(b - a, c - a);
    float ua = dot(cross(b, c), n), ub = dot(cross(c, a), n), uc = dot(cross(a, b), n);
    float sum = ua + ub + uc;
    if (ua >= 0 && ub >= 0 && uc >= 0 && sum > 0) {
        float inverse = CLEARANCE_DIVIDE(1.0f, sum);
        wa = ua * inverse;
        wb = ub * inverse;
        wc = uc * inverse;
        Vec y = wa * a + wb * b + wc * c;
        return dot(y, y);
    }
    // Only an edge that the origin is beyond has the nearest point; without an area, any.
    bool all = !(sum > 0);
    float least = LARGEST, u, v, here;
    wa = 1;
    wb = wc = 0;
    if ((all || uc < 0) && (here = on_segment(a, b, u, v)) < least) {
        least = here, wa = u, wb = v, wc = 0;
    }
    if ((all || ua < 0) && (here = on_segment(b, c, u, v)) < least) {
        least = here, wa = 0, wb = u, wc = v;
    }
    if ((all || ub < 0) && (here = on_segment(c, a, u, v)) < least) {
        least = here, wa = v, wb = 0, wc = u;
    }
    return least;
}

CLEARANCE_INLINE void on_tetrahedron(const Vec *s, float *w) {
    Vec ab = cross(s[0], s[1]), cd = cross(s[2], s[3]);
    float u[4] = {dot(s[1], cd), -dot(s[0], cd), dot(ab, s[3]), -dot(ab, s[2])};
    float sum = u[0] + u[1] + u[2] + u[3];
    float sign = sum < 0 ? -1.0f : 1.0f;
    CLEARANCE_UNROLL
    for (int i = 0; i < 4; i++) u[i] *= sign;
    sum *= sign;
    if (u[0] >= 0 && u[1] >= 0 && u[2] >= 0 && u[3] >= 0 && sum > 0) {
        float inverse = CLEARANCE_DIVIDE(1.0f, sum);
        CLEARANCE_UNROLL
        for (int i = 0; i < 4; i++) w[i] = u[i] * inverse;
        return;
    }
    float least = LARGEST;
    CLEARANCE_UNROLL
    for (int i = 0; i < 4; i++) {
        if (u[i] >= 0 && sum > 0) continue;
        int j = (i + 1) & 3, k = (i + 2) & 3, l = (i + 3) & 3;
        float wj, wk, wl, here = on_triangle(s[j], s[k], s[l], wj, wk, wl);
        if (here < least) {
            least = here;
            w[i] = 0, w[j] = wj, w[k] = wk, w[l] = wl;
        }
    }
}

// The point nearest to the origin, and only the corners that it needs; or that the weights are no
// good.
CLEARANCE_INLINE bool nearest(Simplex &s, Vec &y) {
    float *w = s.weight;
    w[0] = 1;
    w[1] = w[2] = w[3] = 0;
    if (s.count == 2) on_segment(s.at[0], s.at[1], w[0], w[1]);
    if (s.count == 3) on_triangle(s.at[0], s.at[1], s.at[2], w[0], w[1], w[2]);
    if (s.count == 4) on_tetrahedron(s.at, w);
    if (!(fabsf((w[0] + w[1]) + (w[2] + w[3]) - 1) <= 8 * UNIT)) return false;
    if (!(w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && w[3] >= 0)) return false;
    y = {0, 0, 0};
    int kept = 0;
    CLEARANCE_UNROLL
    for (int i = 0; i < 4; i++) {
        if (w[i] == 0) continue;
        y = y + w[i] * s.at[i];
        put(s, kept++, s.at[i], s.name[i]);
    }
    s.count = kept;
    return true;
}

struct Bounds {
    float low, high; // of the distance of the solids; `high` is below 0 only beside `overlap`
    bool overlap;    // proved
};

// How far the axes of two boxes' faces and edges part them at most. One of them does where any
// does.
CLEARANCE_INLINE float parted(const Pair &p) {
    const float *half_a = p.a.shape->half, *half_b = p.b.shape->half;
    Vec ha = p.scale * at(half_a), hb = p.scale * at(half_b);
    float a[3] = {ha.x, ha.y, ha.z}, b[3] = {hb.x, hb.y, hb.z};
    Vec offset = p.size * transposed(p.a.turn, p.offset);
    float t[3] = {offset.x, offset.y, offset.z}, r[3][3], most = -LARGEST;
    Vec row[3] = {x_axis(p.a.turn), y_axis(p.a.turn), z_axis(p.a.turn)};
    CLEARANCE_UNROLL
    for (int i = 0; i < 3; i++) {
        Vec in_b = p.size * transposed(p.b.turn, p.size * row[i]);
        r[i][0] = in_b.x, r[i][1] = in_b.y, r[i][2] = in_b.z;
    }
    CLEARANCE_UNROLL
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3, l = (i + 2) % 3;
        most = fmaxf(most, fabsf(t[i]) - (a[i] + b[0] * fabsf(r[i][0]) + b[1] * fabsf(r[i][1]) +
                                          b[2] * fabsf(r[i][2])));
        most = fmaxf(most, fabsf(t[0] * r[0][i] + t[1] * r[1][i] + t[2] * r[2][i]) -
                               (b[i] + a[0] * fabsf(r[0][i]) + a[1] * fabsf(r[1][i]) +
                                a[2] * fabsf(r[2][i])));
        CLEARANCE_UNROLL
        for (int j = 0; j < 3; j++) {
            const int m = (j + 1) % 3, n = (j + 2) % 3;
            most = fmaxf(most, fabsf(t[l] * r[k][j] - t[k] * r[l][j]) -
                                   (a[k] * fabsf(r[l][j]) + a[l] * fabsf(r[k][j]) +
                                    b[m] * fabsf(r[i][n]) + b[n] * fabsf(r[i][m])));
        }
    }
    return most;
}

// Takes the ball within a tetrahedron of W for the one about the middle, if it is larger.
CLEARANCE_INLINE void widen(Pair &p, const Simplex &s, Vec shift) {
    Vec e = s.at[1] - s.at[0], f = s.at[2] - s.at[0], g = s.at[3] - s.at[0];
    float longest = fmaxf(fmaxf(largest(e), largest(f)), largest(g)), square = longest * longest;
    float volume = fabsf(dot(cross(e, f), g)) - 64 * UNIT * square * longest;
    // A corner is four times as high above its face as the mean of all.
    float area = fmaxf(fmaxf(length(cross(e, f)), length(cross(f, g))),
                       fmaxf(length(cross(g, e)), length(cross(f - e, g - e))));
    area = 4 * (area + 256 * UNIT * square);
    float inner = (1 - 32 * UNIT) * CLEARANCE_DIVIDE(volume, area);
    if (!(inner * area <= volume)) return;
    inner -= (1 + 32 * UNIT) * p.error;
    if (!(inner > p.inner)) return;
    p.inner = inner;
    p.middle = 0.25f * ((s.at[0] + s.at[1]) + (s.at[2] + s.at[3])) - shift;
}

// GJK on W, pushed by `push` times its middle. A direction bounds the distance from below, a point
// of W from above; and a point that a push brought near the origin is beyond it, as seen from the
// ball about the middle, so that W holds the origin itself. `numbers`: until the bounds meet, and
// not only until the verdict is known.
CLEARANCE_INLINE void search(Pair &p, float push, bool numbers, Bounds &found) {
    Vec shift = push * p.middle, y = p.middle + shift;
    float doubt = (1 + 2 * push) * p.error, room = p.radius + push * (p.inner + p.radius);
    float to_middle = length(p.middle);
    found.high = fminf(found.high, to_middle + p.error - p.radius);
    found.overlap = to_middle + p.error <= p.inner + p.radius;
    float away = to_middle + length(shift);
    Simplex s;
    s.count = 0;
    for (int step = 0; step < STEPS && !found.overlap; step++) {
        Vec d = y;
        if (!unit(d)) return;
        int of_a, of_b;
        float gap = dot(p.offset, d) - height(p.a, d, of_a) - height(p.b, -d, of_b);
        found.low = fmaxf(found.low, gap - p.radius - p.error);
        if (!numbers && found.low > 0) return;
        // The search has ended, and its bounds with it.
        if (away - (gap + dot(shift, d)) <= 2 * p.error) return;
        int name = of_a << 8 | of_b;
        CLEARANCE_UNROLL
        for (int i = 0; i < 4; i++) {
            if (i < s.count && s.name[i] == name) return;
        }
        Vec w = ((corner(p.b, of_b) + p.offset) - corner(p.a, of_a)) + shift;
        put(s, s.count++, w, name);
        if (!nearest(s, y)) return;
        away = length(y);
        if (push == 0) found.high = fminf(found.high, away + p.error - p.radius);
        found.overlap = away + doubt <= room;
        // Within a tetrahedron: there is nowhere to go.
        if (s.count == 4) return widen(p, s, shift);
    }
}

// How far a point within some errors of the origin must have been pushed; not, if that is far.
CLEARANCE_INLINE float push_of(const Pair &p) {
    float room = p.inner + p.radius;
    return 128 * p.error < room ? CLEARANCE_DIVIDE(8 * p.error, room) : 0;
}

// Searches for the distance, if `numbers`; and for the verdict as long as it is open: with a push,
// without one, and with the smaller push that the room within W allows which a search has found, as
// of thin solids that cross.
CLEARANCE_INLINE void settle(Pair &p, bool numbers, Bounds &found) {
    if (!p.a.shape->corners && !p.b.shape->corners && p.radius == 0) {
        // Open near contact, and where edges are nearly parallel: their product has no length.
        float most = parted(p), doubt = 4 * p.error;
        found.low = most - doubt;
        found.overlap = most < -doubt;
        if (found.overlap || (found.low > 0 && !numbers)) return;
    }
    float inner = p.inner;
    bool plain = false; // has a search been without a push
    for (int round = numbers ? 0 : 1; round < 4; round++) {
        float push = round & 1 ? push_of(p) : 0;
        if (plain && push == 0) continue;
        if (round == 3 && !(p.inner > inner)) return;
        search(p, push, round == 0, found);
        if (found.overlap || found.low > 0) return;
        plain |= push == 0;
    }
}

CLEARANCE_INLINE signed char verdict(const Shape &a, const Pose &pa, const Shape &b, const Pose &pb,
                                     const float *corners) {
    Pair p;
    if (!valid(pa) || !valid(pb)) return NO_PAIR;
    if (!place(a, pa, b, pb, corners, p)) return UNDECIDED;
    Bounds found = {-LARGEST, LARGEST, false};
    settle(p, false, found);
    return found.overlap ? OVERLAP : found.low > 0 ? APART : UNDECIDED;
}

CLEARANCE_INLINE void bounds(const Shape &a, const Pose &pa, const Shape &b, const Pose &pb,
                             const float *corners, float &low, float &high) {
    Pair p;
    low = high = nanf("");
    if (!valid(pa) || !valid(pb)) return;
    low = 0;
    high = INFINITY;
    if (!place(a, pa, b, pb, corners, p)) return;
    Bounds found = {-LARGEST, LARGEST, false};
    settle(p, true, found);
    low = found.overlap ? 0 : p.size * fmaxf(found.low, 0);
    high = found.overlap ? 0 : found.high < LARGEST ? p.size * fmaxf(found.high, 0) : INFINITY;
}

// Where the shapes and poses of one side of all pairs are. Steps are in elements; a null pointer
// stands for `only` shape, for the origin, or for no turn.
struct Side {
    const void *index;
    long long step, wide, only; // `wide`: of 64 bits
    const float *at;
    long long at_row, at_column;
    const float *turn;
    long long turn_row, turn_column, scalar_first;
};

CLEARANCE_INLINE long long index_of(const Side &s, long long i) {
    if (!s.index) return s.only;
    return s.wide ? ((const long long *)s.index)[i * s.step] : ((const int *)s.index)[i * s.step];
}

CLEARANCE_INLINE Pose pose_of(const Side &s, long long i) {
    Pose p = {{0, 0, 0}, {0, 0, 0, 1}};
    if (s.at) {
        const float *t = s.at + i * s.at_row;
        p.at = {t[0], t[s.at_column], t[2 * s.at_column]};
    }
    if (s.turn) {
        const float *q = s.turn + i * s.turn_row + (s.scalar_first ? s.turn_column : 0);
        const float *w = s.turn + i * s.turn_row + (s.scalar_first ? 0 : 3 * s.turn_column);
        p.turn = {q[0], q[s.turn_column], q[2 * s.turn_column], *w};
    }
    return p;
}

// Pair `i`, or that an index names no shape.
CLEARANCE_INLINE bool named(const Shape *shapes, long long count, const Side &a, const Side &b,
                            long long i, const Shape *&sa, const Shape *&sb) {
    long long ia = index_of(a, i), ib = index_of(b, i);
    if (ia < 0 || ia >= count || ib < 0 || ib >= count) return false;
    sa = shapes + ia;
    sb = shapes + ib;
    return true;
}

CLEARANCE_INLINE void verdict_of(const Shape *shapes, const float *corners, long long count,
                                 const Side &a, const Side &b, long long i, signed char *out) {
    const Shape *sa, *sb;
    out[i] = named(shapes, count, a, b, i, sa, sb)
                 ? verdict(*sa, pose_of(a, i), *sb, pose_of(b, i), corners)
                 : NO_PAIR;
}

CLEARANCE_INLINE void bounds_of(const Shape *shapes, const float *corners, long long count,
                                const Side &a, const Side &b, long long i, float *low,
                                float *high) {
    const Shape *sa, *sb;
    if (named(shapes, count, a, b, i, sa, sb)) {
        bounds(*sa, pose_of(a, i), *sb, pose_of(b, i), corners, low[i], high[i]);
    } else {
        low[i] = high[i] = nanf("");
    }
}

} // namespace clearance

// The doors: pointers and 64-bit integers, nothing else.
#define CLEARANCE_SIDE(x)                                                                          \
    const void *x##_index, long long x##_step, long long x##_wide, long long x##_only,             \
        const float *x##_at, long long x##_at_row, long long x##_at_column, const float *x##_turn, \
        long long x##_turn_row, long long x##_turn_column, long long x##_scalar_first
#define CLEARANCE_SIDE_OF(x)                                                                       \
    clearance::Side {                                                                              \
        x##_index, x##_step, x##_wide, x##_only, x##_at, x##_at_row, x##_at_column, x##_turn,      \
            x##_turn_row, x##_turn_column, x##_scalar_first                                        \
    }
#if CLEARANCE_ON_DEVICE
#define CLEARANCE_DOOR extern "C" __global__ void
#define CLEARANCE_EACH(i, n)                                                                       \
    if (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < (n))
#else
#define CLEARANCE_DOOR extern "C" void
#define CLEARANCE_EACH(i, n) for (long long i = 0; i < (n); i++)
#endif

CLEARANCE_DOOR clearance_verdicts(const clearance::Shape *shapes, const float *corners,
                                  long long count, CLEARANCE_SIDE(a), CLEARANCE_SIDE(b),
                                  signed char *out, long long n) {
    clearance::Side a = CLEARANCE_SIDE_OF(a), b = CLEARANCE_SIDE_OF(b);
    CLEARANCE_EACH(i, n) clearance::verdict_of(shapes, corners, count, a, b, i, out);
}

CLEARANCE_DOOR clearance_bounds(const clearance::Shape *shapes, const float *corners,
                                long long count, CLEARANCE_SIDE(a), CLEARANCE_SIDE(b), float *low,
                                float *high, long long n) {
    clearance::Side a = CLEARANCE_SIDE_OF(a), b = CLEARANCE_SIDE_OF(b);
    CLEARANCE_EACH(i, n) clearance::bounds_of(shapes, corners, count, a, b, i, low, high);
}
