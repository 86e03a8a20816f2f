/* Asks every question about the pairs on standard input, written by the example `pairs`, and
 * compares each answer with Rust's to the last bit. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clearance/clearance.h>

enum { MOST_POINTS = 16, MOST_BLOCK = 512, MOST_WORDS = 256 };

static uint64_t word(void) {
    uint64_t value;
    if (scanf("%" SCNx64, &value) != 1) {
        fprintf(stderr, "the input ends within a pair\n");
        exit(2);
    }
    return value;
}

static double number(void) {
    uint64_t bits = word();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static clearance_vec3 vec3(void) {
    clearance_vec3 v;
    v.x = number();
    v.y = number();
    v.z = number();
    return v;
}

/* What has been answered. */
static uint64_t found[MOST_WORDS];
static size_t count;

static void put(uint64_t value) {
    if (count < MOST_WORDS) {
        found[count++] = value;
    }
}

static void put_number(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(bits);
}

static void put_vec3(clearance_vec3 v) {
    put_number(v.x);
    put_number(v.y);
    put_number(v.z);
}

static void put_class(int32_t code) {
    if (code < 0) {
        fprintf(stderr, "an answer is %" PRId32 ": %s\n", code, clearance_message(code));
        exit(1);
    }
    put((uint64_t)code);
}

static void put_witness(const clearance_witness *witness) {
    put_number(witness->length);
    put_number(witness->gap);
    put_vec3(witness->on_a);
    put_vec3(witness->on_b);
    put_vec3(witness->normal);
}

static void put_hit(int32_t code, const clearance_hit *hit) {
    put_class(code);
    put_number(hit->low);
    put_number(hit->high);
    put_witness(&hit->witness);
}

/* A shape, its points and its pose. */
typedef struct {
    clearance_shape shape;
    clearance_vec3 points[MOST_POINTS];
    clearance_hull *hull;
    double block[MOST_BLOCK];
    clearance_pose pose;
} body;

static void read_body(body *b, uint64_t kind) {
    memset(b, 0, sizeof *b);
    uint64_t points = word();
    if (points > MOST_POINTS) {
        fprintf(stderr, "%" PRIu64 " points are too many\n", points);
        exit(2);
    }
    b->shape.kind = (int32_t)kind;
    b->shape.count = (uint32_t)points;
    for (int i = 0; i < 4; i++) {
        b->shape.size[i] = number();
    }
    b->shape.margin = number();
    for (uint64_t i = 0; i < points; i++) {
        b->points[i] = vec3();
    }
    b->shape.data = points > 0 ? b->points : NULL;
    if (kind == CLEARANCE_HULL) {
        put_class(clearance_hull_new(b->points, points, b->shape.margin, &b->hull));
        count--;
        b->shape.data = b->hull;
        b->shape.margin = 0.0;
    }
    if (kind == CLEARANCE_BLOCK) {
        size_t used = 0;
        put_class(clearance_hull_build(b->points, points, b->block, sizeof b->block, &used));
        put_class(clearance_hull_check(b->block, used));
        count -= 2;
        b->shape.count = (uint32_t)used;
        b->shape.data = b->block;
    }
    b->pose.qx = number();
    b->pose.qy = number();
    b->pose.qz = number();
    b->pose.qw = number();
    b->pose.position = vec3();
}

static void ask(const body *a, const body *b, clearance_vec3 velocity, clearance_vec3 turning) {
    put_class(clearance_intersects(&a->shape, &a->pose, &b->shape, &b->pose, NULL));

    clearance_witness witness;
    put_class(clearance_proximity(&a->shape, &a->pose, &b->shape, &b->pose, NULL, &witness));
    put_witness(&witness);
    put_class(clearance_proximity_within(&a->shape, &a->pose, &b->shape, &b->pose, 0.5, NULL,
                                         &witness));
    put_witness(&witness);

    clearance_hit hit;
    clearance_sweep sweep = {{0.0, 0.0, 0.0}, velocity, {2.0, 0.0, CLEARANCE_START_REPORT, 0, 0.0}};
    put_hit(clearance_cast(&a->shape, &a->pose, &b->shape, &b->pose, &sweep, &hit), &hit);
    sweep.meeting.tolerance = 0.0625;
    put_hit(clearance_cast(&a->shape, &a->pose, &b->shape, &b->pose, &sweep, &hit), &hit);

    clearance_motion rest, moves;
    memset(&rest, 0, sizeof rest);
    memset(&moves, 0, sizeof moves);
    rest.start = a->pose;
    moves.start = b->pose;
    moves.velocity = velocity;
    moves.turning = turning;
    clearance_meeting meeting = {1.0, 0.0, CLEARANCE_START_REPORT, 0, 0.0};
    put_hit(clearance_time_of_impact(&a->shape, &rest, &b->shape, &moves, &meeting, &hit), &hit);
    meeting.tolerance = 0.0625;
    put_hit(clearance_time_of_impact(&a->shape, &rest, &b->shape, &moves, &meeting, &hit), &hit);

    clearance_manifold manifold;
    put_class(clearance_contact_manifold(&a->shape, &a->pose, &b->shape, &b->pose, 0.25,
                                         &manifold));
    put_vec3(manifold.normal);
    put_number(manifold.gap);
    put(manifold.count);
    for (int i = 0; i < 4; i++) {
        put_vec3(manifold.points[i].on_a);
        put_vec3(manifold.points[i].on_b);
        put_number(manifold.points[i].depth);
        put(manifold.points[i].key);
    }

    clearance_overlap overlap;
    memset(&overlap, 0, sizeof overlap);
    int32_t shared =
        clearance_overlap_volume(&a->shape, &a->pose, &b->shape, &b->pose, &overlap);
    if (shared == CLEARANCE_NO_POLYTOPE) {
        put(14);
    } else {
        put_class(shared);
    }
    put_number(overlap.volume_low);
    put_number(overlap.volume_high);
    put_number(overlap.area);
    put_vec3(overlap.centroid);
    put((uint64_t)overlap.touching);

    clearance_ray ray = {b->pose.position, velocity, INFINITY, 0};
    ray.direction.y += 8.5;
    clearance_ray_hit met;
    put_class(clearance_cast_ray(&a->shape, &a->pose, &ray, &met));
    put_number(met.low);
    put_number(met.high);
    put_vec3(met.point);
    put_vec3(met.normal);

    clearance_projection projection;
    put_class(clearance_project_point(&a->shape, &a->pose, b->pose.position, &projection));
    put_vec3(projection.point);
    put_vec3(projection.normal);
    put_number(projection.signed_distance);
    put_number(projection.gap);
}

int main(void) {
    long pairs = 0, wrong = 0;
    uint64_t kind;
    static body a, b;
    while (scanf("%" SCNx64, &kind) == 1) {
        count = 0;
        read_body(&a, kind);
        read_body(&b, word());
        clearance_vec3 velocity = vec3(), turning = vec3();
        ask(&a, &b, velocity, turning);
        int differs = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t expected = word();
            if (expected != found[i] && !differs) {
                fprintf(stderr, "pair %ld: answer %zu is %" PRIx64 ", not %" PRIx64 "\n", pairs, i,
                        found[i], expected);
                differs = 1;
            }
        }
        wrong += differs;
        pairs++;
        clearance_hull_free(a.hull);
        clearance_hull_free(b.hull);
    }
    printf("%ld pairs, every question: %ld differ from Rust\n", pairs, wrong);
    return wrong == 0 && pairs > 0 ? 0 : 1;
}
