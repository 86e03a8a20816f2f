/* Tries to leave what cranes.c proves: parts with their axes anywhere in their ranges must be
 * within their covers, and drives within the ranges until they rest. */
#define main cranes_main
#include "cranes.c"
#undef main

static double drawn(double low, double high) {
    static uint64_t random = 7;
    random = random * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random >> 40) / 16777215.0;
}

/* How many corners of parts are not within their covers by their margins. */
static int corners_outside(const crane *of, const range axes[AXES], int *asked) {
    static bodies all;
    int outside = !cover(of, axes, &all);
    for (int sample = 0; sample < 12; sample++) {
        double at[AXES];
        for (int i = 0; i < AXES; i++) {
            double share = sample < 4 ? 0.5 * (sample % 3) : drawn(0.0, 1.0);
            at[i] = axes[i].low + share * (axes[i].high - axes[i].low);
        }
        range car = {at[TROLLEY], at[TROLLEY]}, rope = {at[HOIST], at[HOIST]};
        for (int part = 0; part < PARTS; part++) {
            double box[2][3], slew = part == MAST ? 0.0 : at[SLEW];
            box_of(of, part, car, rope, box);
            for (int i = 0; i < 8; i++) {
                /* By distance and angle, not as in_world has it. */
                double x = box[i & 1][0], z = box[i >> 2][2], out = hypot(x, z);
                double angle = slew - atan2(z, x);
                clearance_vec3 corner = {of->x + out * cos(angle), box[i >> 1 & 1][1],
                                         of->z - out * sin(angle)};
                clearance_projection found;
                int code = clearance_project_point(&all.shape[part], &all.pose[part], corner,
                                                   &found);
                *asked += 1;
                outside += code < 0 || found.signed_distance > -margin_of(part);
            }
        }
    }
    return outside;
}

/* Whether a drive that runs as fast as it may for up to the reaction time, either way, and brakes
 * then, leaves its range; but for what steps of this size are off by. */
static int leaves(drive of, double at, double speed) {
    double step = 0.001, start = fmin(drawn(0.0, 2.0 * REACTION), REACTION);
    double target = drawn(-1.0, 1.0) > 0.0 ? of.speed : -of.speed;
    of.error = 1e-5;
    range rest = until_rest(&of, at, any_speed(&of, speed), REACTION);
    for (double now = 0.0; now + step <= start || speed != 0.0; now += step) {
        double goal = now + step <= start ? target : 0.0, before = speed;
        double most = step * (goal == 0.0 || goal * speed < 0.0 ? of.brake : of.ramp);
        speed += fmax(fmin(goal - speed, most), -most);
        at += 0.5 * (before + speed) * step;
        if (at < rest.low || at > rest.high) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    int outside = 0, left = 0, asked = 0, drives = 0;
    for (int i = 0; i < 400; i++) {
        const double low[AXES] = {-4.0, 4.0, 4.0}, high[AXES] = {4.0, 36.0, 26.0};
        range axes[AXES];
        for (int axis = 0; axis < AXES; axis++) {
            axes[axis].low = drawn(low[axis], high[axis]);
            axes[axis].high = axes[axis].low + drawn(0.0, i % 4 ? 1.9 : 0.1);
            for (int again = 0; again < 20; again++) {
                const drive *of = &DRIVE[axis];
                left += leaves(*of, drawn(-9.0, 9.0), drawn(-of->speed, of->speed));
                drives++;
            }
        }
        outside += corners_outside(&cranes[i % CRANES], axes, &asked);
    }
    printf("%d of %d corners outside, %d of %d drives beyond\n", outside, asked, left, drives);
    return outside || left || !asked || !drives;
}
