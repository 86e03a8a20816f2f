//! Pairs of all kinds, half of them on a grid, and the library's own answers to every question.
//! What a shape's numbers mean is written here a second time, on purpose.

use clearance::*;
use clearance_trust::random::Random;

/// A shape as numbers: its kind, size, margin and points.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) kind: i32,
    pub(crate) size: [f64; 4],
    pub(crate) margin: f64,
    pub(crate) points: Vec<[f64; 3]>,
}

/// One question of each kind.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) shapes: [Numbers; 2],
    /// A quaternion and a place each.
    pub(crate) poses: [[f64; 7]; 2],
    pub(crate) velocity: [f64; 3],
    pub(crate) turning: [f64; 3],
}

pub(crate) fn drawn(random: &mut Random) -> Drawn {
    let is_on_grid = random.below(2) == 0;
    let mut number = |most: f64| {
        let drawn = random.range(-most, most);
        if is_on_grid { (drawn * 2.0).round() / 2.0 } else { drawn }
    };
    let poses = [2.5, 2.5].map(|size| {
        let mut turn = [0.0, 0.0, 0.0, 1.0];
        if !is_on_grid {
            turn = turn.map(|w| w + number(1.0));
        }
        let [x, y, z, w] = turn;
        [x, y, z, w, number(size), number(size), number(size)]
    });
    let velocity = [number(4.0), number(4.0), number(4.0)];
    let turning = [number(2.0), number(2.0), number(2.0)];
    let shapes = [(); 2].map(|()| shape(random, is_on_grid));
    Drawn { shapes, poses, velocity, turning }
}

fn shape(random: &mut Random, is_on_grid: bool) -> Numbers {
    let kind = 1 + random.below(11) as i32;
    let length = |random: &mut Random| {
        let drawn = random.range(0.25, 1.25);
        if is_on_grid { (drawn * 2.0).round() / 2.0 } else { drawn }
    };
    let mut size = [length(random), length(random), length(random), length(random)];
    if kind == 7 {
        size[0] = random.range(-1.0, 1.0).round();
        size[1] = 1.0;
    }
    let count = match kind {
        8 => 3,
        9..=11 => 4 + random.below(9),
        _ => 0,
    };
    let point = |random: &mut Random| {
        [0; 3].map(|_| {
            let drawn = random.range(-1.0, 1.0);
            if is_on_grid { (drawn * 2.0).round() / 2.0 } else { drawn }
        })
    };
    let points = (0..count).map(|_| point(random)).collect();
    let margin = if kind != 7 && random.below(3) == 0 { 0.125 } else { 0.0 };
    Numbers { kind, size, margin, points }
}

fn xyz([x, y, z]: [f64; 3]) -> Xyz {
    Xyz { x, y, z }
}

pub(crate) fn pose([x, y, z, w, a, b, c]: [f64; 7]) -> Pose<Xyz> {
    Pose { rotation: Rotation3 { x, y, z, w }, translation: xyz([a, b, c]) }
}

/// Calls with the shape that the numbers mean.
pub(crate) fn with_shape<T>(numbers: &Numbers, ask: impl FnOnce(&dyn SupportMap<Xyz>) -> T) -> T {
    let [p, q, r, s] = numbers.size;
    let points: Vec<Xyz> = numbers.points.iter().map(|point| xyz(*point)).collect();
    let core: Shape<Xyz> = match numbers.kind {
        1 => Ball::new(p).into(),
        2 => Capsule::new(p, q).into(),
        3 => Cuboid::new(xyz([p, q, r])).into(),
        4 => Cylinder::new(p, q).into(),
        5 => Cone::new(p, q).into(),
        6 => Ellipsoid::new(xyz([p, q, r])).into(),
        7 => HalfSpace::new(xyz([p, q, r]), s).into(),
        8 => Triangle::new(points[0], points[1], points[2]).into(),
        9 if numbers.margin == 0.0 => return ask(&ConvexPoints::new(&points).unwrap()),
        9 => return ask(&Rounded::new(ConvexPoints::new(&points).unwrap(), numbers.margin)),
        11 => {
            let hull = ConvexHull::new(&points).unwrap();
            let index = hull.index();
            let borrowed = HullRef::new(hull.vertices(), &index).unwrap();
            return match numbers.margin {
                0.0 => ask(&borrowed),
                margin => ask(&Rounded::new(borrowed, margin)),
            };
        }
        _ => {
            let hull = Shape::from(ConvexHull::new(&points).unwrap());
            return match numbers.margin {
                0.0 => ask(&hull),
                margin => ask(&hull.rounded(margin).unwrap()),
            };
        }
    };
    match numbers.margin {
        0.0 => ask(&core),
        margin => ask(&Rounded::new(core, margin)),
    }
}

/// Classes and numbers of all answers, in the order of `answers` in C.
pub(crate) fn answers(drawn: &Drawn) -> Vec<u64> {
    let [pose_a, pose_b] = drawn.poses.map(pose);
    let mut words = Vec::new();
    with_shape(&drawn.shapes[0], |a| {
        with_shape(&drawn.shapes[1], |b| {
            words.push(of_verdict(verdict(a, &pose_a, b, &pose_b)));
            of_proximity(&mut words, &proximity(a, &pose_a, b, &pose_b));
            let within = Query::new().cut_off(0.5).proximity(a, &pose_a, b, &pose_b);
            of_proximity(&mut words, &within);
            let sweep = Sweep::new(xyz(drawn.velocity)).until(2.0);
            of_cast(&mut words, &cast(a, &pose_a, b, &pose_b, &sweep));
            let sweep = sweep.tolerance(0.0625);
            of_cast(&mut words, &cast(a, &pose_a, b, &pose_b, &sweep));
            let motion = Motion::new(&pose_b).velocity(xyz(drawn.velocity));
            let motion = motion.turning(xyz(drawn.turning));
            let rest = Motion::new(&pose_a);
            of_cast(&mut words, &time_of_impact(a, &rest, b, &motion));
            let coarse = Meeting::new().tolerance(0.0625);
            let found = Query::new().time_of_impact(a, &rest, b, &motion, &coarse);
            of_cast(&mut words, &found);
            of_manifold(&mut words, contact_manifold(a, &pose_a, b, &pose_b, 0.25).as_ref());
            of_overlap(&mut words, &overlap(a, &pose_a, b, &pose_b));
        });
        let ray = Ray::new(pose_b.translation, xyz(drawn.velocity) + Xyz::new(0.0, 8.5, 0.0));
        of_ray(&mut words, &cast_ray(a, &pose_a, &ray));
        let projection = project_point(a, &pose_a, pose_b.translation);
        words.push(of_verdict(projection.verdict));
        push(&mut words, projection.point);
        push(&mut words, projection.normal);
        words.push(projection.signed_distance.to_bits());
        words.push(projection.gap.to_bits());
    });
    words
}

fn of_verdict(verdict: Verdict) -> u64 {
    match verdict {
        Verdict::Separated => 0,
        Verdict::Intersecting => 1,
        Verdict::Undecided => 2,
    }
}

fn push(words: &mut Vec<u64>, point: Xyz) {
    words.extend([point.x, point.y, point.z].map(f64::to_bits));
}

fn of_witness(words: &mut Vec<u64>, witness: &Witness<Xyz>) {
    words.extend([witness.length, witness.gap].map(f64::to_bits));
    push(words, witness.on_a);
    push(words, witness.on_b);
    push(words, witness.normal);
}

fn of_proximity(words: &mut Vec<u64>, found: &Proximity<Xyz>) {
    words.push(match found {
        Proximity::Separated(_) => 0,
        Proximity::Intersecting(_) => 1,
        Proximity::Undecided(_) => 2,
    });
    of_witness(words, found.witness());
}

fn of_cast(words: &mut Vec<u64>, found: &Cast<Xyz>) {
    let Some(hit) = found.hit() else {
        words.extend([0; 14]);
        return;
    };
    words.push(if found.is_decided() { 1 } else { 2 });
    words.extend([hit.time.low, hit.time.high].map(f64::to_bits));
    of_witness(words, &hit.witness);
}

fn of_ray(words: &mut Vec<u64>, found: &RayCast<Xyz>) {
    let Some(hit) = found.hit() else {
        words.extend([0; 9]);
        return;
    };
    words.push(if found.is_decided() { 1 } else { 2 });
    words.extend([hit.time.low, hit.time.high].map(f64::to_bits));
    push(words, hit.point);
    push(words, hit.normal);
}

/// The code 14 stands for what has no volume here.
fn of_overlap(words: &mut Vec<u64>, found: &Result<Overlap<Xyz>, OverlapError>) {
    let Ok(found) = found else {
        words.extend([14, 0, 0, 0, 0, 0, 0, 0]);
        return;
    };
    words.push(match found.state {
        OverlapState::Apart => 0,
        OverlapState::Touching | OverlapState::Overlapping => 1,
        OverlapState::Undecided => 2,
    });
    words.extend([found.volume[0], found.volume[1], found.area].map(f64::to_bits));
    push(words, found.centroid);
    words.push(u64::from(found.state == OverlapState::Touching));
}

fn of_manifold(words: &mut Vec<u64>, found: Option<&Manifold<Xyz>>) {
    let Some(manifold) = found else {
        words.extend([0; 38]);
        return;
    };
    words.push(match manifold.proximity {
        Proximity::Separated(_) => 0,
        Proximity::Intersecting(_) => 1,
        Proximity::Undecided(_) => 2,
    });
    push(words, manifold.normal);
    words.push(manifold.gap.to_bits());
    words.push(manifold.points().len() as u64);
    for place in 0..4 {
        match manifold.points().get(place) {
            None => words.extend([0; 8]),
            Some(point) => {
                push(words, point.on_a);
                push(words, point.on_b);
                words.push(point.depth.to_bits());
                words.push(point.key.0);
            }
        }
    }
}
