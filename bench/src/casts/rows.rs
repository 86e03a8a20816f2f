//! The rows: which queries for which shapes.

use std::time::Instant;

use clearance::{Xy, Xyz};

use super::draw::{Regime, cases};
use super::race::{Line, race};
use super::tremor::{Shaken, shake};
use super::{CaseSet, Question, Subject, exact, rods, table};
use crate::forms::Kind;
use crate::measure::Effort;
use crate::pairs::{FLAT, MIXED, PairSet, Pools, Regime as Standing, SHAPES, Shapes};
use crate::rest;

const fn solid(name: &'static str, a: Kind, b: Option<Kind>) -> Subject {
    Subject { name, a, b, flat: false }
}

const fn flat(name: &'static str, a: Kind, b: Kind) -> Subject {
    Subject { name, a, b: Some(b), flat: true }
}

const BOXES: Subject = solid("box-box", Kind::Cuboid, Some(Kind::Cuboid));
const HULLS: Subject = solid("hull12", Kind::Hull(12), Some(Kind::Hull(12)));
const BOX_CAPSULE: Subject = solid("box-caps", Kind::Cuboid, Some(Kind::Capsule));
const FLAT_BOXES: Subject = flat("2D box-box", Kind::Cuboid, Kind::Cuboid);
const POLYGONS: Subject = flat("8-gons", Kind::Hull(8), Kind::Hull(8));
const FLAT_CAPSULE: Subject = flat("2D box-caps", Kind::Cuboid, Kind::Capsule);

/// A query for a pair of kinds, and for hit, graze and miss the aim as a multiple of parry's `f32`
/// time: that of the best of parry and Box3D where all were measured once, or half of it.
type Asking = (Question, Subject, [f64; 3]);

/// The rows in which B moves.
pub(crate) const MOVING: [Asking; 24] = {
    use Question::{Cast, Ends, Ray, Spin};
    [
        (Ray, solid("ball", Kind::Ball, None), [1.0, 1.0, 1.0]),
        (Ray, solid("box", Kind::Cuboid, None), [2.7, 1.6, 0.9]),
        (Ray, solid("capsule", Kind::Capsule, None), [1.0, 1.0, 1.0]),
        (Ray, solid("cylinder", Kind::Cylinder, None), [9.5, 15.0, 2.2]),
        (Ray, solid("hull12", Kind::Hull(12), None), [4.7, 7.2, 4.0]),
        (Ray, solid("hull64", Kind::Hull(64), None), [5.0, 8.1, 3.7]),
        (Cast, BOXES, [2.1, 2.4, 1.4]),
        (Cast, HULLS, [2.0, 2.1, 1.1]),
        (Cast, solid("hull64", Kind::Hull(64), Some(Kind::Hull(64))), [2.7, 2.8, 1.2]),
        (Cast, BOX_CAPSULE, [6.5, 8.8, 1.6]),
        (Cast, solid("box-sphere", Kind::Cuboid, Some(Kind::Ball)), [6.7, 8.8, 1.4]),
        (Cast, solid("cyl-box", Kind::Cylinder, Some(Kind::Cuboid)), [4.0, 4.4, 1.3]),
        (Spin, BOXES, [3.0, 3.0, 3.0]),
        (Spin, HULLS, [3.0, 3.0, 3.0]),
        (Spin, BOX_CAPSULE, [3.0, 3.0, 3.0]),
        (Ends, BOXES, [1.0, 0.33, 1.0]),
        (Ends, HULLS, [1.0, 0.33, 1.0]),
        (Ends, BOX_CAPSULE, [1.0, 0.33, 1.0]),
        (Cast, FLAT_BOXES, [1.0, 1.0, 1.0]),
        (Cast, POLYGONS, [1.0, 1.0, 1.0]),
        (Cast, FLAT_CAPSULE, [1.0, 1.0, 1.0]),
        (Ends, FLAT_BOXES, [1.0, 0.33, 1.0]),
        (Ends, POLYGONS, [1.0, 0.33, 1.0]),
        (Ends, FLAT_CAPSULE, [1.0, 0.33, 1.0]),
    ]
};

const FLAT_STANDING: [Shapes; 2] = [
    Shapes::flat("2D box-box", Kind::Cuboid, Kind::Cuboid),
    Shapes::flat("2D box-caps", Kind::Cuboid, Kind::Capsule),
];

/// Pairs of these kinds, from the tables of other queries.
fn named(name: &str) -> Shapes {
    let mut all = SHAPES.iter().chain(&MIXED).chain(&FLAT).chain(&FLAT_STANDING);
    *all.find(|shapes| shapes.name == name).expect("a table has these shapes")
}

/// The rows at rest, by shapes and regime, and the aim.
const STANDING: [(&str, Standing, Option<f64>); 10] = [
    ("box-box", Standing::Near, Some(3.0)),
    ("hull12", Standing::Near, Some(1.8)),
    ("hull12", Standing::Shallow, Some(2.0)),
    ("hull12", Standing::Deep, Some(1.8)),
    ("box-caps", Standing::Near, Some(1.5)),
    ("cyl-box", Standing::Near, Some(1.4)),
    ("cyl-box", Standing::Shallow, Some(1.4)),
    ("2D box-box", Standing::Shallow, None),
    ("8-gons", Standing::Shallow, None),
    ("2D box-caps", Standing::Shallow, None),
];

/// Tilts of boxes at rest, in radians.
const TILTS: [(f64, &str, Option<f64>); 2] =
    [(0.0, "rest", Some(1.8)), (1e-3, "rest, 1e-3 rad", Some(1.8))];

/// The settings of a run.
pub struct Run<'a> {
    /// Whether to run a row, given its shapes and query.
    pub wants: &'a dyn Fn(&str, &str) -> bool,
    /// Only contenders whose name contains this.
    pub only: &'a str,
    /// Cases in a set; a fifth of them where shapes turn.
    pub count: usize,
    /// How many cases of a set exact arithmetic judges.
    pub judged: usize,
    /// How long to measure.
    pub effort: Effort,
    /// The seed of the cases.
    pub seed: u64,
    /// Called with the name of the row in progress.
    pub progress: fn(&str),
}

/// The results.
#[derive(Default)]
pub struct Outcome {
    lines: Vec<Line>,
    rods: Vec<Line>,
    shaken: Vec<(&'static str, Vec<Shaken>)>,
    judged: usize,
    seconds: f64,
}

impl Run<'_> {
    /// Runs everything; the error is a contradiction between exact arithmetic and `clearance`.
    pub fn all(&self) -> Result<Outcome, String> {
        let mut out = Outcome::default();
        for (question, subject, aims) in MOVING {
            for (regime, aim) in Regime::ALL.into_iter().zip(aims) {
                if !self.wants(question, subject.name, regime.name()) {
                    continue;
                }
                let turns = matches!(question, Question::Spin | Question::Ends);
                let count = if turns { self.count.div_ceil(5) } else { self.count };
                let set = cases(question, subject, regime, count, self.seed);
                self.judge(
                    &set,
                    if turns { self.judged.div_ceil(20) } else { self.judged },
                    &mut out,
                )?;
                out.lines.push(race(&set, Some(aim), self.only, &self.effort));
            }
        }
        self.manifolds(&mut out);
        for question in [Question::Spin, Question::Ends] {
            if self.wants(question, "rods", "3 rad") {
                let set = rods::rods(question, self.count, self.seed);
                out.rods.push(race(&set, None, self.only, &self.effort));
            }
        }
        self.shaken(&mut out);
        Ok(out)
    }

    fn wants(&self, question: Question, shapes: &str, regime: &str) -> bool {
        let query = format!("{} {regime}", question.name());
        let wanted = (self.wants)(shapes, &query);
        if wanted {
            (self.progress)(&format!("{shapes} {query}"));
        }
        wanted
    }

    fn judge(&self, set: &CaseSet, sample: usize, out: &mut Outcome) -> Result<(), String> {
        let start = Instant::now();
        out.judged += exact::check(set, sample)?;
        out.seconds += start.elapsed().as_secs_f64();
        Ok(())
    }

    fn manifolds(&self, out: &mut Outcome) {
        for (tilt, regime, aim) in TILTS {
            if self.wants(Question::Contact, "box-box", regime) {
                let set = rest::boxes(tilt, self.count, self.seed);
                let set = CaseSet::standing(&set, "box-box", regime);
                out.lines.push(race(&set, aim, self.only, &self.effort));
            }
        }
        for (shapes, regime, aim) in STANDING {
            if self.wants(Question::Contact, shapes, regime.name()) {
                let set = self.standing(shapes, regime);
                let set = CaseSet::standing(&set, shapes, regime.name());
                out.lines.push(race(&set, aim, self.only, &self.effort));
            }
        }
    }

    fn standing(&self, name: &str, regime: Standing) -> PairSet {
        Pools::draw(named(name), self.seed).pairs(regime, self.count, self.seed)
    }

    fn shaken(&self, out: &mut Outcome) {
        let boxes = |tilt| move |run: &Self| rest::boxes(tilt, run.count, run.seed);
        let stacked = |deep| move |run: &Self| rest::stacked(deep, run.count, run.seed);
        let random = |name, regime| move |run: &Self| run.standing(name, regime);
        type Set<'s, R> = (&'static str, Box<dyn Fn(&R) -> PairSet + 's>);
        let sets: [Set<'_, Self>; 13] = [
            ("equal boxes stacked, touching", Box::new(stacked(0.0))),
            ("equal boxes stacked, 0.001 deep", Box::new(stacked(1e-3))),
            ("boxes at rest", Box::new(boxes(0.0))),
            ("boxes at rest, 1e-7 rad", Box::new(boxes(1e-7))),
            ("boxes at rest, 1e-3 rad", Box::new(boxes(1e-3))),
            ("random boxes, near", Box::new(random("box-box", Standing::Near))),
            ("random boxes, shallow", Box::new(random("box-box", Standing::Shallow))),
            ("random boxes, deep", Box::new(random("box-box", Standing::Deep))),
            ("random hulls of 12, near", Box::new(random("hull12", Standing::Near))),
            ("random hulls of 12, shallow", Box::new(random("hull12", Standing::Shallow))),
            ("random hulls of 12, deep", Box::new(random("hull12", Standing::Deep))),
            ("random boxes and capsules", Box::new(random("box-caps", Standing::Shallow))),
            ("random 8-gons", Box::new(random("8-gons", Standing::Shallow))),
        ];
        for (name, set) in sets {
            if (self.wants)(name, "tremor") {
                (self.progress)(name);
                let set = set(self);
                let shaken = if set.shapes.flat {
                    shake::<Xy>(&set, name, self.only, self.seed)
                } else {
                    shake::<Xyz>(&set, name, self.only, self.seed)
                };
                out.shaken.push((name, shaken));
            }
        }
    }
}

impl Outcome {
    /// All tables.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.lines.is_empty() {
            text.push_str(&format!(
                "\n## Casts, times of impact, contacts\n\n{}",
                table::speed(&self.lines)
            ));
            text.push_str(&format!(
                "\nWrong answers as hits + misses, in brackets those farther than 1e-5 of the size \
                 from a graze, and where a library gave up (?); of this library's times the widest \
                 interval, of others and of depths the largest error, in parts of the size, \
                 times as ways:\n\n{}",
                table::errors(&self.lines)
            ));
            text.push_str(&format!(
                "\nExact arithmetic judged {} of the moving cases, in {:.0} s: no contradiction.\n",
                self.judged, self.seconds
            ));
        }
        if !self.rods.is_empty() {
            text.push_str(&format!(
                "\n### Rods that turn by 3 rad at a small cube\n\nAll hit, by construction.\n\n{}",
                table::rods(&self.rods)
            ));
        }
        if !self.shaken.is_empty() {
            text.push_str(&format!(
                "\n### Manifolds under a motion of 1e-6 of the size\n\nThe share that changes its \
                 number of points, their names, or its normal by over 1e-3 rad.\n\n{}",
                table::tremor(&self.shaken)
            ));
        }
        text
    }
}
