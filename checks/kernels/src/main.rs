//! Every kernel of clearance, compiled as in a user's build, for `run.sh` to disassemble. The
//! answers are not used.

use std::hint::black_box;

use clearance::batch::cull::{BallColumns, BoxColumns, Region};
use clearance::batch::{Depth, depth, distance, intersects, proximity};
use clearance::{ConvexHull, Pose, Proximity, Shape, Witness};
use clearance_lanes::{Kernel, Level};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// What `run.sh` must find: a kernel with a call.
struct Control<'a>(&'a [f32]);

impl Kernel for Control<'_> {
    type Output = f32;
    #[inline(always)]
    fn run(self) -> f32 {
        self.0.iter().map(|x| control_is_called(*x)).sum()
    }
}

#[inline(never)]
fn control_is_called(x: f32) -> f32 {
    black_box(x)
}

macro_rules! batches {
    ($name:ident, $V:ty, $T:ty, $D:literal) => {
        fn $name() {
            let shape: Shape<$V> = ConvexHull::new(black_box(&[])).expect("this never runs").into();
            let (shape, pose) = (black_box(&shape), black_box(Pose::<$V>::default()));
            let pairs = [(shape, pose, shape, pose)];
            let pairs = black_box(&pairs);
            let _ = black_box(intersects(pairs, black_box(&mut [false])));
            let _ = black_box(distance(pairs, black_box(&mut [None::<Witness<$V>>])));
            let _ = black_box(proximity(pairs, black_box(&mut [Proximity::<$V>::default()])));
            let _ = black_box(depth(pairs, black_box(&mut [None::<Depth<$V>>])));

            let region = Region::of_hull(ConvexHull::<$V>::new(black_box(&[])).expect("nor this"));
            let column: &[$T] = black_box(&[]);
            let boxes = BoxColumns::<$V, $D>::new([column; $D], [column; $D]).expect("as long");
            let balls = BallColumns::<$V, $D>::new([column; $D], column).expect("as long");
            let _ = black_box(region.boxes(&boxes, black_box(&mut [])));
            let _ = black_box(region.balls(&balls, black_box(&mut [])));
        }
    };
}
batches!(space_single, Vec3, f32, 3);
batches!(space_double, DVec3, f64, 3);
batches!(plane_single, Vec2, f32, 2);
batches!(plane_double, DVec2, f64, 2);

fn main() {
    black_box(Level::best().run(Control(black_box(&[]))));
    space_single();
    space_double();
    plane_single();
    plane_double();
}
