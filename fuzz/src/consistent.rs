//! No verb contradicts another, for any pair and any options.

use clearance::{InputError, Pose, PoseError, Proximity, Query, Scalar, Shape, ShapeError, Start};
use clearance::{Vector, Verdict, Warm, check};
use clearance_trust::{Court, brief, numbers};

use crate::show::show;

/// The options of a query beside the pair.
pub struct Options<V: Vector> {
    pub cut_off: Option<V::Scalar>,
    pub max_iterations: Option<u32>,
    pub start: Start<V>,
    pub warm: Warm,
}

impl<V: Vector> Options<V> {
    fn query<'w>(&self, memory: &'w mut Warm) -> Query<'w, V> {
        let mut query = Query::new().start(self.start).warm(memory);
        if let Some(distance) = self.cut_off {
            query = query.cut_off(distance);
        }
        if let Some(iterations) = self.max_iterations {
            query = query.max_iterations(iterations);
        }
        query
    }
}

/// Two placed shapes.
pub struct Pair<V: Vector> {
    pub a: Shape<V>,
    pub at_a: Pose<V>,
    pub b: Shape<V>,
    pub at_b: Pose<V>,
}

/// The combined answers for one pair: bounds of the signed distance, and what is proved.
struct Known {
    text: String,
    low: (f64, &'static str),
    high: (f64, &'static str),
    apart: Option<&'static str>,
    meet: Option<&'static str>,
}

impl Known {
    fn wrong(&self, what: &str) -> ! {
        panic!("{what}\n{}", self.text)
    }

    /// An interval that holds the signed distance. Widened by the rounding of its own ends.
    fn within(&mut self, who: &'static str, signed: f64, gap: f64) {
        if signed.is_nan() || gap.is_nan() || gap < 0.0 {
            self.wrong(&format!("{who}: {signed} within {gap}"));
        }
        let (low, high) = ((signed - gap).next_down(), (signed + gap).next_up());
        if low > self.low.0 {
            self.low = (low, who);
        }
        if high < self.high.0 {
            self.high = (high, who);
        }
        self.agree();
    }

    fn at_least(&mut self, who: &'static str, low: f64) {
        if low > self.low.0 {
            self.low = (low, who);
        }
        self.agree();
    }

    fn agree(&self) {
        let (Self { low, high, .. }, text) = (self, &self.text);
        assert!(
            low.0 <= high.0,
            "{} says at least {:e}, {} at most {:e}\n{text}",
            low.1,
            low.0,
            high.1,
            high.0
        );
    }

    fn proved(&mut self, who: &'static str, verdict: Verdict) {
        match verdict {
            Verdict::Separated => self.apart = Some(who),
            Verdict::Intersecting => self.meet = Some(who),
            Verdict::Undecided => {}
        }
        if let (Some(apart), Some(meet)) = (self.apart, self.meet) {
            self.wrong(&format!("{apart} proves them apart, {meet} that they meet"));
        }
    }

    fn proximity<V: Vector>(&mut self, who: &'static str, answer: &Proximity<V>) {
        let witness = answer.witness();
        if !(witness.length.to_f64() >= 0.0) {
            self.wrong(&format!("{who}: length {:?}", witness.length));
        }
        self.within(who, answer.signed_distance().to_f64(), witness.gap.to_f64());
        self.proved(who, verdict_of(answer));
    }
}

fn verdict_of<V: Vector>(answer: &Proximity<V>) -> Verdict {
    match answer {
        Proximity::Separated(_) => Verdict::Separated,
        Proximity::Intersecting(_) => Verdict::Intersecting,
        Proximity::Undecided(_) => Verdict::Undecided,
    }
}

/// Runs every verb on the pair, plainly, swapped, and with options.
pub fn ask<V: Court>(pair: &Pair<V>, options: &Options<V>, direction: V) {
    let Pair { a, at_a, b, at_b, .. } = pair;
    let text = format!(
        "{}: {}, {}, {}, {}; cut-off {:?}, iterations {:?}, {:?}, {:?}, along {direction:?}",
        std::any::type_name::<V>(),
        brief(a),
        numbers(at_a),
        brief(b),
        numbers(at_b),
        options.cut_off.map(Scalar::to_f64),
        options.max_iterations,
        options.start,
        options.warm,
    );
    show(|| text.clone());
    let known = Known {
        text,
        low: (f64::NEG_INFINITY, "no verb"),
        high: (f64::INFINITY, "no verb"),
        apart: None,
        meet: None,
    };
    match check(a, at_a, b, at_b) {
        Ok(()) => plainly(pair, options, direction, known),
        // `check` allows an answer here, which must be true.
        Err(error) if is_size(&error) => plainly(pair, options, direction, known),
        Err(_) => unknown(pair, options, direction, &known),
    }
}

/// Whether only lengths beyond `Scalar::LARGEST` are refused.
fn is_size(error: &InputError) -> bool {
    match error {
        InputError::ShapeA(error) | InputError::ShapeB(error) => {
            matches!(error, ShapeError::TooLarge { .. })
        }
        InputError::PoseA(error) | InputError::PoseB(error) => *error == PoseError::TooFar,
        _ => false,
    }
}

/// For input that describes nothing, every verb answers that nothing is known.
fn unknown<V: Court>(pair: &Pair<V>, options: &Options<V>, direction: V, known: &Known) {
    let Pair { a, at_a, b, at_b, .. } = pair;
    let nothing = |w: &clearance::Witness<V>| w.gap.to_f64() == f64::INFINITY;
    let none = Options { cut_off: None, max_iterations: None, start: Start::Centers, ..*options };
    for options in [&none, options] {
        let mut memory = options.warm;
        let answer = options.query(&mut memory).proximity(a, at_a, b, at_b);
        if answer.is_decided() || !nothing(answer.witness()) {
            known.wrong(&format!("refused, but {answer:?}"));
        }
        let verdict = options.query(&mut memory).verdict(a, at_a, b, at_b);
        let intersects = options.query(&mut memory).intersects(a, at_a, b, at_b);
        let distance = options.query(&mut memory).distance(a, at_a, b, at_b);
        let penetration = options.query(&mut memory).penetration(a, at_a, b, at_b);
        if verdict != Verdict::Undecided || !intersects || distance.is_some() {
            known.wrong(&format!("refused, but {verdict:?} {intersects} {distance:?}"));
        }
        if !penetration.as_ref().is_some_and(nothing) {
            known.wrong(&format!("refused, but {penetration:?}"));
        }
    }
    let along = clearance::separation(a, at_a, b, at_b, direction);
    if along.gap.to_f64() != f64::INFINITY {
        known.wrong(&format!("refused, but {along:?}"));
    }
}

fn plainly<V: Court>(pair: &Pair<V>, options: &Options<V>, direction: V, mut known: Known) {
    let Pair { a, at_a, b, at_b, .. } = pair;
    let answer = clearance::proximity(a, at_a, b, at_b);
    known.proximity("proximity", &answer);
    let verdict = clearance::verdict(a, at_a, b, at_b);
    known.proved("verdict", verdict);
    let intersects = clearance::intersects(a, at_a, b, at_b);
    if intersects != verdict.intersects() {
        known.wrong(&format!("intersects {intersects}, verdict {verdict:?}"));
    }
    let distance = clearance::distance(a, at_a, b, at_b);
    if let Some(w) = distance {
        known.proximity("distance", &Proximity::Separated(w));
    }
    let penetration = clearance::penetration(a, at_a, b, at_b);
    match penetration {
        Some(w) => known.within("penetration", -w.length.to_f64(), w.gap.to_f64()),
        None => known.proved("penetration", Verdict::Separated),
    }
    if distance.is_none() != penetration.is_some() {
        known.wrong(&format!("distance {distance:?}, penetration {penetration:?}"));
    }

    let back = clearance::proximity(b, at_b, a, at_a);
    known.proximity("proximity, swapped", &back);
    known.proved("verdict, swapped", clearance::verdict(b, at_b, a, at_a));

    for (who, direction) in
        [("separation", direction), ("separation along the normal", answer.witness().normal)]
    {
        let along = clearance::separation(a, at_a, b, at_b, direction);
        let (length, gap) = (along.length.to_f64(), along.gap.to_f64());
        if length.is_nan() || !(gap >= 0.0) {
            known.wrong(&format!("{who}: {along:?}"));
        }
        known.at_least(who, (length - gap).next_down());
    }

    // Twice, since the first query leaves a memory of its own.
    let mut memory = options.warm;
    for who in ["with options", "with options, once more"] {
        let answer = options.query(&mut memory).proximity(a, at_a, b, at_b);
        let verdict = options.query(&mut memory).verdict(a, at_a, b, at_b);
        let distance = options.query(&mut memory).distance(a, at_a, b, at_b);
        let penetration = options.query(&mut memory).penetration(a, at_a, b, at_b);
        known.proximity(who, &answer);
        known.proved(who, verdict);
        if let Some(w) = distance {
            known.proximity(who, &Proximity::Separated(w));
        }
        match penetration {
            Some(w) => known.proximity(who, &Proximity::Undecided(w)),
            None => known.proved(who, Verdict::Separated),
        }
    }
}
