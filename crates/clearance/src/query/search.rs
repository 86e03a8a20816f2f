//! Below the door: a pair of [`Solid`]s in poses of `f64`, and searches that are compiled in this
//! crate, once for the plane and once for space.
//!
//! Generic functions are compiled in the crate that calls them, for each pair of types and with
//! that crate's optimisation. What is here is neither: users build it once, and
//! `[profile.dev.package."*"] opt-level = 3` reaches it in their debug builds.

use crate::answer::{Proximity, Separation, Verdict, Witness};
use crate::budget::Budget;
use crate::cast::{Cast, Ray, RayCast, Sweep};
use crate::certify;
#[cfg(feature = "alloc")]
use crate::certify::{CastCertificate, Certificate, CertificateError, ManifoldCertificate};
use crate::contact::{self, Manifold, Show, ShowPoint};
use crate::feature::{self, Feature, Known};
use crate::gradient::{self, Smoothness};
use crate::math::{Pose, Precision, Space, Xy, Xyz};
use crate::method::Method;
use crate::motion::Motion;
use crate::observe::{CastStep, EpaStep, GjkStep, Observer};
#[cfg(feature = "alloc")]
use crate::overlap::{self, Overlap, OverlapError};
use crate::shape::{Solid, Support, SupportMap};
use crate::solve::{Expand, Nearest};
use crate::warm::Warm;
use crate::weights::{self, Weights};

#[cfg(feature = "alloc")]
use super::certificate::Prove;
#[cfg(feature = "alloc")]
use super::run::Found;
use super::turn::Turn;
use super::verb::{Along, Approach, Decide, Given, Penetrate, Placement, Separate};
use super::{Pair, Query};

/// A pair whose caller's types are erased.
pub struct Lowered<'p, 'w, S: Space, O, A = Solid<'p, S>> {
    pub(super) a: &'p A,
    pub(super) pose_a: &'p Pose<S>,
    pub(super) b: &'p A,
    pub(super) pose_b: &'p Pose<S>,
    pub(super) query: Query<'w, S, O>,
    /// What all that is done for it has left.
    pub(super) budget: &'p Budget,
    /// The precision of the caller's numbers.
    pub(super) precision: Precision,
    /// Whether the formulas that come before a search have been tried already.
    pub(super) is_tried: bool,
}

/// What is to be found for a lowered pair.
pub(super) trait Search<S: Expand>: Copy {
    type Found;

    /// Answers by the formulas that come before a search.
    #[inline(always)]
    fn at_once<O: Observer<S>>(
        self,
        query: &mut Query<'_, S, O>,
        pair: impl Placement<S>,
    ) -> Option<Self::Found> {
        let _ = (query, pair);
        None
    }

    /// Answers by a search, and what goes before and after it.
    fn search<A, O>(self, pair: Lowered<'_, '_, S, O, A>) -> Self::Found
    where
        A: SupportMap<S>,
        O: Observer<S>;

    /// The whole query, compiled in this crate.
    fn quietly(self, pair: Lowered<'_, '_, S, Quiet<'_>>) -> Self::Found;

    /// The search alone, its iterations shown; compiled in this crate.
    fn shown(self, pair: Lowered<'_, '_, S, Shown<'_, S>>) -> Self::Found;
}

/// Shows no iterations, but methods where the caller wants them.
pub struct Quiet<'o>(pub(super) Option<&'o mut dyn FnMut(Method)>);

impl<S: Space> Observer<S> for Quiet<'_> {
    const WATCHES: bool = false;
    #[inline]
    fn method(&mut self, method: Method) {
        if let Some(show) = &mut self.0 {
            show(method);
        }
    }
}

/// An [`Observer`] without its type.
pub(super) trait Watcher<S: Space> {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>);
    fn epa_step(&mut self, step: &EpaStep<'_, S>);
    fn gjk_end(&mut self, nearest: &Nearest<S>);
    fn cast_step(&mut self, step: &CastStep<S>);
    fn method(&mut self, method: Method);
}

impl<S: Space, O: Observer<S>> Watcher<S> for O {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        O::gjk_step(self, step);
    }
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        O::epa_step(self, step);
    }
    fn gjk_end(&mut self, nearest: &Nearest<S>) {
        O::gjk_end(self, nearest);
    }
    fn cast_step(&mut self, step: &CastStep<S>) {
        O::cast_step(self, step);
    }
    fn method(&mut self, method: Method) {
        O::method(self, method);
    }
}

/// Shows everything.
pub struct Shown<'o, S>(pub(super) &'o mut dyn Watcher<S>);

impl<S: Space> Observer<S> for Shown<'_, S> {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        self.0.gjk_step(step);
    }
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        self.0.epa_step(step);
    }
    fn gjk_end(&mut self, nearest: &Nearest<S>) {
        self.0.gjk_end(nearest);
    }
    fn cast_step(&mut self, step: &CastStep<S>) {
        self.0.cast_step(step);
    }
    fn method(&mut self, method: Method) {
        self.0.method(method);
    }
}

impl<S: Expand> Lowered<'_, '_, S, Quiet<'_>> {
    /// Answers by the formulas, unless they have been tried, and by a search: one that is compiled
    /// for hulls, and one for all shapes.
    #[inline(always)]
    fn answer<T: Search<S>>(mut self, sought: T) -> T::Found {
        let Self { a, pose_a, b, pose_b, .. } = self;
        if !self.is_tried
            && let Some(found) = sought.at_once(&mut self.query, Given { a, pose_a, b, pose_b })
        {
            return found;
        }
        #[cfg(feature = "alloc")]
        if cfg!(not(clearance_compact))
            && let (Some(a), Some(b)) = (a.as_hull(), b.as_hull())
        {
            let Self { query, budget, precision, is_tried, .. } = self;
            let hulls =
                Lowered { a: &a, pose_a, b: &b, pose_b, query, budget, precision, is_tried };
            return sought.search(hulls);
        }
        sought.search(self)
    }
}

/// Declares what is compiled in this crate, and compiles it: searches, and functions of a pair.
macro_rules! compiled {
    (
        $($(#[$cfg:meta])? $quietly:ident, $shown:ident: $Sought:ty => $Found:ty;)+
        { $($(#[$only:meta])? fn $verb:ident($($arg:ident: $Arg:ty),+) -> $Answer:ty = $text:path;)+ }
    ) => {
        /// The searches and the verbs of a space, compiled in this crate.
        pub trait Compiled: Space {
            $(
                $(#[$cfg])?
                #[doc(hidden)]
                fn $quietly(sought: $Sought, pair: Lowered<'_, '_, Self, Quiet<'_>>) -> $Found;
                $(#[$cfg])?
                #[doc(hidden)]
                fn $shown(sought: $Sought, pair: Lowered<'_, '_, Self, Shown<'_, Self>>) -> $Found;
            )+
            $(
                $(#[$only])?
                #[doc(hidden)]
                fn $verb($($arg: $Arg),+) -> $Answer;
            )+
        }
        compiled!(impl Xy: $($(#[$cfg])? $quietly, $shown: $Sought => $Found;)+
            { $($(#[$only])? fn $verb($($arg: $Arg),+) -> $Answer = $text;)+ });
        compiled!(impl Xyz: $($(#[$cfg])? $quietly, $shown: $Sought => $Found;)+
            { $($(#[$only])? fn $verb($($arg: $Arg),+) -> $Answer = $text;)+ });
    };
    (
        impl $S:ident:
        $($(#[$cfg:meta])? $quietly:ident, $shown:ident: $Sought:ty => $Found:ty;)+
        { $($(#[$only:meta])? fn $verb:ident($($arg:ident: $Arg:ty),+) -> $Answer:ty = $text:path;)+ }
    ) => {
        impl Compiled for $S {
            $(
                $(#[$cfg])?
                fn $quietly(sought: $Sought, pair: Lowered<'_, '_, Self, Quiet<'_>>) -> $Found {
                    pair.answer(sought)
                }
                $(#[$cfg])?
                fn $shown(sought: $Sought, pair: Lowered<'_, '_, Self, Shown<'_, Self>>) -> $Found {
                    sought.search(pair)
                }
            )+
            $(
                $(#[$only])?
                fn $verb($($arg: $Arg),+) -> $Answer {
                    $text($($arg),+)
                }
            )+
        }
    };
}

compiled! {
    search_verdict, show_verdict: Decide => Verdict;
    search_distance, show_distance: Separate => Option<Witness<Self>>;
    search_penetration, show_penetration: Penetrate => Option<Witness<Self>>;
    search_proximity, show_proximity: Approach => Proximity<Self>;
    search_separation, show_separation: Along<Self> => Separation<f64>;
    search_cast, show_cast: Sweep<Self> => Cast<Self>;
    search_ray, show_ray: Ray<Self> => RayCast<Self>;
    search_turn, show_turn: Turn<Self> => Cast<Self>;
    #[cfg(feature = "alloc")] search_found, show_found: Prove => Found<Self>;

    {
        fn manifold(
            pair: &Pair<'_, Self>,
            max_distance: f64,
            show: Show<'_, Self>,
            memory: Option<&mut Warm>
        ) -> Option<Manifold<Self>> = contact::manifold;
        fn points_along(
            pair: &Pair<'_, Self>,
            direction: Self,
            max_distance: f64,
            show: ShowPoint<'_, Self>
        ) -> Option<f64> = contact::points_along;
        fn smoothness(pair: &Pair<'_, Self>) -> Smoothness = gradient::smoothness_of;
        fn highest_feature(
            known: Known<'_, Self>,
            local: Self,
            support: Support<Self>,
            within: f64
        ) -> Feature<'_, Self> = feature::highest;
        fn numbered_feature(known: Known<'_, Self>, tip: Self, half_of_key: u32)
            -> Option<Feature<'_, Self>> = feature::numbered;
        fn weights(known: Known<'_, Self>, near: u32, direction_and_point: [Self; 2], within: f64)
            -> Weights = weights::of_point;
        fn box_of(shape: &dyn SupportMap<Self>, pose: &Pose<Self>, precision: Precision)
            -> [Self; 2] = super::extent::box_of;
        fn ball_of(shape: &dyn SupportMap<Self>, pose: &Pose<Self>, precision: Precision)
            -> (Self, f64) = super::extent::ball_of;
        fn inside_by(pair: &Pair<'_, Self>) -> Separation<f64> = super::inside::inside_by_pair;
        fn is_own_turn(shape: &dyn SupportMap<Self>, motion: &Motion<Self>) -> bool
            = certify::is_own_turn;
        fn nearest_corner(shape: &dyn SupportMap<Self>, index: u32) -> Option<Self>
            = certify::nearest_corner;
        #[cfg(feature = "alloc")]
        fn overlap(pair: &Pair<'_, Self>) -> Result<Overlap<Self>, OverlapError>
            = overlap::of_pair;
        #[cfg(feature = "alloc")]
        fn certificate(pair: &Pair<'_, Self>) -> Result<Certificate<Self>, CertificateError>
            = super::certificate::of_pair;
        #[cfg(feature = "alloc")]
        fn cast_certificate(pair: &Pair<'_, Self>, sweep: &Sweep<Self>)
            -> Result<CastCertificate<Self>, CertificateError> = super::certificate::of_cast;
        #[cfg(feature = "alloc")]
        fn manifold_certificate(pair: &Pair<'_, Self>, max_distance: f64)
            -> Result<ManifoldCertificate<Self>, CertificateError> = contact::certificate_of;
        #[cfg(feature = "alloc")]
        fn verify(pair: &Pair<'_, Self>, certificate: &Certificate<Self>)
            -> Result<(), CertificateError> = certify::verify_pair;
        #[cfg(feature = "alloc")]
        fn verify_cast(
            pair: &Pair<'_, Self>,
            sweep: &Sweep<Self>,
            certificate: &CastCertificate<Self>
        ) -> Result<(), CertificateError> = certify::verify_cast_of;
        #[cfg(feature = "alloc")]
        fn verify_manifold(pair: &Pair<'_, Self>, certificate: &ManifoldCertificate<Self>)
            -> Result<(), CertificateError> = certify::verify_manifold_of;
    }
}
