/* The first example of docs/c.md. */
#include <stdio.h>

#include <clearance/clearance.h>

int main(void) {
    clearance_shape box = clearance_box(0.5, 1.0, 1.5), ball = clearance_ball(0.5);
    clearance_pose here = clearance_at(0.0, 0.0, 0.0), there = clearance_at(1.2, 2.1, 3.3);
    clearance_witness found;
    int32_t class = clearance_proximity(&box, &here, &ball, &there, NULL, &found);
    if (class < 0) {
        fprintf(stderr, "%s\n", clearance_message(class));
        return 1;
    }
    printf("%s\ndistance %.17g, at most %.2g off\n", clearance_message(class), found.length,
           found.gap);
    return 0;
}
