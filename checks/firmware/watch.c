// Runs each verb on a Cortex-M under qemu, which counts instructions: the mean and the worst of
// aligned, nearly aligned and random pairs, and the stack that was painted over.
//
// The machine has no caches and no wait states: these are instructions, and no times.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As in src/lib.rs.
typedef struct scene {
    double size_a[3], size_b[3];
    double pose_a[7], pose_b[7];
    double velocity[3], turning_a[3], turning_b[3];
    double points_a[12][3], points_b[12][3];
    uint32_t budget;
    double out[17];
} scene;

#define VERBS(EACH)                                                                              \
    EACH(distance_ball_ball) EACH(distance_capsule_capsule) EACH(distance_capsule_box)           \
    EACH(intersects_capsule_box) EACH(proximity_box_box) EACH(proximity_hull_hull)               \
    EACH(cast_capsule_box) EACH(impact_capsule_box) EACH(impact_capsule_capsule)                 \
    EACH(manifold_box_box)
#define DECLARE(verb) int verb(scene *);
VERBS(DECLARE)

void clearance_panic_is_reachable(void) {
    puts("panic");
    exit(2);
}

// The timer of the core: 24 bits at 25 MHz, and qemu counts an instruction as a nanosecond.
#define SYST_CSR (*(volatile uint32_t *)0xE000E010)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018)
#define CPACR (*(volatile uint32_t *)0xE000ED88)
#define TICK 40u

static uint32_t state = 12345;
static double unit(void) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (double)(state >> 8) / 16777216.0;
}
static double within(double most) { return (2.0 * unit() - 1.0) * most; }
static double on_grid(double most) { return round(within(most) * 2.0) / 2.0; }

enum { ALIGNED, UPRIGHT, TILTED, NEARLY_ALIGNED, SORTS };

static void draw_pose(double pose[7], double spread, int sort) {
    const double off = sort == NEARLY_ALIGNED ? 1e-6 : 0.0;
    for (int i = 0; i < 3; i++) pose[i] = sort == TILTED ? within(1.0) : off * within(1.0);
    pose[3] = sort == TILTED ? within(1.0) : 1.0;
    if (sort == UPRIGHT) pose[1] = within(1.0), pose[3] = within(1.0);
    const int grid = sort == ALIGNED || sort == NEARLY_ALIGNED;
    for (int i = 4; i < 7; i++) pose[i] = grid ? on_grid(spread) : within(spread);
}

static void draw(scene *s, int sort, double spread) {
    memset(s, 0, sizeof *s);
    draw_pose(s->pose_a, spread, sort);
    draw_pose(s->pose_b, spread, sort);
    for (int i = 0; i < 3; i++) {
        const int grid = sort == ALIGNED;
        s->size_a[i] = grid ? 1.0 : 0.1 + unit();
        s->size_b[i] = grid ? 0.5 : 0.1 + unit();
        s->velocity[i] = grid ? on_grid(8.0) : within(8.0);
        s->turning_a[i] = within(1.0);
        s->turning_b[i] = within(1.0);
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 3; j++) {
            s->points_a[i][j] = within(1.0);
            s->points_b[i][j] = within(1.0);
        }
    s->budget = BUDGET;
}

// What lies below the stack pointer is free: it is painted, and what is no paint was used.
#define WORDS 65536
#define PAINT 0xA5A5A5A5u
static uint32_t *lowest;
static inline __attribute__((always_inline)) uint32_t *paint(void) {
    uint32_t *top;
    __asm__ volatile("mov %0, sp" : "=r"(top));
    lowest = top - WORDS;
    for (uint32_t *word = lowest; word < top; word++) *(volatile uint32_t *)word = PAINT;
    return top;
}
static __attribute__((noinline)) uint32_t used(uint32_t *top) {
    uint32_t *word = lowest;
    while (word < top && *word == PAINT) word++;
    return (uint32_t)((char *)top - (char *)word);
}

static void run(const char *name, int (*verb)(scene *)) {
    static scene asked;
    static const double spreads[4] = {0.5, 1.5, 4.0, 40.0};
    uint64_t sum = 0;
    uint32_t worst = 0, stack = 0, undecided = 0;
    int of = 0;
    state = 12345;
    for (int i = 0; i < COUNT; i++) {
        const int sort = i % SORTS;
        draw(&asked, sort, spreads[i / SORTS % 4]);
        uint32_t *top = paint();
        const uint32_t before = SYST_CVR;
        const int class = verb(&asked);
        const uint32_t ticks = (before - SYST_CVR) & 0xFFFFFF;
        const uint32_t took = used(top);
        if (took > stack) stack = took;
        if (ticks > worst) worst = ticks, of = sort;
        sum += ticks;
        undecided += class == 2;
    }
    static const char *sorts[SORTS] = {"aligned", "upright", "tilted", "nearly_aligned"};
    printf("%s %lu %lu %s %lu %lu\n", name, (unsigned long)(sum * TICK / COUNT),
           (unsigned long)(worst * TICK), sorts[of], (unsigned long)stack,
           (unsigned long)undecided);
}

int main(void) {
    SYST_RVR = 0xFFFFFF;
    SYST_CVR = 0;
    SYST_CSR = 5;
#define RUN(verb) run(#verb, verb);
    VERBS(RUN)
    exit(0);
}

extern uint32_t __StackTop;
extern void _start(void);
static void fault(void) {
    puts("fault");
    exit(3);
}
void Reset_Handler(void) {
    CPACR |= 0xF << 20;
    __asm__ volatile("dsb; isb");
    _start();
}
__attribute__((section(".vectors"), used)) const void *vectors[16] = {
    &__StackTop, (void *)Reset_Handler, (void *)fault, (void *)fault,
    (void *)fault, (void *)fault, (void *)fault};
