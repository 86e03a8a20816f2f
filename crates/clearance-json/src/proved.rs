//! What a certificate proves, in words.

use std::fmt;

use clearance::{CastCertificate, Certificate, ManifoldCertificate, Scalar, Space, Verdict};

use crate::shape::Placed;

/// What a certificate claims; once it is verified, what is true.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    verdict: Verdict,
    bounds: Bounds,
    touch: Option<Touch>,
    hulls: Hulls,
}

/// Whether it speaks of hulls that stand for parts.
#[derive(Clone, Copy, Debug)]
enum Hulls {
    /// No parts, or convex ones.
    None,
    /// Parts that are not convex.
    OfConcave,
    /// Parts of which only the document says what they stand for.
    Unchecked,
}

/// What is said of such.
const UNCHECKED: &str = " (of the hulls as written; what they stand for was not checked)";

#[derive(Clone, Copy, Debug)]
enum Bounds {
    /// Bounds of the signed distance.
    Distance([f64; 2]),
    /// Bounds of the time of the first contact.
    Time([f64; 2]),
}

/// What is claimed of contact points.
#[derive(Clone, Copy, Debug)]
struct Touch {
    points: usize,
    /// How far they are from the surfaces, at most.
    off: f64,
    /// How far their depths may be off.
    gap: f64,
    /// Bounds of the separation along the normal.
    along: [f64; 2],
}

impl Proved {
    /// What a certificate claims.
    pub const fn of<S>(certificate: &Certificate<S>) -> Self {
        let Certificate { verdict, lower, upper, .. } = *certificate;
        Self { verdict, bounds: Bounds::Distance([lower, upper]), touch: None, hulls: Hulls::None }
    }

    /// What the certificate of a cast claims.
    pub const fn of_cast<S>(certificate: &CastCertificate<S>) -> Self {
        let CastCertificate { verdict, low, high, .. } = *certificate;
        Self { verdict, bounds: Bounds::Time([low, high]), touch: None, hulls: Hulls::None }
    }

    /// What the certificate of contact points claims.
    pub fn of_manifold<S>(certificate: &ManifoldCertificate<S>) -> Self {
        let ManifoldCertificate { pair, lower, upper, gap, points, .. } = certificate;
        let surfaces = points.iter().flat_map(|point| [&point.from_a, &point.from_b]);
        let off =
            surfaces.map(|surface| f64::max(surface.upper, -surface.lower)).fold(0.0, f64::max);
        let touch = Touch { points: points.len(), off, gap: *gap, along: [*lower, *upper] };
        Self { touch: Some(touch).filter(|touch| touch.points > 0), ..Self::of(pair) }
    }

    /// The same, said of the hulls of parts that are not convex where one of the shapes is one.
    pub fn about<S: Space>(self, a: &Placed<S>, b: &Placed<S>) -> Self {
        let is_concave = a.is_hull_of_concave() || b.is_hull_of_concave();
        Self { hulls: if is_concave { Hulls::OfConcave } else { Hulls::None }, ..self }
    }

    /// The same, said of what a document has: what its hulls stand for is a remark there, which
    /// nothing proves.
    pub(crate) fn as_written<S: Space>(self, a: &Placed<S>, b: &Placed<S>) -> Self {
        let stands_for = a.mesh().is_some() || b.mesh().is_some();
        Self { hulls: if stands_for { Hulls::Unchecked } else { Hulls::None }, ..self }
    }

    /// Whether it says that the shapes touch, or that they do not.
    pub const fn is_decided(&self) -> bool {
        self.decided().is_some()
    }

    /// Whether they touch or meet, where it says so.
    pub(crate) const fn decided(&self) -> Option<bool> {
        match self.verdict {
            Verdict::Separated => Some(false),
            Verdict::Intersecting => Some(true),
            Verdict::Undecided => None,
        }
    }

    /// Its bounds: of the distance, negative where they overlap, or of the time.
    pub(crate) const fn bounds(&self) -> [f64; 2] {
        match self.bounds {
            Bounds::Distance(bounds) | Bounds::Time(bounds) => bounds,
        }
    }

    /// The same of the depth.
    pub(crate) const fn deep(self) -> Self {
        let [lower, upper] = self.bounds();
        Self { bounds: Bounds::Distance([-upper, -lower]), ..self }
    }
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = match self.bounds {
            Bounds::Distance(bounds) => bounds,
            Bounds::Time(times) => return self.times(f, times),
        };
        let (words, least, most) = match self.verdict {
            Verdict::Separated => ("apart, by ", lower.max(0.0), upper),
            Verdict::Intersecting => ("intersecting, to a depth of ", (-upper).max(0.0), -lower),
            Verdict::Undecided => (
                "left open whether they touch; the distance, or minus the depth, is ",
                lower,
                upper,
            ),
        };
        // Adding zero turns a negative zero into a plain one. The shortest decimals read back to
        // the bounds themselves.
        let (least, most) = (shortest(least + 0.0), shortest(most + 0.0));
        write!(f, "{words}{least} at least and {most} at most")?;
        if let Some(Touch { points, off, gap, along: [lower, upper] }) = self.touch {
            let [off, gap, least, most] = [off, gap, -upper, -lower].map(|x| shortest(x + 0.0));
            let many = if points == 1 { "contact point" } else { "contact points" };
            write!(
                f,
                "; {points} {many}, off the surfaces by {off} and in depth by {gap} at most; along the \
                 normal they overlap by {least} at least and {most} at most"
            )?;
        }
        f.write_str(match (self.hulls, self.verdict) {
            (Hulls::None, _) => "",
            (Hulls::Unchecked, _) => UNCHECKED,
            (Hulls::OfConcave, Verdict::Separated) => {
                " (of convex hulls: the parts are apart too, by as much at least)"
            }
            (Hulls::OfConcave, _) => " (of convex hulls: the parts may be apart)",
        })
    }
}

impl Proved {
    fn times(&self, f: &mut fmt::Formatter<'_>, times: [f64; 2]) -> fmt::Result {
        let [low, high] = times.map(shortest);
        match self.verdict {
            Verdict::Separated => write!(f, "no contact at any time until {low}"),
            Verdict::Intersecting => {
                write!(f, "the first contact is at {low} at the earliest and {high} at the latest")
            }
            Verdict::Undecided => {
                write!(f, "left open whether they meet; no contact before {low}")
            }
        }?;
        f.write_str(match (self.hulls, self.verdict) {
            (Hulls::None, _) => "",
            (Hulls::Unchecked, _) => UNCHECKED,
            (Hulls::OfConcave, Verdict::Separated) => " (of convex hulls: nor of the parts)",
            (Hulls::OfConcave, _) => " (of convex hulls: the parts meet no sooner)",
        })
    }
}

/// The shortest decimals that read back to the same float; of either zero, 0.
pub fn shortest<T: Scalar>(number: T) -> String {
    let text = format!("{:?}", T::from_f64(number.to_f64() + 0.0));
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
