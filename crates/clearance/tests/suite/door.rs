//! A pair of `Shape`s gets the same answer, bit for bit, on either path: by the types that they
//! hold or, as in `concrete`, by one search for all.

use clearance::{concrete, distance, intersects, penetration, proximity, verdict};
use clearance_trust::mixed;

macro_rules! answers_alike {
    ($($name:ident: $V:ident),+) => {$(
        #[test]
        fn $name() {
            for pair in mixed::<glam::$V>(33, 2000) {
                let (a, at_a, b, at_b) = (&pair.a, &pair.at_a, &pair.b, &pair.at_b);
                let by_types = (
                    intersects(a, at_a, b, at_b),
                    verdict(a, at_a, b, at_b),
                    distance(a, at_a, b, at_b),
                    penetration(a, at_a, b, at_b),
                    proximity(a, at_a, b, at_b),
                );
                let by_one_search = (
                    concrete::$name::intersects(a, at_a, b, at_b),
                    concrete::$name::verdict(a, at_a, b, at_b),
                    concrete::$name::distance(a, at_a, b, at_b),
                    concrete::$name::penetration(a, at_a, b, at_b),
                    concrete::$name::proximity(a, at_a, b, at_b),
                );
                assert_eq!(by_types, by_one_search, "{}", pair.literal());
            }
        }
    )+};
}
answers_alike!(vec2: Vec2, vec3: Vec3, dvec2: DVec2, dvec3: DVec3);
