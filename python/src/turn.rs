//! Shapes that move and turn: when they first meet, for one pair and for many.

use clearance::{AtStart, Meeting, Motion, Pose, Query, Scalar as _};
use clearance_json::Dimension;
use clearance_json::cast::is_half_turn;
use pyo3::prelude::*;

use crate::fault::{Argument, Fault};
use crate::flavour::{Flavour, Kind, in_flavour};
use crate::job::{Batch, Manner, share_out};
use crate::motion::{Impact, Part, PartRun, choice, impacts, not_negative};
use crate::pairs::{Arguments, Pairs, Placed};
use crate::pose::{Placement, PoseArgument};
use crate::sheet::{Rows, array, room};
use crate::strided::Run;

/// The fields of Python's `Motion`: pose, velocity, angular velocity, centre, end, path.
type Fields<'py> = (
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    String,
);

/// The argument names for errors: the motion, then its parts.
struct Names {
    motion: Argument,
    velocity: Argument,
    angular_velocity: Argument,
    center: Argument,
    end: Argument,
    path: Argument,
}

macro_rules! names {
    ($motion:literal) => {
        Names {
            motion: Argument($motion),
            velocity: Argument(concat!($motion, ".velocity")),
            angular_velocity: Argument(concat!($motion, ".angular_velocity")),
            center: Argument(concat!($motion, ".center")),
            end: Argument(concat!($motion, ".end")),
            path: Argument(concat!($motion, ".path")),
        }
    };
}

const OF_A: Names = names!("motion_a");
const OF_B: Names = names!("motion_b");
const ALONE: Names = names!("motion");

/// The motions of bodies from their start.
struct WayArgument<'py> {
    velocity: Option<Part>,
    turning: Option<Part>,
    center: Option<Part>,
    end: Option<(Argument, PoseArgument<'py>)>,
    is_blend: bool,
}

impl<'py> WayArgument<'py> {
    fn new(names: &Names, fields: Fields<'py>, kind: Kind) -> PyResult<Self> {
        let (pose, velocity, turning, center, end, path) = fields;
        let py = pose.py();
        if end.is_some() && (velocity.is_some() || turning.is_some()) {
            let message = "has an end beside a velocity; give one of the two";
            return Err(names.motion.value_error(py, message));
        }
        let is_blend = match path.as_str() {
            "slerp" => false,
            "nlerp" => true,
            _ => {
                let message = format!("must be 'slerp' or 'nlerp', is {path:?}");
                return Err(names.path.value_error(py, message));
            }
        };
        let vectors = |argument: Argument, value: Option<Bound<'py, PyAny>>| {
            value.map(|value| Part::vectors(argument, &value, kind)).transpose()
        };
        let turning = match turning {
            Some(rate) if kind.dim == 2 => {
                Some(Part::numbers(names.angular_velocity, &rate, kind)?)
            }
            rate => vectors(names.angular_velocity, rate)?,
        };
        Ok(Self {
            velocity: vectors(names.velocity, velocity)?,
            turning,
            center: vectors(names.center, center)?,
            end: end
                .map(|end| Ok::<_, PyErr>((names.end, PoseArgument::new(names.end, &end, kind)?)))
                .transpose()?,
            is_blend,
        })
    }

    /// Joins its axes to those of the batch.
    fn join(&self, arguments: &mut Arguments<'_>) -> PyResult<()> {
        for part in [&self.velocity, &self.turning, &self.center].into_iter().flatten() {
            part.join(arguments)?;
        }
        if let Some((argument, end)) = &self.end {
            for batch in end.placement().into_iter().flat_map(Placement::batches) {
                arguments.join(*argument, batch)?;
            }
        }
        Ok(())
    }

    /// The part of it that is used without Python's lock.
    fn way(&self) -> Way<'_> {
        Way {
            velocity: self.velocity.as_ref(),
            turning: self.turning.as_ref(),
            center: self.center.as_ref(),
            end: self.end.as_ref().map(|(argument, end)| (*argument, end.placement())),
            is_blend: self.is_blend,
        }
    }
}

#[derive(Clone, Copy)]
struct Way<'s> {
    velocity: Option<&'s Part>,
    turning: Option<&'s Part>,
    center: Option<&'s Part>,
    /// Without a placement, the world's origin.
    end: Option<(Argument, Option<&'s Placement>)>,
    is_blend: bool,
}

/// Motions that follow each other along the last axis of a batch.
struct WayRun<'s, 'r> {
    velocity: Option<(Argument, PartRun<'s>)>,
    turning: Option<(Argument, PartRun<'s>)>,
    center: Option<(Argument, PartRun<'s>)>,
    end: Option<(Argument, Option<Placement<Run<'s>>>)>,
    is_blend: bool,
    place: &'r [usize],
}

impl<'s> Way<'s> {
    fn run<'r>(&self, place: &'r [usize]) -> WayRun<'s, 'r> {
        let run = |part: Option<&'s Part>| part.map(|part| (part.argument, part.run(place)));
        WayRun {
            velocity: run(self.velocity),
            turning: run(self.turning),
            center: run(self.center),
            end: self.end.map(|(name, end)| (name, end.map(|poses| poses.run(place)))),
            is_blend: self.is_blend,
            place,
        }
    }
}

impl WayRun<'_, '_> {
    fn motion<V: Flavour>(&self, k: usize, from: Pose<V>) -> Result<Motion<V>, Fault> {
        let wrong =
            |argument: Argument, message: &str| Fault::along(argument, self.place, k, message);
        let vector = |(argument, run): &(Argument, PartRun<'_>)| {
            run.vector::<V>(k).map_err(|message| wrong(*argument, message))
        };
        let mut motion = match &self.end {
            Some((argument, run)) => {
                let end = run.as_ref().map_or(Ok(Pose::identity()), |run| run.at(k));
                let end = end.map_err(|message| wrong(*argument, &message))?;
                if is_half_turn(&from, &end) {
                    let message = "is turned by half a turn from the start, to a rounding, which \
                                   does not say which way; give an angular_velocity";
                    return Err(wrong(*argument, message));
                }
                let make = if self.is_blend { Motion::blended } else { Motion::between };
                make(&from, &end)
            }
            None => Motion::new(&from),
        };
        if let Some(velocity) = &self.velocity {
            motion = motion.velocity(vector(velocity)?);
        }
        if let Some((argument, run)) = &self.turning {
            let rate = if V::KIND.dim == 2 {
                run.finite::<V>(k).map(|rate| vec![rate])
            } else {
                run.vector::<V>(k).map(|spin| spin.coordinates().to_vec())
            };
            let rate = rate.map_err(|message| wrong(*argument, message))?;
            let rate = <V::Space as Dimension>::angular(&rate, V::precision());
            let rate = rate.map_err(|fault| wrong(*argument, &fault.to_string()))?;
            motion = motion.turning(<V::Space as Dimension>::turning_in(rate));
        }
        if let Some(center) = &self.center {
            motion = motion.about(vector(center)?);
        }
        Ok(motion)
    }
}

/// Pairs of a space, their motions, and what counts as meeting.
struct Turns<'s, V> {
    pairs: Pairs<'s, V>,
    ways: [Way<'s>; 2],
    until: &'s Part,
    within: &'s Part,
    at_start: AtStart,
}

struct Turn<'s, V: Flavour> {
    pair: Placed<'s, V>,
    motions: [Motion<V>; 2],
    meeting: Meeting<V::Scalar>,
}

impl<'s, V: Flavour> Batch for Turns<'s, V> {
    type Item = Turn<'s, V>;

    fn shape(&self) -> &[usize] {
        self.pairs.shape()
    }

    fn row(
        &self,
        place: &[usize],
        count: usize,
        turns: &mut Vec<Turn<'s, V>>,
    ) -> Result<(), Fault> {
        let row = self.pairs.operands.row(place);
        let [of_a, of_b] = self.ways.map(|way| way.run(place));
        let (until, within) = (self.until.run(place), self.within.run(place));
        for k in 0..count {
            let wrong =
                |argument: Argument| move |message: &str| Fault::along(argument, place, k, message);
            let pair = row.pair::<V>(k)?;
            let motions = [of_a.motion(k, pair.1)?, of_b.motion(k, pair.3)?];
            let last = until.time::<V>(k).map_err(wrong(self.until.argument))?;
            let near = within.length::<V>(k).map_err(wrong(self.within.argument))?;
            let meeting = Meeting::new().until(last).within(near).at_start(self.at_start);
            turns.push(Turn { pair, motions, meeting });
        }
        Ok(())
    }
}

/// What a motion holds beside its pose.
fn vectors_of<'m, 'py>(motion: &'m Fields<'py>) -> [Option<&'m Bound<'py, PyAny>>; 4] {
    let (_, velocity, turning, center, end, _) = motion;
    [velocity.as_ref(), turning.as_ref(), center.as_ref(), end.as_ref()]
}

/// When and where two shapes that move and turn first touch; see `clearance.time_of_impact`.
#[pyfunction]
#[pyo3(signature = (
    a, motion_a, b, motion_b, *, until, within, at_start, tolerance = 0.0, threads = 1,
    progress = None
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn time_of_impact<'py>(
    a: &Bound<'py, PyAny>,
    motion_a: Fields<'py>,
    b: &Bound<'py, PyAny>,
    motion_b: Fields<'py>,
    until: &Bound<'py, PyAny>,
    within: &Bound<'py, PyAny>,
    at_start: &str,
    tolerance: f64,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let names = [Argument("a"), OF_A.motion, Argument("b"), OF_B.motion];
    let mut others: Vec<_> = [&motion_a, &motion_b].into_iter().flat_map(vectors_of).collect();
    others.extend([Some(until), Some(within)]);
    let mut arguments = Arguments::named(names, [a, &motion_a.0, b, &motion_b.0], &others)?;
    let kind = arguments.kind;
    let of_a = WayArgument::new(&OF_A, motion_a, kind)?;
    let of_b = WayArgument::new(&OF_B, motion_b, kind)?;
    let until = Part::numbers(Argument("until"), until, kind)?;
    let within = Part::numbers(Argument("within"), within, kind)?;
    let (at_start, tolerance) = (choice(py, at_start)?, not_negative(py, tolerance)?);
    for way in [&of_a, &of_b] {
        way.join(&mut arguments)?;
    }
    for part in [&until, &within] {
        part.join(&mut arguments)?;
    }
    let manner = Manner::new(threads, progress)?;
    let (operands, ways) = (arguments.operands(), [of_a.way(), of_b.way()]);
    let (until, within) = (&until, &within);
    in_flavour!(kind, V => {
        let batch = Turns { pairs: operands.pairs::<V>(), ways, until, within, at_start };
        impacts(py, &batch, true, &manner, |turn: &Turn<'_, V>| {
            let Turn { pair: (a, _, b, _), motions: [of_a, of_b], meeting } = turn;
            let meeting = meeting.tolerance(<V as clearance::Vector>::Scalar::from_f64(tolerance));
            Impact::cast(&Query::new().time_of_impact(*a, of_a, *b, of_b, &meeting))
        })
    })
}

/// Poses of bodies at times: rigid matrices (..., dim + 1, dim + 1); see `clearance.Motion.at`.
/// Only the space of the shape is used.
#[pyfunction]
pub(crate) fn _motion_at<'py>(
    shape: &Bound<'py, PyAny>,
    motion: Fields<'py>,
    times: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shape.py();
    let names = [Argument("shape"), ALONE.motion, Argument("shape"), ALONE.motion];
    let still = py.None().into_bound(py);
    let pair = [shape, &motion.0, shape, &still];
    let mut others = Vec::from(vectors_of(&motion));
    others.push(Some(times));
    let mut arguments = Arguments::named(names, pair, &others)?;
    let kind = arguments.kind;
    let way = WayArgument::new(&ALONE, motion, kind)?;
    let times = Part::numbers(Argument("times"), times, kind)?;
    let zero = Part::zero(Argument("within"));
    way.join(&mut arguments)?;
    times.join(&mut arguments)?;
    let rest =
        WayArgument { velocity: None, turning: None, center: None, end: None, is_blend: false };
    let (operands, ways) = (arguments.operands(), [way.way(), rest.way()]);
    let (until, within, at_start) = (&times, &zero, AtStart::Report);
    let side = kind.dim + 1;
    let mut matrices = vec![0.0; room(&arguments.shape, 8 * side * side)? * side * side];
    let manner = Manner::new(1, None)?;
    in_flavour!(kind, V => {
        let batch = Turns { pairs: operands.pairs::<V>(), ways, until, within, at_start };
        let slots = Rows { numbers: &mut matrices, width: side * side };
        share_out(py, &batch, slots, &manner, |turns: &[Turn<'_, V>], slots, _| {
            for (turn, rows) in turns.iter().zip(slots.numbers.chunks_exact_mut(side * side)) {
                let [motion, _] = &turn.motions;
                matrix(&motion.at(turn.meeting.max_time), rows);
            }
        })
    })?;
    if matrices.iter().any(|x| !x.is_finite()) {
        return Err(Argument("times").value_error(py, "a pose is beyond the range of floats then"));
    }
    array(py, matrices, &[arguments.shape.as_slice(), &[side, side]].concat())
}

/// Writes a rigid matrix, row by row.
pub(crate) fn matrix<V: Flavour>(pose: &Pose<V>, rows: &mut [f64]) {
    let dim = V::KIND.dim;
    let turn = Pose { translation: V::vector([0.0; 3]), rotation: pose.rotation };
    for j in 0..dim {
        let axis = [0, 1, 2].map(|i| if i == j { 1.0 } else { 0.0 });
        let column = turn.transform_point(V::vector(axis)).coordinates();
        for i in 0..dim {
            rows[i * (dim + 1) + j] = column[i];
        }
    }
    let at = pose.translation.coordinates();
    for i in 0..dim {
        rows[i * (dim + 1) + dim] = at[i];
    }
    rows[dim * (dim + 1) + dim] = 1.0;
}
