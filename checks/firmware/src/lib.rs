//! Each verb and pair behind one C function, in a build without std and without an allocator. All
//! take one `Scene`, so that a program can call any of them alike.
#![no_std]

use clearance::{
    Ball, Capsule, Cast, ConvexPoints, Cuboid, Meeting, Motion, Pose, Proximity, Query, Rotation3,
    Sweep, Witness, Xyz, contact_manifold,
};

unsafe extern "C" {
    /// Defined nowhere, or by what watches.
    fn clearance_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: it does not return; a program in which it is not defined does not link.
    unsafe { clearance_panic_is_reachable() }
}

/// Numbers that the optimiser must not know, and the answer. `watch.c` has the same struct.
#[repr(C)]
pub struct Scene {
    /// A's half extents; of a capsule half its length and its radius, of a ball its radius.
    size_a: [f64; 3],
    size_b: [f64; 3],
    /// A quaternion and a place.
    pose_a: [f64; 7],
    pose_b: [f64; 7],
    /// B's velocity, and how fast each turns.
    velocity: [f64; 3],
    turning_a: [f64; 3],
    turning_b: [f64; 3],
    points_a: [Xyz; 12],
    points_b: [Xyz; 12],
    /// Steps of work for the query; of a manifold none is known.
    budget: u32,
    out: [f64; 17],
}

fn vector([x, y, z]: [f64; 3]) -> Xyz {
    Xyz::new(x, y, z)
}

fn pose([qx, qy, qz, qw, x, y, z]: [f64; 7]) -> Pose<Xyz> {
    Pose { rotation: Rotation3::from_xyzw(qx, qy, qz, qw), translation: Xyz::new(x, y, z) }
}

impl Scene {
    fn query(&self) -> Query<'static, Xyz> {
        Query::new().budget(self.budget)
    }

    fn poses(&self) -> [Pose<Xyz>; 2] {
        [pose(self.pose_a), pose(self.pose_b)]
    }

    fn boxes(&self) -> [Cuboid<Xyz>; 2] {
        [Cuboid::new(vector(self.size_a)), Cuboid::new(vector(self.size_b))]
    }

    fn capsules(&self) -> [Capsule<f64>; 2] {
        [self.size_a, self.size_b].map(|[half, radius, _]| Capsule::new(half, radius))
    }

    fn witness(&mut self, found: &Witness<Xyz>) {
        let Witness { on_a, on_b, normal, length, gap, .. } = *found;
        let numbers = [on_a, on_b, normal].into_iter().flat_map(|v| [v.x, v.y, v.z]);
        for (slot, number) in self.out.iter_mut().zip([length, gap].into_iter().chain(numbers)) {
            *slot = number;
        }
    }

    fn distance(&mut self, found: Option<Witness<Xyz>>) -> i32 {
        match found {
            Some(apart) => {
                self.witness(&apart);
                0
            }
            None => 1,
        }
    }

    fn proximity(&mut self, found: Proximity<Xyz>) -> i32 {
        self.witness(found.witness());
        match found {
            Proximity::Separated(_) => 0,
            Proximity::Intersecting(_) => 1,
            Proximity::Undecided(_) => 2,
        }
    }

    fn cast(&mut self, found: Cast<Xyz>) -> i32 {
        if let Some(hit) = found.hit() {
            self.witness(&hit.witness);
            let [.., low, high] = &mut self.out;
            (*low, *high) = (hit.time.low, hit.time.high);
        }
        match found {
            Cast::Miss => 0,
            Cast::Hit(_) => 1,
            Cast::Undecided(_) => 2,
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn distance_ball_ball(scene: &mut Scene) -> i32 {
    let ([radius_a, ..], [radius_b, ..]) = (scene.size_a, scene.size_b);
    let ([at_a, at_b], a, b) = (scene.poses(), Ball::new(radius_a), Ball::new(radius_b));
    let found = scene.query().distance(&a, &at_a, &b, &at_b);
    scene.distance(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn distance_capsule_capsule(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, b]) = (scene.poses(), scene.capsules());
    let found = scene.query().distance(&a, &at_a, &b, &at_b);
    scene.distance(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn distance_capsule_box(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, _], [_, b]) = (scene.poses(), scene.capsules(), scene.boxes());
    let found = scene.query().distance(&a, &at_a, &b, &at_b);
    scene.distance(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn intersects_capsule_box(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, _], [_, b]) = (scene.poses(), scene.capsules(), scene.boxes());
    i32::from(scene.query().intersects(&a, &at_a, &b, &at_b))
}

#[unsafe(no_mangle)]
pub extern "C" fn proximity_box_box(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, b]) = (scene.poses(), scene.boxes());
    let found = scene.query().proximity(&a, &at_a, &b, &at_b);
    scene.proximity(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn proximity_hull_hull(scene: &mut Scene) -> i32 {
    let [at_a, at_b] = scene.poses();
    let points = [&scene.points_a, &scene.points_b].map(|points| ConvexPoints::new(points));
    let [Ok(a), Ok(b)] = &points else { return 3 };
    let found = scene.query().proximity(a, &at_a, b, &at_b);
    scene.proximity(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn cast_capsule_box(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, _], [_, b]) = (scene.poses(), scene.capsules(), scene.boxes());
    let sweep = Sweep::new(vector(scene.velocity)).until(1.0);
    let found = scene.query().cast(&a, &at_a, &b, &at_b, &sweep);
    scene.cast(found)
}

fn turning(scene: &Scene) -> [Motion<Xyz>; 2] {
    let [at_a, at_b] = scene.poses();
    let of_a = Motion::new(&at_a).turning(vector(scene.turning_a));
    [of_a, Motion::new(&at_b).turning(vector(scene.turning_b)).velocity(vector(scene.velocity))]
}

#[unsafe(no_mangle)]
pub extern "C" fn impact_capsule_box(scene: &mut Scene) -> i32 {
    let ([of_a, of_b], [a, _], [_, b]) = (turning(scene), scene.capsules(), scene.boxes());
    let found = scene.query().time_of_impact(&a, &of_a, &b, &of_b, &Meeting::new().until(1.0));
    scene.cast(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn impact_capsule_capsule(scene: &mut Scene) -> i32 {
    let ([of_a, of_b], [a, b]) = (turning(scene), scene.capsules());
    let found = scene.query().time_of_impact(&a, &of_a, &b, &of_b, &Meeting::new().until(1.0));
    scene.cast(found)
}

#[unsafe(no_mangle)]
pub extern "C" fn manifold_box_box(scene: &mut Scene) -> i32 {
    let ([at_a, at_b], [a, b]) = (scene.poses(), scene.boxes());
    let Some(found) = contact_manifold(&a, &at_a, &b, &at_b, 0.01) else { return 0 };
    let numbers = found.points().iter().flat_map(|p| [p.on_a.x, p.on_a.y, p.on_a.z, p.depth]);
    for (slot, number) in scene.out.iter_mut().zip(numbers) {
        *slot = number;
    }
    1
}

/// A panic that the check must see.
#[unsafe(no_mangle)]
pub extern "C" fn control(scene: &mut Scene) -> i32 {
    let [first, ..] = scene.out;
    i32::from(scene.points_a[first as usize] == Xyz::default())
}
