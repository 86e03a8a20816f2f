//! Below the door: a pair of [`Solid`]s in poses of `f64`, and searches that are compiled in this
//! crate, once for the plane and once for space.
//!
//! Generic functions are compiled in the crate that calls them, for each pair of types and with
//! that crate's optimisation. What is here is neither: users build it once, and
//! `[profile.dev.package."*"] opt-level = 3` reaches it in their debug builds.

use crate::answer::{Proximity, Separation, Verdict, Witness};
use crate::cast::{Cast, Ray, RayCast, Sweep};
use crate::math::{Pose, Precision, Space, Xy, Xyz};
use crate::method::Method;
use crate::observe::{CastStep, EpaStep, GjkStep, Observer};
use crate::shape::{Solid, SupportMap};
use crate::solve::{Expand, Nearest};

use super::Query;
#[cfg(feature = "alloc")]
use super::certificate::Prove;
#[cfg(feature = "alloc")]
use super::run::Found;
use super::turn::Turn;
use super::verb::{Along, Approach, Decide, Pair, Penetrate, Placement, Separate};

/// A pair whose caller's types are erased.
pub struct Lowered<'p, 'w, S: Space, O, A = Solid<'p, S>> {
    pub(super) a: &'p A,
    pub(super) pose_a: &'p Pose<S>,
    pub(super) b: &'p A,
    pub(super) pose_b: &'p Pose<S>,
    pub(super) query: Query<'w, S, O>,
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
            && let Some(found) = sought.at_once(&mut self.query, Pair { a, pose_a, b, pose_b })
        {
            return found;
        }
        #[cfg(feature = "alloc")]
        if cfg!(not(clearance_compact))
            && let (Some(a), Some(b)) = (a.as_hull(), b.as_hull())
        {
            let Self { query, precision, is_tried, .. } = self;
            let hulls = Lowered { a: &a, pose_a, b: &b, pose_b, query, precision, is_tried };
            return sought.search(hulls);
        }
        sought.search(self)
    }
}

/// Declares what is compiled in this crate, and compiles it.
macro_rules! compiled {
    ($($(#[$cfg:meta])? $quietly:ident, $shown:ident: $Sought:ty => $Found:ty;)+) => {
        /// The searches of a space, compiled in this crate.
        pub trait Compiled: Space {
            $(
                $(#[$cfg])?
                #[doc(hidden)]
                fn $quietly(sought: $Sought, pair: Lowered<'_, '_, Self, Quiet<'_>>) -> $Found;
                $(#[$cfg])?
                #[doc(hidden)]
                fn $shown(sought: $Sought, pair: Lowered<'_, '_, Self, Shown<'_, Self>>) -> $Found;
            )+
        }
        compiled!(impl Xy: $($(#[$cfg])? $quietly, $shown: $Sought => $Found;)+);
        compiled!(impl Xyz: $($(#[$cfg])? $quietly, $shown: $Sought => $Found;)+);
    };
    (impl $S:ident: $($(#[$cfg:meta])? $quietly:ident, $shown:ident: $Sought:ty => $Found:ty;)+) => {
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
}
