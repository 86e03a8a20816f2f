/* Two tower cranes whose working areas overlap, for a minute: every 50 ms the certified least
 * distance over the stopping motion says go, slow or stop. What such a device is, and how little of
 * it a library is: docs/controllers.md.
 *
 *     cranes            the log: every change, and a line each five seconds
 *     cranes all        every cycle, as a table
 *     cranes proofs     certificates of some hundred of the distances, one a line
 *     cranes any        operators who wish anything for ten minutes, and the last line
 *
 * Exit status: 0; 1 where a distance below the floor was not excluded; 2 where a drive left what it
 * is known to keep, or a question was refused.
 *
 * Metres, seconds, radians; y is up. With a slew of s the jib points to (cos s, 0, -sin s). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <clearance/clearance.h>

enum { SLEW, TROLLEY, HOIST, AXES };
enum { MAST, JIB, COUNTER_JIB, CAR, ROPE, LOAD, PARTS };
enum { GO, SLOW, STOP };
enum { CRANES = 2, CORNERS = 24, LAG = 3, MINUTE = 1200 };

#define CYCLE 0.05
#define REACTION 0.3  /* From a measurement to brakes that hold: (LAG + 1) * CYCLE or more. */
#define LOOK 3.0      /* How far ahead a wish is looked at. */
#define FLOOR 2.0     /* No two parts come nearer. */
#define CREEP 0.3     /* The share of a wish that is granted when slow. */
#define ROUNDING 1e-6 /* More than sums, sines and cosines here are off by, which is below 1e-12. */

static const char *const PART[] = {"mast", "jib", "counter-jib", "trolley", "rope", "load"};
static const char *const CLASS[] = {"go", "slow", "stop"};

/* What a drive is known to keep: greatest speed and acceleration, least deceleration of its brake,
 * greatest error of its encoder. */
typedef struct {
    double speed, ramp, brake, error;
} drive;

static const drive DRIVE[AXES] = {
    {0.06, 0.010, 0.020, 0.001}, {1.0, 0.4, 0.5, 0.02}, {1.0, 0.4, 0.5, 0.02}};

typedef struct {
    double low, high;
} range;

/* The parts of a crane as convex shapes: as they are, or all that they can cover. */
typedef struct {
    clearance_shape shape[PARTS];
    clearance_pose pose[PARTS];
    clearance_vec3 points[PARTS][CORNERS];
} bodies;

typedef struct {
    double x, z, height, reach;    /* Where the mast is; how high and how long the jib is. */
    double at[AXES], speed[AXES];  /* Measured: slew, trolley from the mast, length of the rope. */
    double wish[AXES];             /* The speeds that the operator asks for. */
    int class;                     /* What the crane may do. */
    range stop[AXES];              /* Where each axis can be until it stands. */
    bodies stopping, wished, now;  /* What stopping covers, and a wish; and the truth. */
    double command[LAG][AXES];     /* Simulated: what is on its way to the drives. */
} crane;

static crane cranes[CRANES] = {
    {.x = 0.0, .height = 32.0, .reach = 40.0, .at = {-1.0, 30.0, 20.0}},
    {.x = 55.0, .height = 40.0, .reach = 40.0, .at = {3.1, 25.0, 25.0}},
};

typedef struct {
    double length, gap;
    int a, b;
} least;

/* --- What runs in the controller -------------------------------------------------------------- */

/* Where an axis can be until it stands, if for `time` its speed is within `speeds`, which hold 0,
 * and it brakes then: it rises by speeds.high * time at most, and braking by speeds.high^2 /
 * (2 brake); the same downwards. Nothing is assumed about when within `time` the brake takes hold,
 * nor about which axis stands first. */
static range until_rest(const drive *of, double at, range speeds, double time) {
    range reached = {at - of->error + speeds.low * (time - speeds.low / (2.0 * of->brake)),
                     at + of->error + speeds.high * (time + speeds.high / (2.0 * of->brake))};
    return reached;
}

/* The speeds that a drive can have within REACTION: whatever is commanded, one grows by the ramp at
 * most. They hold 0. */
static range any_speed(const drive *of, double speed) {
    double ahead = fmax(speed, 0.0), back = fmin(speed, 0.0), gain = of->ramp * REACTION;
    range speeds = {fmin(back, fmax(back - gain, -of->speed)),
                    fmax(ahead, fmin(ahead + gain, of->speed))};
    return speeds;
}

/* A part with trolley and hoist anywhere in their ranges, seen along the jib: a box between two
 * corners. Both move on straight lines there, so that it is no larger than it must be. */
static void box_of(const crane *of, int part, range car, range rope, double corners[2][3]) {
    double hook = of->height - 1.6;
    double boxes[PARTS][2][3] = {
        {{-1.0, 0.0, -1.0}, {1.0, of->height + 1.0, 1.0}},
        {{1.0, of->height - 0.8, -0.8}, {of->reach, of->height + 0.8, 0.8}},
        {{-14.0, of->height - 2.0, -1.0}, {-1.0, of->height + 0.8, 1.0}},
        {{car.low - 1.0, hook, -1.0}, {car.high + 1.0, hook + 0.7, 1.0}},
        {{car.low, hook - rope.high, 0.0}, {car.high, hook, 0.0}},
        {{car.low - 1.5, hook - rope.high - 2.0, -1.0}, {car.high + 1.5, hook - rope.low, 1.0}},
    };
    memcpy(corners, boxes[part], sizeof boxes[part]);
}

/* How far a part is grown all round: by the rope's radius, and by how far rope and load swing. */
static double margin_of(int part) {
    return part == ROPE ? 0.03 + 0.5 : part == LOAD ? 0.5 : 0.0;
}

static clearance_vec3 in_world(const crane *of, double x, double y, double z, double slew) {
    double c = cos(slew), s = sin(slew);
    clearance_vec3 point = {of->x + c * x + s * z, y, of->z - s * x + c * z};
    return point;
}

/* Shapes that hold every part wherever its axes are in their ranges. A point of the box along the
 * jib is a mean of its corners, and the same mean of them when all turn: so the hull of the
 * corners' arcs holds it. An arc of less than half a turn lies in the triangle of its ends and of
 * the point where the tangents there meet: its middle, farther out by 1 / cos of half the angle.
 * 0 where the arc is too wide. */
static int cover(const crane *of, const range axes[AXES], bodies *to) {
    if (!(axes[SLEW].high - axes[SLEW].low < 2.0)) {
        return 0;
    }
    for (int part = 0; part < PARTS; part++) {
        double from = part == MAST ? 0.0 : axes[SLEW].low;
        double till = part == MAST ? 0.0 : axes[SLEW].high;
        double middle = 0.5 * (from + till), out = 1.0 / cos(0.5 * (till - from)), box[2][3];
        clearance_vec3 *points = to->points[part];
        box_of(of, part, axes[TROLLEY], axes[HOIST], box);
        for (int i = 0; i < 8; i++) {
            double x = box[i & 1][0], y = box[i >> 1 & 1][1], z = box[i >> 2][2];
            points[3 * i] = in_world(of, x, y, z, from);
            points[3 * i + 1] = in_world(of, out * x, y, out * z, middle);
            points[3 * i + 2] = in_world(of, x, y, z, till);
        }
        to->shape[part] = clearance_points(points, CORNERS);
        to->shape[part].margin = margin_of(part) + ROUNDING;
        to->pose[part] = clearance_at(0.0, 0.0, 0.0);
    }
    return 1;
}

/* All pairs of parts can meet but that of the masts, which stand. */
static int can_meet(int a, int b) {
    return a != MAST || b != MAST;
}

/* The least distance of two cranes' parts; 0 if a question is refused. Overlap counts as less than
 * nothing, and so does what is undecided. A pair that is proved to be farther apart than the least
 * so far is of no further interest: its search ends there. */
static int find_least(const bodies *a, const bodies *b, least *found) {
    least so_far = {1000.0, 0.0, MAST, MAST};
    int good = 1;
    for (int i = 0; i < PARTS; i++) {
        for (int j = 0; j < PARTS; j++) {
            clearance_witness witness;
            double low = so_far.length - so_far.gap;
            if (!can_meet(i, j)) {
                continue;
            }
            int code = clearance_proximity_within(&a->shape[i], &a->pose[i], &b->shape[j],
                                                  &b->pose[j], low, NULL, &witness);
            double length = code == CLEARANCE_APART ? witness.length : -witness.length;
            good &= code >= 0;
            if (code >= 0 && length - witness.gap < low) {
                least nearer = {length, witness.gap, i, j};
                so_far = nearer;
            }
        }
    }
    *found = so_far;
    return good;
}

/* Whether it is proved that all parts of `a`, grown by the floor, are apart from those of `b`. */
static int is_free(const bodies *a, const bodies *b) {
    for (int i = 0; i < PARTS; i++) {
        clearance_shape grown = a->shape[i];
        grown.margin += FLOOR;
        for (int j = 0; j < PARTS; j++) {
            if (can_meet(i, j)
                && clearance_intersects(&grown, &a->pose[i], &b->shape[j], &b->pose[j], NULL)
                       != CLEARANCE_APART) {
                return 0;
            }
        }
    }
    return 1;
}

/* One cycle: from what is measured and wished to a class for each crane, without a heap; 0 if a
 * question is refused, and then both stop.
 *
 * Why the floor is kept. Let the least distance of this cycle be FLOOR or more. Whatever is
 * commanded now: all that happens until brakes hold which the next cycle calls for, and until all
 * stands, is within what this cycle covered, for REACTION holds that cycle too. The next least
 * distance is FLOOR or more as well, or both cranes stop, and stay so until it is. */
static int supervise(least *found) {
    int good = 1;
    for (int c = 0; c < CRANES; c++) {
        crane *of = &cranes[c];
        range wish[AXES];
        for (int i = 0; i < AXES; i++) {
            range any = any_speed(&DRIVE[i], of->speed[i]);
            range wanted = {fmin(fmin(of->speed[i], 0.0), of->wish[i]),
                            fmax(fmax(of->speed[i], 0.0), of->wish[i])};
            of->stop[i] = until_rest(&DRIVE[i], of->at[i], any, REACTION);
            wish[i] = until_rest(&DRIVE[i], of->at[i], wanted, LOOK);
        }
        good &= cover(of, of->stop, &of->stopping) & cover(of, wish, &of->wished);
    }
    good = good && find_least(&cranes[0].stopping, &cranes[1].stopping, found);
    for (int c = 0; c < CRANES; c++) {
        crane *of = &cranes[c];
        if (!good || !(found->length - found->gap >= FLOOR)) {
            of->class = STOP;
        } else if (is_free(&of->wished, &cranes[1 - c].stopping)) {
            of->class = GO;
        } else if (of->class != STOP) { /* A stop ends where the wish leads away. */
            of->class = SLOW;
        }
    }
    return good;
}

/* --- What is simulated ------------------------------------------------------------------------ */

/* From when on an operator wishes which speeds, in parts of the greatest. */
static const struct {
    double from;
    int crane;
    double wish[AXES];
} SCRIPT[] = {
    {0.0, 0, {1.0, 0.0, 0.0}},   /* A slews towards the rope of B, */
    {3.0, 1, {0.0, -1.0, 0.0}},  /* which is taken in, late: the first near miss. */
    {18.0, 1, {0.0, 0.0, -0.5}},
    {24.0, 0, {0.0, -0.5, 0.0}},
    {24.5, 1, {0.0, 1.0, 0.0}},
    {28.0, 1, {-0.7, 0.4, 0.0}}, /* B slews towards the jib of A, */
    {34.0, 0, {1.0, 0.0, 0.0}},  /* which gives way, late: the second. */
    {36.0, 1, {0.0, 0.0, 0.0}},
    {38.5, 0, {-1.0, 0.0, 0.0}}, /* A slews back towards the rope of B, and does not let go. */
    {54.0, 0, {1.0, 0.0, 0.0}},  /* It does. */
};

static void follow_script(double time) {
    for (size_t i = 0; i < sizeof SCRIPT / sizeof *SCRIPT; i++) {
        for (int axis = 0; axis < AXES && SCRIPT[i].from <= time; axis++) {
            cranes[SCRIPT[i].crane].wish[axis] = SCRIPT[i].wish[axis] * DRIVE[axis].speed;
        }
    }
}

/* Wishes that change every other second or so, where the cranes can meet. */
static void wish_anything(void) {
    static const range way[CRANES][AXES] = {{{-0.6, 0.6}, {4.0, 36.0}, {4.0, 26.0}},
                                            {{2.5, 3.7}, {4.0, 36.0}, {4.0, 26.0}}};
    static uint32_t random = 4;
    for (int c = 0; c < CRANES; c++) {
        for (int i = 0; i < AXES; i++) {
            double at = cranes[c].at[i], *wish = &cranes[c].wish[i];
            random = random * 1664525u + 1013904223u;
            if ((at < way[c][i].low && *wish < 0.0) || (at > way[c][i].high && *wish > 0.0)) {
                *wish = -*wish;
            } else if (random >> 27 == 0) {
                *wish = DRIVE[i].speed * ((double)(random >> 10 & 3) * 2.0 / 3.0 - 1.0);
            }
        }
    }
}

/* A cycle of the drives: each goes to the command of LAG cycles ago, by its ramp or its brake. 0 if
 * one left what it was known to keep. */
static int move(int cycle) {
    int good = 1;
    for (int c = 0; c < CRANES; c++) {
        crane *of = &cranes[c];
        double share = of->class == GO ? 1.0 : of->class == SLOW ? CREEP : 0.0;
        for (int i = 0; i < AXES; i++) {
            double speed = of->speed[i], target = of->command[cycle % LAG][i];
            int brakes = fabs(target) < fabs(speed) || target * speed < 0.0;
            double rate = brakes ? DRIVE[i].brake : DRIVE[i].ramp;
            double time = fmin(fabs(target - speed) / rate, CYCLE);
            double then = time < CYCLE ? target : speed + copysign(rate * CYCLE, target - speed);
            of->command[cycle % LAG][i] = share * of->wish[i];
            of->at[i] += 0.5 * (speed + then) * time + then * (CYCLE - time);
            of->speed[i] = then;
            good &= of->stop[i].low <= of->at[i] && of->at[i] <= of->stop[i].high;
        }
    }
    return good;
}

/* The parts as they are: boxes and a capsule. */
static void look(crane *of) {
    range car = {of->at[TROLLEY], of->at[TROLLEY]}, rope = {of->at[HOIST], of->at[HOIST]};
    for (int part = 0; part < PARTS; part++) {
        double box[2][3], half[3], slew = part == MAST ? 0.0 : of->at[SLEW];
        box_of(of, part, car, rope, box);
        for (int i = 0; i < 3; i++) {
            half[i] = 0.5 * (box[1][i] - box[0][i]);
        }
        clearance_pose pose = {0.0, sin(0.5 * slew), 0.0, cos(0.5 * slew), {0.0, 0.0, 0.0}};
        pose.position =
            in_world(of, box[0][0] + half[0], box[0][1] + half[1], box[0][2] + half[2], slew);
        of->now.pose[part] = pose;
        of->now.shape[part] = part == ROPE ? clearance_capsule(half[1], 0.0)
                                           : clearance_box(half[0], half[1], half[2]);
        of->now.shape[part].margin = margin_of(part);
    }
}

/* The certificate that the least distance of what stopping covers is what it is said to be. */
static int print_proof(const least *of) {
    static char text[1 << 16];
    const bodies *a = &cranes[0].stopping, *b = &cranes[1].stopping;
    size_t length = 0;
    int code = clearance_certificate(&a->shape[of->a], &a->pose[of->a], &b->shape[of->b],
                                     &b->pose[of->b], text, sizeof text, &length);
    puts(text);
    return code == 0 && length < sizeof text;
}

static void print_row(double time, const least *stopping, const least *now) {
    printf("%.2f,%s,%s,%.3f,%.0e,%s,%s,%.3f", time, CLASS[cranes[0].class], CLASS[cranes[1].class],
           stopping->length, stopping->gap, PART[stopping->a], PART[stopping->b], now->length);
    for (int c = 0; c < CRANES; c++) {
        printf(",%.4f,%.2f,%.2f", cranes[c].at[SLEW], cranes[c].at[TROLLEY], cranes[c].at[HOIST]);
    }
    puts("");
}

int main(int count, char **words) {
    const char *mode = count > 1 ? words[1] : "log";
    int all = !strcmp(mode, "all"), proofs = !strcmp(mode, "proofs"), any = !strcmp(mode, "any");
    int near_misses = 0, stops = 0, worst = GO, shown[CRANES] = {-1, -1};
    least lowest = {1000.0, 0.0, MAST, MAST}, stopping, now;
    if (all) {
        puts("time,a,b,stopping,gap,part_a,part_b,now,slew_a,trolley_a,hoist_a,slew_b,trolley_b,"
             "hoist_b");
    }
    for (int cycle = 0; cycle < (any ? 10 * MINUTE : MINUTE); cycle++) {
        double time = cycle * CYCLE;
        if (any) {
            wish_anything();
        } else {
            follow_script(time);
        }
        look(&cranes[0]);
        look(&cranes[1]);
        if (!supervise(&stopping) || !find_least(&cranes[0].now, &cranes[1].now, &now)) {
            fprintf(stderr, "%.2f s: a question was refused\n", time);
            return 2;
        }
        if (now.length - now.gap < lowest.length - lowest.gap) {
            lowest = now;
        }
        int a = cranes[0].class, b = cranes[1].class, worse = a > b ? a : b;
        int changes = a != shown[0] || b != shown[1];
        near_misses += worse == GO && worst == SLOW;
        stops += worse == STOP && worst != STOP;
        worst = worse == GO || worse > worst ? worse : worst;
        shown[0] = a;
        shown[1] = b;
        if (all) {
            print_row(time, &stopping, &now);
        } else if (proofs && (changes || cycle % 12 == 0) && !print_proof(&stopping)) {
            return 2;
        } else if (!proofs && !any && (changes || cycle % 100 == 0)) {
            printf("%5.2f s  A %-4s  B %-4s  ", time, CLASS[a], CLASS[b]);
            printf("stopping %5.2f m +- %.0e (%s of A, %s of B); now %.2f m\n", stopping.length,
                   stopping.gap, PART[stopping.a], PART[stopping.b], now.length);
        }
        if (!move(cycle)) {
            fprintf(stderr, "%.2f s: a drive left what it is known to keep\n", time);
            return 2;
        }
    }
    if (!all && !proofs) {
        printf("near misses %d, stops %d, nearest %.2f m: %s of A, %s of B\n", near_misses, stops,
               lowest.length, PART[lowest.a], PART[lowest.b]);
    }
    return lowest.length - lowest.gap >= FLOOR ? 0 : 1;
}
