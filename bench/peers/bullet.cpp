// Bullet's GJK and EPA (btGjkEpaSolver2) on its own shapes.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "peers.h"

namespace {

struct Shape {
    btConvexShape *convex;
    // Distance takes balls and capsules without their radius.
    double radius;
};

btConvexShape *convex(const peer_shape *s) {
    const btScalar radius = btScalar(s->radius), height = btScalar(s->half[1]);
    switch (s->kind) {
    case peer_shape::PEER_BOX: {
        auto *box = new btBoxShape(btVector3(btScalar(s->half[0]), height, btScalar(s->half[2])));
        box->setMargin(0);
        return box;
    }
    case peer_shape::PEER_BALL: return new btSphereShape(radius);
    case peer_shape::PEER_CAPSULE: return new btCapsuleShape(radius, 2 * height);
    case peer_shape::PEER_CYLINDER: {
        auto *cylinder = new btCylinderShape(btVector3(radius, height, radius));
        cylinder->setMargin(0);
        return cylinder;
    }
    case peer_shape::PEER_CONE: {
        auto *cone = new btConeShape(radius, 2 * height);
        cone->setMargin(0);
        return cone;
    }
    case peer_shape::PEER_HULL: {
        auto *hull = new btConvexHullShape();
        for (int i = 0; i < s->count; i++) {
            const double *p = s->points + 3 * i;
            hull->addPoint(btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2])), false);
        }
        hull->recalcLocalAabb();
        hull->setMargin(0);
        return hull;
    }
    default: return nullptr;
    }
}

}  // namespace

extern "C" void *peer_bullet_shape(const peer_shape *s) {
    btConvexShape *made = convex(s);
    if (!made) return nullptr;
    const bool round = s->kind == peer_shape::PEER_BALL || s->kind == peer_shape::PEER_CAPSULE;
    return new Shape{made, round ? s->radius : 0};
}

extern "C" void peer_bullet_drop(void *shape) {
    auto *s = static_cast<Shape *>(shape);
    if (s) delete s->convex;
    delete s;
}

extern "C" void *peer_bullet_pose(const peer_pose *p) {
    const auto r = [&](int i, int k) { return btScalar(p->rows[i][k]); };
    const btMatrix3x3 rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2));
    return new btTransform(rotation, btVector3(btScalar(p->at[0]), btScalar(p->at[1]), btScalar(p->at[2])));
}

extern "C" void peer_bullet_drop_pose(void *pose) { delete static_cast<btTransform *>(pose); }

extern "C" int peer_bullet(int depth, const void *a, const void *at_a, const void *b, const void *at_b, double *length) {
    const auto *first = static_cast<const Shape *>(a), *second = static_cast<const Shape *>(b);
    const auto &first_at = *static_cast<const btTransform *>(at_a), &second_at = *static_cast<const btTransform *>(at_b);
    const btVector3 guess = second_at.getOrigin() - first_at.getOrigin();
    btGjkEpaSolver2::sResults found;
    if (depth) {
        if (!btGjkEpaSolver2::Penetration(first->convex, first_at, second->convex, second_at, guess, found, true))
            return found.status == btGjkEpaSolver2::sResults::Separated ? 0 : -1;
        *length = -found.distance;
        return 1;
    }
    if (!btGjkEpaSolver2::Distance(first->convex, first_at, second->convex, second_at, guess, found))
        return found.status == btGjkEpaSolver2::sResults::GJK_Failed ? -1 : 1;
    *length = found.distance - first->radius - second->radius;
    return *length > 0 ? 0 : 1;
}
