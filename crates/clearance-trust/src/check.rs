//! The conditions on each answer, given the truth of its pair.

use clearance::batch::Depth;
use clearance::{End, Proximity, Scalar, Separation, Space, Vector, Verdict, Witness};

use crate::court::{Court, Truth};
use crate::pair::{Pair, length};
use crate::tally::{Fault, Tally};

/// The way of a query.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// Its description, for the report of a find.
    pub name: &'a str,
    /// The library knows the shapes, so it can decide straight ones exactly; it does not know a
    /// closure.
    pub known: bool,
    /// Whether A and B are exchanged.
    pub mirrored: bool,
    /// An iteration limit or a cut-off was given: the search may end there, undecided, with points
    /// that are not final.
    pub cut: bool,
}

/// Judges the answers about one pair.
pub struct Judge<'a, V: Court> {
    /// The pair whose witnesses are judged.
    pub pair: &'a Pair<V>,
    /// Its truth.
    pub truth: Truth,
    /// What was found so far.
    pub tally: Tally,
    size: f64,
    straight: bool,
    /// Whether the library must decide a boolean of shapes that it knows, however close.
    decidable: bool,
    /// The rounding of a point of the world, in the caller's precision.
    rounding: f64,
    /// The first way that proved it apart, and the first that proved it intersecting.
    proved: [Option<String>; 2],
    /// The first answer, with which the others must agree.
    first: Option<(f64, f64)>,
    /// Witnesses that lie on their shapes.
    seen: Vec<(bool, V)>,
}

impl<'a, V: Court> Judge<'a, V> {
    /// Computes the truth of the pair, which is the costly part.
    pub fn new(pair: &'a Pair<V>) -> Self {
        Self::with_truth(pair, pair.truth(), pair.is_straight())
    }

    /// Takes a truth that is known from how the pair was made, and whether the booleans must be
    /// decided.
    pub fn with_truth(pair: &'a Pair<V>, truth: Truth, decidable: bool) -> Self {
        let (size, straight) = (pair.size(), pair.is_straight());
        let world =
            length(pair.at_a.translation.to_space()) + length(pair.at_b.translation.to_space());
        let mut tally = Tally::default();
        tally.sample(truth.signed, size, straight);
        Self {
            pair,
            truth,
            tally,
            size,
            straight,
            decidable,
            rounding: 4.0 * V::Scalar::EPSILON * (size + world) + 400.0 * f64::EPSILON * size,
            proved: [None, None],
            first: None,
            seen: Vec::new(),
        }
    }

    fn find(&mut self, fault: Fault, way: Way<'_>, what: impl FnOnce() -> String) {
        let (truth, pair) = (&self.truth, self.pair);
        let space = std::any::type_name::<V>();
        self.tally.find(fault, || {
            format!(
                "{}: {}\n  truth {:?} {:?}\n  judged::<{space}>({})",
                way.name,
                what(),
                truth.intersects,
                truth.signed,
                pair.literal()
            )
        });
    }

    /// Judges a verdict. Pairs that are curved or unknown, and nearer to touching than `gap`, may
    /// stay undecided.
    pub fn verdict(&mut self, way: Way<'_>, verb: &str, said: Verdict, gap: f64) {
        self.tally.queries += 1;
        let wrong = matches!(
            (said, self.truth.intersects),
            (Verdict::Separated, Some(true)) | (Verdict::Intersecting, Some(false))
        );
        if wrong {
            self.find(Fault::Boolean, way, || format!("{verb} {said:?}"));
        }
        let (mine, other) = match said {
            Verdict::Separated => (0, 1),
            Verdict::Intersecting => (1, 0),
            Verdict::Undecided => {
                let exact = self.decidable && way.known && !way.cut;
                if exact || self.truth.least_magnitude() > gap {
                    self.find(Fault::Undecided, way, || format!("{verb}, gap {gap:e}"));
                } else {
                    self.tally.undecided += 1;
                }
                return;
            }
        };
        if self.proved[mine].is_none() {
            self.proved[mine] = Some(format!("{} {verb}", way.name));
            if let Some(before) = self.proved[other].clone() {
                self.find(Fault::Contradiction, way, || {
                    format!("{verb} {said:?} against {before}")
                });
            }
        }
    }

    /// A signed distance and its gap.
    fn interval(&mut self, way: Way<'_>, verb: &str, signed: f64, gap: f64) {
        if !(gap >= 0.0 && self.truth.signed.admits(signed, gap)) {
            self.find(Fault::Interval, way, || format!("{verb} {signed:e} ± {gap:e}"));
        }
        let (first, first_gap) = *self.first.get_or_insert((signed, gap));
        // The difference of two numbers rounds.
        if !((signed - first).abs() <= (gap + first_gap) * (1.0 + 4.0 * f64::EPSILON)) {
            self.find(Fault::Contradiction, way, || {
                format!("{verb} {signed:e} ± {gap:e} against {first:e} ± {first_gap:e}")
            });
        }
    }

    /// Judges a whole answer of `proximity`.
    pub fn proximity(&mut self, way: Way<'_>, answer: &Proximity<V>) {
        let said = said_by(answer);
        self.verdict(way, "proximity", said, answer.witness().gap.to_f64());
        self.witness(way, "proximity", answer.witness(), answer.signed_distance().to_f64());
    }

    /// Notes how wide the gap is.
    pub fn tightness(&mut self, answer: &Proximity<V>) {
        let witness = answer.witness();
        // Where an eps of the size is not a normal number, the rounding of the answer shows nothing
        // about the search.
        let single = V::Scalar::EPSILON > 1e-10;
        let least = if single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
        let unit = V::Scalar::EPSILON * self.size;
        let relative = witness.gap.to_f64() / unit;
        let counts = unit >= least && relative.is_finite() && !self.pair.has_wall();
        if !counts || witness.end == End::Limit {
            return;
        }
        let gaps =
            if self.straight { &mut self.tally.straight_gaps } else { &mut self.tally.curved_gaps };
        gaps.push(relative);
    }

    /// Length, gap, points and normal.
    fn witness(&mut self, way: Way<'_>, verb: &str, witness: &Witness<V>, signed: f64) {
        let gap = witness.gap.to_f64();
        self.interval(way, verb, signed, gap);
        match witness.end {
            End::Limit | End::CutOff if way.cut => {}
            End::CutOff => {
                self.find(Fault::Contradiction, way, || format!("{verb}: no cut-off given"))
            }
            End::Limit if way.known => {
                self.find(Fault::Limit, way, || format!("{verb}, gap {gap:e}"))
            }
            End::Limit => self.tally.limited += 1,
            _ => {}
        }
        let (on_a, on_b, normal) = if way.mirrored {
            let normal = V::from_space(-witness.normal.to_space());
            (witness.on_b, witness.on_a, normal)
        } else {
            (witness.on_a, witness.on_b, witness.normal)
        };
        let unit = normal.to_space().length();
        if !(witness.length.to_f64() >= 0.0 && (unit - 1.0).abs() <= 8.0 * V::Scalar::EPSILON) {
            self.find(Fault::Normal, way, || format!("{verb} {witness:?}"));
            return;
        }
        // If stopped early, the normal is only the best direction so far.
        if !(way.cut && witness.end != End::Converged) {
            self.normal(way, verb, normal, signed, gap);
        }
        if self.pair.has_wall() && !(on_a.to_space() - on_b.to_space()).is_finite() {
            return;
        }
        // If stopped early, the points are not final.
        if witness.end != End::Converged {
            return;
        }
        let slack = gap + self.rounding;
        // A length is so flat about its minimum that across the normal the points are known only to
        // its square root.
        let across = slack.sqrt() * self.size.sqrt();
        let between = on_b.to_space() - on_a.to_space();
        let off = length(between - normal.to_space() * signed);
        if !(off <= 4.0 * (slack + across)) {
            self.find(Fault::Witness, way, || format!("{verb} off by {off:e}: {witness:?}"));
        }
        // Their error across the normal lengthens the distance only by its square.
        let lengthened = f64::min(across, across / signed.abs() * across);
        let far = (length(between) - signed.abs()).abs();
        let along = (between.dot(normal.to_space()) - signed).abs();
        if !(far <= 4.0 * (slack + lengthened) && along <= 4.0 * slack) {
            self.find(Fault::Witness, way, || {
                format!("{verb} too far or too near by {far:e}, along the normal by {along:e}: {witness:?}")
            });
        }
        self.on_its_shape(way, verb, true, on_a, slack);
        self.on_its_shape(way, verb, false, on_b, slack);
    }

    /// No farther from the shape than rounding. Each point is checked once.
    fn on_its_shape(&mut self, way: Way<'_>, verb: &str, of_a: bool, point: V, slack: f64) {
        // For a pair that the oracle does not judge there is no list of facets either.
        if self.seen.contains(&(of_a, point)) || !self.truth.signed.lo.is_finite() {
            return;
        }
        self.seen.push((of_a, point));
        let Pair { a, at_a, b, at_b } = self.pair;
        let (shape, at) = if of_a { (a, at_a) } else { (b, at_b) };
        let off =
            if point.to_space().is_finite() { V::outside(point, shape, at) } else { f64::INFINITY };
        if off > slack {
            let name = if of_a { "A" } else { "B" };
            self.find(Fault::Witness, way, || format!("{verb} {off:e} beside {name}: {point:?}"));
        }
    }

    /// Along it the shapes are as far apart as the answer claims, and so no less than along any
    /// direction.
    fn normal(&mut self, way: Way<'_>, verb: &str, normal: V, signed: f64, gap: f64) {
        if let Some(boundary) = self.pair.boundary() {
            // Beside a half-space there is one normal.
            let tilt = length(normal.to_space() - boundary);
            if tilt > 8.0 * V::Scalar::EPSILON {
                self.find(Fault::Normal, way, || format!("{verb} {normal:?}, not {boundary:?}"));
            }
        }
        if self.pair.has_wall() {
            return;
        }
        let Pair { a, at_a, b, at_b } = self.pair;
        let along = V::separation(a, at_a, b, at_b, normal);
        // The normal is rounded to the caller's precision: a tilt, which costs its share of the
        // size.
        let tilt = (4.0 * V::Scalar::EPSILON + 100.0 * f64::EPSILON) * self.size;
        let short = self.truth.signed.lo.max(signed) - along.hi;
        if short > gap + tilt {
            self.find(Fault::Normal, way, || {
                format!("{verb} {signed:e} ± {gap:e}, {short:e} short along {normal:?}")
            });
        }
    }

    /// Judges `separation` along a direction.
    pub fn separation(&mut self, way: Way<'_>, direction: V, answer: Separation<V::Scalar>) {
        self.tally.queries += 1;
        let Pair { a, at_a, b, at_b } = self.pair;
        let towards = if way.mirrored { -direction.to_space() } else { direction.to_space() };
        let exact = V::separation(a, at_a, b, at_b, V::from_space(towards));
        if !exact.admits(answer.length.to_f64(), answer.gap.to_f64()) {
            self.find(Fault::Interval, way, || {
                format!("separation along {direction:?}: {answer:?}, not {exact:?}")
            });
        }
    }

    /// The verbs that return an option, compared with the answer of `proximity` for the same pair.
    pub fn options(
        &mut self,
        way: Way<'_>,
        proximity: &Proximity<V>,
        distance: Option<Witness<V>>,
        penetration: Option<Witness<V>>,
    ) {
        self.tally.queries += 2;
        // For `distance` a certain overlap is `None`; for `penetration` uncertain contact is
        // `Some`.
        if distance.is_some() == penetration.is_some() {
            self.find(Fault::Contradiction, way, || format!("{distance:?} and {penetration:?}"));
        }
        if proximity.is_decided() && distance.is_some() == proximity.intersects() {
            self.find(Fault::Contradiction, way, || format!("{distance:?} and {proximity:?}"));
        }
        if let Some(witness) = distance {
            self.witness(way, "distance", &witness, witness.length.to_f64());
            self.said(way, "distance", Verdict::Separated);
        }
        if let Some(witness) = penetration {
            self.witness(way, "penetration", &witness, -witness.length.to_f64());
        }
    }

    /// A plain boolean: only "apart" is a proof.
    pub fn intersects(&mut self, way: Way<'_>, said: bool, verdict: Verdict) {
        self.tally.queries += 1;
        if !said && self.truth.intersects == Some(true) {
            self.find(Fault::Boolean, way, || "intersects false".to_owned());
        }
        if said && self.truth.intersects == Some(false) && verdict != Verdict::Undecided {
            self.find(Fault::Boolean, way, || "intersects true".to_owned());
        }
        if said != verdict.intersects() {
            self.find(Fault::Contradiction, way, || format!("intersects {said}, {verdict:?}"));
        }
    }

    /// A batch's distance and depth, compared with its answer to `proximity`.
    pub fn batch(
        &mut self,
        way: Way<'_>,
        proximity: &Proximity<V>,
        distance: Option<&Witness<V>>,
        depth: Option<&Depth<V>>,
    ) {
        self.tally.queries += 2;
        if proximity.is_decided()
            && (distance.is_some() == proximity.intersects()
                || depth.is_some() != proximity.intersects())
        {
            self.find(Fault::Contradiction, way, || {
                format!("{distance:?}, {depth:?} and {proximity:?}")
            });
        }
        if let Some(witness) = distance {
            self.witness(way, "distance", witness, witness.length.to_f64());
        }
        if let Some(depth) = depth {
            self.interval(way, "depth", -depth.length.to_f64(), depth.gap.to_f64());
        }
    }

    /// A pair of the same batch whose boolean was not that of the single query.
    pub fn neighbour(&mut self, way: Way<'_>, pair: &Pair<V>) {
        let space = std::any::type_name::<V>();
        let text = format!(
            "{}: boolean not the single query's\n  judged::<{space}>({})",
            way.name,
            pair.literal()
        );
        self.tally.find(Fault::Contradiction, || text);
    }

    fn said(&mut self, way: Way<'_>, verb: &str, verdict: Verdict) {
        self.tally.queries -= 1;
        self.verdict(way, verb, verdict, 0.0);
    }

    /// The answer for the difference given as one mapping, whose witness is a point of the
    /// difference.
    pub fn composite(&mut self, way: Way<'_>, answer: &Proximity<V>) {
        let said = said_by(answer);
        let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
        // The mapping rounds in the frame of the pair, which may be far larger than the difference.
        // And where numbers are subnormal, its points are rounded to steps, which its relative
        // rounding does not cover.
        let step = V::Scalar::from_f64_up(f64::from_bits(1)).to_f64();
        let slack = 64.0 * f64::EPSILON * self.size + 4.0 * step;
        if self.truth.least_magnitude() > slack {
            self.verdict(way, "proximity", said, gap + slack);
        } else {
            self.tally.queries += 1;
        }
        self.interval(way, "proximity", signed, gap + slack);
        self.normal(way, "proximity", answer.witness().normal, signed, gap + slack);
    }

    /// How far from touching a verdict may be undecided, given an answer with this gap.
    pub fn reach_of_doubt(&self, answer: &Proximity<V>) -> f64 {
        1.001 * answer.witness().gap.to_f64() + 4.0 * V::Scalar::EPSILON * self.size
    }
}

fn said_by<V: Vector>(answer: &Proximity<V>) -> Verdict {
    match answer {
        Proximity::Separated(_) => Verdict::Separated,
        Proximity::Intersecting(_) => Verdict::Intersecting,
        Proximity::Undecided(_) => Verdict::Undecided,
    }
}
