// The largest errors that a climb finds, beside what lemma 38 of docs/errors.md claims, in units of
// half an epsilon of float. The truth is counted in double, whose own error is 1e-8 of these.
#include "sloppy.h"

#include "filter.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

using namespace clearance;
using Numbers = std::vector<float>;

static std::mt19937 source(1);
static float uniform(float a, float b) {
    return std::uniform_real_distribution<float>(a, b)(source);
}

struct Exact {
    double x, y, z;
};
static Exact operator-(Exact a, Exact b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Exact operator+(Exact a, Exact b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Exact operator*(double k, Exact a) { return {k * a.x, k * a.y, k * a.z}; }
static double dot(Exact a, Exact b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Exact cross(Exact a, Exact b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double norm(Exact a) { return sqrt(dot(a, a)); }
static Exact exact(Vec v) { return {v.x, v.y, v.z}; }

// By the products of quaternions, and not by the matrix that is measured.
static Exact turned(Quaternion q, Exact v) {
    double x = q.x, y = q.y, z = q.z, w = q.w, n = x * x + y * y + z * z + w * w;
    Exact u{x, y, z}, c{y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x};
    return 1 / n * ((w * w - dot(u, u)) * v + 2 * dot(u, v) * u + 2 * w * c);
}

// The worst that random numbers and a climb from their worst find.
static double worst(size_t count, const std::function<double(const Numbers &)> &error) {
    Numbers best(count), next(count);
    double most = -1;
    for (int i = 0; i < 400000; i++) {
        next = best;
        if (i < 50000) {
            for (float &x : next) x = uniform(-1, 1);
        } else {
            float step = powf(10, uniform(-7, 0));
            for (int k = 0; k < 3; k++) next[source() % count] += step * uniform(-1, 1);
            for (float &x : next) x = std::clamp(x, -1.0f, 1.0f);
            if (source() % 8 == 0) next[source() % count] *= 1e-38f;
        }
        double here = error(next);
        if (here > most) most = here, best = next;
    }
    return most;
}

static bool failed = false;
static void row(const char *name, double claimed, double found) {
    printf("| %-46s | %5.1f | %5.1f |\n", name, claimed, found);
    if (!(found >= 0 && found <= claimed)) failed = true;
}

static Vec vec(const float *p) { return {p[0], p[1], p[2]}; }
static Quaternion quaternion(const float *p) {
    // Of any length: a power of ten.
    float k = powf(10, 3 * p[4]);
    return {k * p[0], k * p[1], k * p[2], k * p[3]};
}

// Two solids of four corners each and a pose of each, of 45 numbers.
struct Sample {
    Shape a = {}, b = {};
    Numbers corners;
    Pose pa, pb;
    Pair pair;
    bool good;

    explicit Sample(const Numbers &n) : corners(32) {
        a.corners = b.corners = 4;
        b.first = 4;
        for (int i = 0; i < 8; i++) {
            std::copy_n(&n[3 * i], 3, &corners[4 * i]);
            float &reach = (i < 4 ? a : b).reach;
            reach = std::max(reach, float(norm(exact(vec(&n[3 * i]))) * 1.000001));
        }
        a.radius = fabsf(n[24]);
        b.radius = fabsf(n[25]);
        pa = {vec(&n[26]), quaternion(&n[29])};
        pb = {vec(&n[34]), quaternion(&n[37])};
        good = place(a, pa, b, pb, corners.data(), pair);
    }
    Exact of_a(int i) const { return turned(pa.turn, exact(vec(&corners[4 * i]))); }
    Exact of_b(int i) const {
        return turned(pb.turn, exact(vec(&corners[16 + 4 * i]))) + (exact(pb.at) - exact(pa.at));
    }
};

int main() {
    flush();
    const double u = 1 / 16777216.0;
    printf("| error                                          | claim | found |\n");
    printf("| ---------------------------------------------- | ----: | ----: |\n");
    row("a length, of itself", 10, worst(3, [&](const Numbers &n) {
            double truth = norm(exact(vec(n.data())));
            if (truth < 1e-10) return -1.0;
            return fabs(length(vec(n.data())) - truth) / truth / u;
        }));
    row("a unit direction's length", 18, worst(3, [&](const Numbers &n) {
            Vec d = vec(n.data());
            return unit(d) ? fabs(norm(exact(d)) - 1) / u : -1;
        }));
    row("a rotation's matrix, of what it turns", 30.3, worst(8, [&](const Numbers &n) {
            Quaternion q = quaternion(n.data());
            Matrix m;
            Exact v = exact(vec(&n[5])), away = turned(q, v);
            if (!rotation(q, m) || norm(v) < 1e-10) return -1.0;
            Exact x = exact(m.row[0]), y = exact(m.row[1]), z = exact(m.row[2]);
            return norm(away - Exact{dot(x, v), dot(y, v), dot(z, v)}) / norm(v) / u;
        }));
    row("a corner turned, of the reach", 35.5, worst(8, [&](const Numbers &n) {
            Core core = {};
            Shape shape = {};
            shape.corners = 1;
            core.shape = &shape;
            core.corners = &n[5];
            Quaternion q = quaternion(n.data());
            Exact v = exact(vec(&n[5]));
            if (!rotation(q, core.turn) || norm(v) < 1e-10) return -1.0;
            return norm(exact(corner(core, 0)) - turned(q, v)) / norm(v) / u;
        }));
    row("a height, of the reach", 38.5, worst(11, [&](const Numbers &n) {
            Core core = {};
            Shape shape = {};
            for (int i = 0; i < 3; i++) shape.half[i] = fabsf(n[5 + i]);
            core.shape = &shape;
            Quaternion q = quaternion(n.data());
            Vec d = vec(&n[8]);
            double reach = norm(exact(vec(shape.half)));
            if (!rotation(q, core.turn) || !unit(d) || reach < 1e-10) return -1.0;
            int which;
            double found = height(core, d, which), truth = 0;
            for (int i = 0; i < 3; i++) {
                Exact axis = turned(q, {i == 0 ? 1.0 : 0, i == 1 ? 1.0 : 0, i == 2 ? 1.0 : 0});
                truth += shape.half[i] * fabs(dot(axis, exact(d)));
            }
            return fabs(found - truth) / reach / u;
        }));
    // Of the whole bound, in hundredths.
    row("a lower bound, in percent of what is charged", 100, worst(45, [&](const Numbers &n) {
            Sample s(n);
            Vec d = vec(&n[42]);
            if (!s.good || !unit(d)) return -1.0;
            int of_a, of_b;
            double truth = 1e30;
            float of_both = height(s.pair.a, d, of_a) + height(s.pair.b, -d, of_b);
            float gap = dot(s.pair.offset, d) - of_both;
            float low = gap - s.pair.radius - s.pair.error;
            for (int i = 0; i < 16; i++) {
                truth = std::min(truth, dot(s.of_b(i / 4) - s.of_a(i % 4), exact(d)));
            }
            truth = truth / norm(exact(d)) - (double(s.a.radius) + s.b.radius);
            return 100 * fabs((double(low) + s.pair.error) * s.pair.size - truth) / s.pair.error /
                   s.pair.size;
        }));
    row("an upper bound, in percent of what is charged", 100, worst(42, [&](const Numbers &n) {
            Sample s(n);
            if (!s.good) return -1.0;
            Simplex simplex;
            simplex.count = 4;
            Exact points[4];
            for (int i = 0; i < 4; i++) {
                simplex.name[i] = i;
                simplex.at[i] = (corner(s.pair.b, i) + s.pair.offset) - corner(s.pair.a, i);
                points[i] = s.of_b(i) - s.of_a(i);
            }
            Vec y;
            if (!nearest(simplex, y)) return -1.0;
            Exact sum{0, 0, 0};
            double all = 0;
            for (int i = 0; i < 4; i++) {
                sum = sum + double(simplex.weight[i]) * points[i];
                all += simplex.weight[i];
            }
            return 100 * fabs(length(y) * double(s.pair.size) - norm(sum) / all) / s.pair.error /
                   s.pair.size;
        }));
    row("boxes' axes, in percent of what is charged", 100, worst(22, [&](const Numbers &n) {
            Shape a = {}, b = {};
            for (int i = 0; i < 3; i++) {
                a.half[i] = fabsf(n[16 + i]);
                b.half[i] = fabsf(n[19 + i]);
            }
            a.reach = float(norm(exact(vec(a.half))) * 1.000001);
            b.reach = float(norm(exact(vec(b.half))) * 1.000001);
            Pose pa = {vec(&n[0]), quaternion(&n[3])}, pb = {vec(&n[8]), quaternion(&n[11])};
            Pair pair;
            if (!place(a, pa, b, pb, nullptr, pair)) return -1.0;
            Exact t = exact(pb.at) - exact(pa.at), of_a[3], of_b[3];
            for (int i = 0; i < 3; i++) {
                Exact e{i == 0 ? 1.0 : 0, i == 1 ? 1.0 : 0, i == 2 ? 1.0 : 0};
                of_a[i] = turned(pa.turn, e);
                of_b[i] = turned(pb.turn, e);
            }
            double truth = -1e30;
            auto part = [&](Exact d) {
                double away = fabs(dot(t, d));
                for (int i = 0; i < 3; i++) {
                    away -= a.half[i] * fabs(dot(of_a[i], d)) + b.half[i] * fabs(dot(of_b[i], d));
                }
                truth = std::max(truth, away);
            };
            for (int i = 0; i < 3; i++) {
                part(of_a[i]);
                part(of_b[i]);
                for (int j = 0; j < 3; j++) part(cross(of_a[i], of_b[j]));
            }
            return 100 * fabs(parted(pair) * double(pair.size) - truth) / (4 * pair.error) /
                   pair.size;
        }));
    row("a ball within a tetrahedron, in percent of true", 100, worst(14, [&](const Numbers &n) {
            Simplex s;
            s.count = 4;
            for (int i = 0; i < 4; i++) s.at[i] = vec(&n[3 * i]);
            // Nearly flat, and off the origin, where digits are lost.
            Vec off = vec(&n[9]), away = {3 * n[13], 1, -1};
            float flat = powf(10, -4 - 4 * n[12]);
            s.at[3] = n[3] * s.at[0] + n[7] * s.at[1] + (1 - n[3] - n[7]) * s.at[2] + flat * off;
            for (Vec &v : s.at) v = v + away;
            Pair p = {};
            widen(p, s, {0, 0, 0});
            if (!(p.inner > 0)) return -1.0;
            Exact middle{0, 0, 0};
            for (Vec &v : s.at) middle = middle + 0.25 * exact(v);
            double truth = 1e30;
            for (int i = 0; i < 4; i++) {
                Exact a = exact(s.at[i]), e = exact(s.at[(i + 1) & 3]) - a;
                Exact f = exact(s.at[(i + 2) & 3]) - a, up = middle - a;
                Exact m = cross(e, f);
                truth = std::min(truth, fabs(dot(m, up)) / norm(m));
            }
            return 100 * p.inner / truth;
        }));
    puts(failed ? "FAIL  one is larger" : "PASS  all are below");
    return failed;
}
