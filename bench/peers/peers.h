/* The benchmark's interface to libccd and Bullet. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* A shape in its local frame; capsule, cylinder and cone lie along y. */
typedef struct {
    enum { PEER_BOX, PEER_BALL, PEER_CAPSULE, PEER_ELLIPSOID, PEER_CYLINDER, PEER_CONE, PEER_HULL } kind;
    double half[3]; /* half edges, or radii of an ellipsoid; half_height is the second */
    double radius;
    const double *points; /* three coordinates each */
    int count;
} peer_shape;

typedef struct {
    double rows[3][3];
    double at[3];
} peer_pose;

/* 1: they overlap, 0: they do not, -1: it gave up. Writes the length if the caller wants it and it
   is known. */
int peer_ccd(int mpr, int depth, const peer_shape *, const peer_pose *, const peer_shape *, const peer_pose *, double *length);

/* Bullet's own shapes, made once; 0 if it has none. */
void *peer_bullet_shape(const peer_shape *);
void peer_bullet_drop(void *);
/* Bullet's transforms, made once. */
void *peer_bullet_pose(const peer_pose *);
void peer_bullet_drop_pose(void *);
int peer_bullet(int depth, const void *a, const void *at_a, const void *b, const void *at_b, double *length);

#ifdef __cplusplus
}
#endif
