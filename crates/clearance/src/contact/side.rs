//! One shape of a pair in its pose, for contact geometry: in a frame with the world's axes about
//! the first shape's origin. The plane is that of `z = 0`.

use crate::math::tolerance::exponent_to_unit;
use crate::math::{Pose, Rotation, Space, Xyz, larger, power_of_two};
use crate::query::Pair;
use crate::shape::{Facet, Flats, Solid, SupportMap};

/// A vector of either space as one of space.
pub(crate) fn wide<S: Space>(point: S) -> Xyz {
    let [x, y, z] = point.coordinates();
    Xyz::new(x, y, z)
}

pub(super) fn narrow<S: Space>(point: Xyz) -> S {
    S::from_xyz(point.x, point.y, point.z)
}

/// See the [module](self).
pub(super) struct Side<'a, S: Space> {
    shape: &'a Solid<'a, S>,
    pub(super) flats: Flats<'a, S>,
    turn: <S as Space>::Matrix,
    place: S,
    per_unit: f64,
    /// In contact units, as all lengths here.
    pub(super) radius: f64,
    /// Infinite for a shape without end.
    pub(super) reach: f64,
}

/// Where contact geometry happens: about this point of the world, in this unit (a power of two), so
/// that no size overflows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<S> {
    pub(super) world: S,
    pub(super) per_unit: f64,
}

impl<S: Space> Origin<S> {
    /// About the first shape's origin; the larger extent that has an end is about 1.
    pub(super) fn of(pair: &Pair<'_, S>) -> Self {
        let Pair { a, pose_a, b, pose_b, .. } = pair;
        let finite = |extent: f64| if extent.is_finite() { extent } else { 0.0 };
        let extent_a = finite(a.reach()) + finite(a.radius_f64());
        let extent_b = finite(b.reach()) + finite(b.radius_f64());
        let world = pose_a.translation;
        let apart = (pose_b.translation - world).max_abs();
        let extent = larger(larger(extent_a, extent_b), finite(apart));
        Self { world, per_unit: power_of_two(exponent_to_unit(extent)) }
    }

    /// A point of this frame in the world.
    pub(super) fn to_world(self, point: Xyz) -> S {
        narrow::<S>(point) * (1.0 / self.per_unit) + self.world
    }

    /// A point of the world in this frame.
    pub(super) fn to_frame(self, point: S) -> Xyz {
        wide((point - self.world) * self.per_unit)
    }
}

impl<'a, S: Space> Side<'a, S> {
    pub(super) fn new(shape: &'a Solid<'a, S>, pose: &Pose<S>, origin: Origin<S>) -> Self {
        let Origin { world, per_unit } = origin;
        Self {
            shape,
            flats: shape.flats(),
            turn: pose.rotation.matrix(),
            place: (pose.translation - world) * per_unit,
            per_unit,
            radius: shape.radius_f64() * per_unit,
            reach: shape.reach() * per_unit,
        }
    }

    /// A local point.
    pub(super) fn point(&self, local: S) -> Xyz {
        wide((local * self.per_unit).rotate(&self.turn) + self.place)
    }

    /// A local direction.
    pub(super) fn direction(&self, local: S) -> Xyz {
        wide(local.rotate(&self.turn))
    }

    /// A direction in the shape's own frame.
    pub(super) fn to_local(&self, direction: Xyz) -> S {
        narrow::<S>(direction).rotate_back(&self.turn)
    }

    /// A point in the shape's own axes, about its origin.
    pub(super) fn to_local_point(&self, point: Xyz) -> S {
        (narrow::<S>(point) - self.place).rotate_back(&self.turn)
    }

    /// How high a facet is along its normal, over the shape's own origin.
    pub(super) fn local_height(&self, facet: &Facet<S>) -> f64 {
        (facet.point * self.per_unit).dot(facet.normal)
    }

    /// A length of the shape's own.
    pub(super) fn length(&self, local: f64) -> f64 {
        local * self.per_unit
    }

    /// The core's point farthest along a direction, and its number.
    pub(super) fn support(&self, direction: Xyz) -> (Xyz, u32) {
        let support = self.shape.support_f64(self.to_local(direction), 0);
        (self.point(support.point), support.feature)
    }

    /// The shape's point farthest along a unit vector.
    pub(super) fn extreme(&self, direction: Xyz) -> Xyz {
        self.support(direction).0 + direction * self.radius
    }

    /// How far the shape reaches along a unit vector; for one without end, infinitely far.
    pub(super) fn height(&self, direction: Xyz) -> f64 {
        if self.is_endless() {
            return f64::INFINITY;
        }
        self.support(direction).0.dot(direction) + self.radius
    }

    /// A point well inside.
    pub(super) fn middle(&self) -> Xyz {
        self.point(self.shape.center().unwrap_or_default())
    }

    /// Whether it has corners, edges or rims, where normals lead on from facet to facet.
    pub(super) fn has_corners(&self) -> bool {
        !matches!(self.flats, Flats::None)
    }

    pub(super) fn is_endless(&self) -> bool {
        self.reach == f64::INFINITY
    }

    /// The radius of a ball that it holds, where that is known; for a flat shape a tenth of its
    /// extent. Infinite where nothing is small.
    pub(super) fn thickness(&self) -> f64 {
        let inner = self.length(self.shape.inradius()) + self.radius;
        match (inner > 0.0, self.reach > 0.0) {
            (true, _) => inner,
            (false, true) => 0.1 * self.reach,
            (false, false) => f64::INFINITY,
        }
    }
}

/// Along no axis and no diagonal: no symmetry of boxes makes two heights along it equal.
pub(super) const GENERIC: Xyz = Xyz::new(0.571_3, 0.763_9, 0.300_1);

/// Whether the shapes of a pair are swapped: the answer is found in one order of the two, whichever
/// way they are given, so that swapping them mirrors it bit by bit.
///
/// First by what no motion changes, the larger one first; for equal shapes by their poses. Only the
/// same shape in exactly the same pose has no order, and its manifold no mirror image.
pub(super) fn is_swapped<S: Space>(pair: &Pair<'_, S>) -> bool {
    let Pair { a, pose_a, b, pose_b, .. } = pair;
    let extent = |reach: f64, radius: f64| reach + radius;
    let (ours, theirs) = (extent(a.reach(), a.radius_f64()), extent(b.reach(), b.radius_f64()));
    if ours != theirs {
        return ours < theirs;
    }
    let measures = |i: usize| match i {
        0 => (a.radius_f64(), b.radius_f64()),
        1 => (a.inradius(), b.inradius()),
        2 => (f64::from(a.flats().facets()), f64::from(b.flats().facets())),
        _ => {
            let signed = if i.is_multiple_of(2) { GENERIC } else { -GENERIC };
            let [x, y, z] = [signed.x, signed.y, signed.z];
            let turned = if i < 5 { [x, y, z] } else { [y, -z, x] };
            let direction = S::from_xyz(turned[0], turned[1], turned[2]);
            let (p, q) = (a.support_f64(direction, 0).point, b.support_f64(direction, 0).point);
            (p.dot(direction), q.dot(direction))
        }
    };
    if let Some((ours, theirs)) = (0..7).map(measures).find(|(ours, theirs)| ours != theirs) {
        return ours < theirs;
    }
    let from_a_to_b = pose_b.translation - pose_a.translation;
    let ahead = from_a_to_b.dot(narrow(GENERIC));
    if ahead != 0.0 {
        return ahead < 0.0;
    }
    let (ours, theirs) = (pose_a.rotation.components(), pose_b.rotation.components());
    ours.into_iter()
        .zip(theirs)
        .chain(
            wide(pose_a.translation)
                .coordinates()
                .into_iter()
                .zip(wide(pose_b.translation).coordinates()),
        )
        .find(|(x, y)| x != y)
        .is_some_and(|(x, y)| x < y)
}
