//! Rods that turn by three radians about their middle, and small cubes in their way.
//!
//! The cube's centre lies on the rod's axis at one moment of the turn, so every rod hits by
//! construction, no later than that moment. Three radians exceed every peer's bound on a turn in
//! one step.

use clearance::{Space as _, Xyz};
use rand::Rng;

use super::{Case, CaseSet, Question, Subject, Truth};
use crate::forms::{Form, Kind, World};
use crate::pairs::{Place, seeded};
use crate::rest::{product, turn_about};

/// Half of the turn, in radians.
const HALF_TURN: f64 = 1.5;

/// `count` rods, by constant velocities or between poses.
pub fn rods(question: Question, count: usize, seed: u64) -> CaseSet {
    let mut rng = seeded(seed, "rods", 0);
    let (mut pool_a, mut pool_b, mut cases) = (vec![], vec![], vec![]);
    for index in 0..count {
        let cube = Form::Cuboid { half: [rng.random_range(0.005..0.03); 3] };
        let thin = rng.random_range(0.005..0.02);
        let rod = Form::Cuboid { half: [1.0, thin, thin] };
        let (out, angle) = (rng.random_range(0.4..0.9), rng.random_range(-1.2..1.2_f64));
        let middle: [f32; 3] = std::array::from_fn(|_| rng.random_range(-2.0..2.0));
        let frame = Xyz::turn(&mut rng);
        let turned = Place { rotation: frame, translation: [0.0; 3] }.pose::<Xyz>();
        let world = |x, y, z| turned.transform_vector(Xyz::new(x, y, z)).coordinates();
        let place = world(out * angle.cos(), out * angle.sin(), 0.0);
        let about = |half: f64| Place {
            rotation: product(frame, turn_about([0.0, 0.0, 1.0], half)),
            translation: middle,
        };
        let at_a = Place {
            rotation: Xyz::turn(&mut rng),
            translation: std::array::from_fn(|i| (f64::from(middle[i]) + place[i]) as f32),
        };
        // When the axis passes, at constant speed and with blended quaternions.
        let time = if question == Question::Ends {
            0.5 * (1.0 + (0.5 * angle).tan() / (0.5 * HALF_TURN).tan())
        } else {
            0.5 * (1.0 + angle / HALF_TURN)
        };
        let size = rod.bounding_radius() + cube.bounding_radius();
        pool_a.push(cube);
        pool_b.push(rod);
        cases.push(Case {
            a: index,
            b: index,
            at_a,
            at_b: about(-HALF_TURN),
            velocity: [0.0; 3],
            spin: world(0.0, 0.0, 2.0 * HALF_TURN).map(|x| x as f32),
            to: about(HALF_TURN),
            size,
            speed: 2.0 * HALF_TURN,
            beside: -1.0,
            truth: Truth::Meet([0.0, time]),
        });
    }
    let subject = Subject { name: "rods", a: Kind::Cuboid, b: Some(Kind::Cuboid), flat: false };
    CaseSet { question, subject, regime: "3 rad", pool_a, pool_b, cases }
}
