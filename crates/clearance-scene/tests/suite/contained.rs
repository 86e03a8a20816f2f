//! Objects in containers on a grid of whole numbers: what is in them, and how far from the walls or
//! out of them, counted on whole numbers or by closed forms. `CLEARANCE_JUDGED` is how many are
//! drawn.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{Ball, ConvexHull, Pose, Shape, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Object, contained};

use crate::solids::Draw;

type Point = [i32; 3];

/// A container about the origin.
enum Container {
    /// From these corners to those opposite.
    Box(Point),
    /// All points of which no more is the sum of the sizes of their coordinates.
    Octahedron(i32),
}

impl Container {
    fn shape(&self, unit: f64) -> Shape<Xyz> {
        let corners: Vec<Point> = match *self {
            Self::Box([x, y, z]) => (0..8)
                .map(|i| {
                    [(1, x), (2, y), (4, z)]
                        .map(|(bit, half)| if i & bit == 0 { -half } else { half })
                })
                .collect(),
            Self::Octahedron(half) => (0..6)
                .map(|i| {
                    let mut corner = [0; 3];
                    corner[i / 2] = if i % 2 == 0 { half } else { -half };
                    corner
                })
                .collect(),
        };
        let corners: Vec<Xyz> = corners.iter().map(|p| scaled(*p, unit)).collect();
        ConvexHull::new(&corners).unwrap().into()
    }

    /// How far a point is from the nearest wall, or minus how far from the container; its sign is
    /// exact.
    fn room(&self, point: Point) -> f64 {
        match *self {
            Self::Box(half) => {
                let over = [0, 1, 2].map(|i| point[i].abs() - half[i]);
                let most = over.into_iter().max().unwrap();
                if most <= 0 {
                    return f64::from(-most);
                }
                let squares = over.map(|x| x.max(0) * x.max(0));
                -f64::from(squares.into_iter().sum::<i32>()).sqrt()
            }
            Self::Octahedron(half) => {
                let mut sizes = point.map(i32::abs);
                let over = sizes.into_iter().sum::<i32>() - half;
                if over <= 0 {
                    return f64::from(-over) / 3.0_f64.sqrt();
                }
                // The nearest point has each size less by the same, but not below 0 (Duchi and
                // others, 2008): the largest one, two or three sizes are left.
                sizes.sort_unstable_by(|a, b| b.cmp(a));
                let mut sum = 0;
                let mut less = 0.0;
                for (count, size) in (1..).zip(sizes) {
                    sum += size;
                    let own = f64::from(sum - half) / f64::from(count);
                    if f64::from(size) > own {
                        less = own;
                    }
                }
                let way = sizes.map(|size| f64::from(size).min(less).powi(2));
                -way.into_iter().sum::<f64>().sqrt()
            }
        }
    }
}

fn scaled(point: Point, unit: f64) -> Xyz {
    let [x, y, z] = point.map(|x| f64::from(x) * unit);
    Xyz::new(x, y, z)
}

#[test]
fn rooms_are_those_of_whole_numbers() {
    let mut draw = Draw(7);
    let (mut inside, mut flush, mut outside) = (0, 0, 0);
    let rounds = crate::rounds(2000);
    for round in 0..rounds {
        let half = 2 + draw.below(6);
        let container = if draw.below(2) == 0 {
            Container::Box([half, 2 + draw.below(6), 2 + draw.below(6)])
        } else {
            Container::Octahedron(half + 3)
        };
        // Powers of 2, so that nothing rounds.
        let unit = [1.0, 0.125, 16.0][draw.below(3) as usize];
        let spread = 2 + draw.below(7);
        let corners: Vec<Point> = (0..4 + draw.below(4))
            .map(|_| [0; 3].map(|_| draw.below(2 * spread + 1) - spread))
            .collect();
        // Moved as one, and back by the pose.
        let shift = [0; 3].map(|_| draw.below(9) - 4);
        let (at, around) = if draw.below(2) == 0 { (shift, [0; 3]) } else { ([0; 3], shift) };
        let local = |place: Point| -> Vec<Xyz> {
            corners
                .iter()
                .map(|c| scaled([0, 1, 2].map(|i| c[i] - place[i] + around[i]), unit))
                .collect()
        };
        let body = if draw.below(2) == 0 {
            let vertices = local(at).iter().map(|v| v.coordinates()).collect();
            let last = u32::try_from(corners.len() - 1).unwrap();
            let triangles = (2..=last).map(|i| [0, i - 1, i]).collect();
            Body::of_triangles(Mesh { vertices, triangles }).unwrap()
        } else {
            Body::of_parts(vec![ConvexHull::new(&local(at)).unwrap().into()]).unwrap()
        };
        let pose = Pose::from_translation(scaled(at, unit));
        let mut object = Object { pose, ..Object::new("", body) };
        let shape = container.shape(unit);
        let stands = Pose::from_translation(scaled(around, unit));
        let found = contained(&shape, &stands, &object);
        let rooms: Vec<f64> = corners.iter().map(|c| container.room(*c) * unit).collect();
        let least = rooms.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(found.is_inside, Some(least >= 0.0), "{round}");
        let size = 64.0 * unit;
        let off = (found.room.length - least).abs();
        assert!(off <= found.room.gap + 1e-15 * size, "{round}: {off} {:?}", found.room);
        assert!(found.room.gap <= 1e-12 * size, "{round}: {:?}", found.room);
        // The corner is a worst one.
        let corner = found.corner.unwrap() - scaled(around, unit);
        let own = corners.iter().zip(&rooms).find(|(c, _)| scaled(**c, unit) == corner).unwrap().1;
        assert!(*own <= least + 1e-12 * size, "{round}: {own} {least}");
        inside += i32::from(least > 0.0);
        flush += i32::from(least == 0.0);
        outside += i32::from(least < 0.0);

        // Padding takes so much of the room; at the wall itself it may round.
        object.padding = 0.5 * unit * f64::from(1 + draw.below(4));
        let padded = contained(&shape, &stands, &object);
        let room = least - object.padding;
        match padded.is_inside {
            Some(is_inside) if room != 0.0 => assert_eq!(is_inside, room > 0.0, "{round}"),
            Some(is_inside) => assert!(is_inside, "{round}"),
            None => assert!(room.abs() <= 1e-12 * size, "{round}: {room}"),
        }
        assert!((padded.room.length - room).abs() <= padded.room.gap + 1e-15 * size, "{round}");

        // A ball has as little room as its middle with the radius as padding.
        let middle = container.room(corners[0]) * unit - 0.5 * unit;
        let at = Pose::from_translation(scaled([0, 1, 2].map(|i| corners[0][i] + around[i]), unit));
        let ball = Body::of_parts(vec![Ball::new(0.5 * unit).into()]).unwrap();
        let ball = contained(&shape, &stands, &Object { pose: at, ..Object::new("", ball) });
        assert!((ball.room.length - middle).abs() <= ball.room.gap + 1e-15 * size, "{round}");
        match ball.is_inside {
            Some(is_inside) => assert_eq!(is_inside, middle >= 0.0, "{round}"),
            None => assert!(middle.abs() <= 1e-12 * size, "{round}: {middle}"),
        }
    }
    assert!(
        [inside, flush, outside].iter().all(|n| *n > rounds / 12),
        "{inside} {flush} {outside}"
    );
}

#[test]
fn what_is_no_object_is_undecided() {
    let room = Container::Box([1; 3]).shape(1.0);
    let ball = Object::new("", Body::of_parts(vec![Ball::new(0.5).into()]).unwrap());
    let wrong = [
        Object { padding: -1.0, ..ball.clone() },
        Object { pose: Pose::from_translation(Xyz::new(f64::NAN, 0.0, 0.0)), ..ball },
    ];
    for object in wrong {
        let found = contained(&room, &Pose::identity(), &object);
        assert_eq!((found.is_inside, found.room.gap), (None, f64::INFINITY));
    }
}
