/* libccd: GJK with EPA, and MPR. It brings no support functions, so they are here. */
#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <stddef.h>

#include "peers.h"

typedef struct {
    const peer_shape *shape;
    const peer_pose *pose;
} placed;

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
    const placed *placed_ = object;
    const peer_shape *s = placed_->shape;
    const peer_pose *p = placed_->pose;
    double d[3], v[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        d[i] = p->rows[0][i] * direction->v[0] + p->rows[1][i] * direction->v[1] + p->rows[2][i] * direction->v[2];
    switch (s->kind) {
    case PEER_BOX:
        for (int i = 0; i < 3; i++) v[i] = d[i] < 0 ? -s->half[i] : s->half[i];
        break;
    case PEER_BALL:
    case PEER_CAPSULE: {
        double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (length > 0)
            for (int i = 0; i < 3; i++) v[i] = s->radius * d[i] / length;
        if (s->kind == PEER_CAPSULE) v[1] += d[1] < 0 ? -s->half[1] : s->half[1];
        break;
    }
    case PEER_ELLIPSOID: {
        double w[3], length = 0;
        for (int i = 0; i < 3; i++) {
            w[i] = s->half[i] * d[i];
            length += w[i] * w[i];
        }
        length = sqrt(length);
        if (length > 0)
            for (int i = 0; i < 3; i++) v[i] = s->half[i] * w[i] / length;
        break;
    }
    case PEER_CYLINDER: {
        double across = sqrt(d[0] * d[0] + d[2] * d[2]);
        if (across > 0) {
            v[0] = s->radius * d[0] / across;
            v[2] = s->radius * d[2] / across;
        }
        v[1] = d[1] < 0 ? -s->half[1] : s->half[1];
        break;
    }
    case PEER_CONE: {
        double across = sqrt(d[0] * d[0] + d[2] * d[2]);
        if (d[1] * 2 * s->half[1] > s->radius * across) {
            v[1] = s->half[1];
        } else {
            if (across > 0) {
                v[0] = s->radius * d[0] / across;
                v[2] = s->radius * d[2] / across;
            }
            v[1] = -s->half[1];
        }
        break;
    }
    case PEER_HULL: {
        const double *best = s->points;
        double most = -INFINITY;
        for (int i = 0; i < s->count; i++) {
            const double *q = s->points + 3 * i;
            double height = q[0] * d[0] + q[1] * d[1] + q[2] * d[2];
            if (height > most) {
                most = height;
                best = q;
            }
        }
        for (int i = 0; i < 3; i++) v[i] = best[i];
        break;
    }
    }
    for (int i = 0; i < 3; i++)
        out->v[i] = p->rows[i][0] * v[0] + p->rows[i][1] * v[1] + p->rows[i][2] * v[2] + p->at[i];
}

static void center(const void *object, ccd_vec3_t *out) {
    const placed *placed_ = object;
    double v[3] = {0, 0, 0};
    const peer_shape *s = placed_->shape;
    /* MPR needs a point inside: the mean of a hull's corners is one; its origin may not be. */
    if (s->kind == PEER_HULL) {
        for (int i = 0; i < s->count; i++)
            for (int k = 0; k < 3; k++) v[k] += s->points[3 * i + k] / s->count;
    }
    const peer_pose *p = placed_->pose;
    for (int i = 0; i < 3; i++)
        out->v[i] = p->rows[i][0] * v[0] + p->rows[i][1] * v[1] + p->rows[i][2] * v[2] + p->at[i];
}

int peer_ccd(int mpr, int depth, const peer_shape *a, const peer_pose *at_a, const peer_shape *b, const peer_pose *at_b,
             double *length) {
    const placed first = {a, at_a}, second = {b, at_b};
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    ccd.max_iterations = 200;
    ccd.epa_tolerance = 1e-6;
    ccd.mpr_tolerance = 1e-6;
    if (!depth) return mpr ? ccdMPRIntersect(&first, &second, &ccd) : ccdGJKIntersect(&first, &second, &ccd);
    ccd_vec3_t normal, point;
    ccd_real_t found = 0;
    int code = mpr ? ccdMPRPenetration(&first, &second, &ccd, &found, &normal, &point)
                   : ccdGJKPenetration(&first, &second, &ccd, &found, &normal, &point);
    *length = found;
    return code == 0 ? 1 : code == -1 ? 0 : -1;
}
