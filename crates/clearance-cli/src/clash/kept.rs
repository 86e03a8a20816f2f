//! Pairs, a block at a time: the worst are kept, all are counted.

use std::collections::{BTreeMap, HashMap};

use clearance_json::Fault;
use clearance_scene::scene::{Boxes, Class, Rules, between, candidates_near, candidates_up_to};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::copies::Copies;
use super::row::Row;
use super::volume::Shared;
use crate::args::ClashArgs;
use crate::objects::Side;

/// Pairs that are looked at together.
const BLOCK: usize = 1 << 16;
/// Candidates that are found all at once; more are found object by object.
const AT_ONCE: usize = 1 << 22;

/// The classes of an earlier run's pairs, by their ids.
pub(super) type Known = HashMap<String, String>;

/// The worst pairs, the worst first, and how many there are.
pub(super) struct Kept<'s> {
    pub(super) rows: Vec<Row<'s>>,
    most: usize,
    counts: [usize; Class::ALL.len()],
    pub(super) exact: usize,
    /// What an earlier run had and this one has not, and how many pairs are new.
    known: Option<Known>,
    pub(super) new: usize,
    /// How many more pairs there are than rows: of copies.
    pub(super) folded: usize,
    copies: [Copies; 2],
    /// Whether there is one file only.
    is_one: bool,
    /// Pairs of first ones, at least one of which has copies: how many pairs one stands for, and
    /// whether it made a row.
    stood_for: HashMap<[u32; 2], (usize, bool)>,
}

impl<'s> Kept<'s> {
    /// Every pair within the distance, in an order that does not depend on the number of cores.
    pub(super) fn of(
        args: &ClashArgs,
        a: &'s Side,
        b: Option<&'s Side>,
        rules: &Rules,
        known: Option<Known>,
        progress: &ProgressBar,
    ) -> Self {
        let most = args.most_pairs;
        let (rows, counts) = (Vec::new(), [0; Class::ALL.len()]);
        let boxes = Boxes::new(&a.objects);
        let others = b.map(|b| Boxes::new(&b.objects));
        let sides = [a, b.unwrap_or(a)];
        let copies = sides.map(Copies::of);
        let (folded, stood_for) = (0, HashMap::new());
        let (exact, new, is_one) = (0, 0, b.is_none());
        let mut kept =
            Self { rows, most, counts, exact, known, new, folded, copies, is_one, stood_for };
        progress.set_position(0);
        progress.set_message("pairs");
        if let Some(all) = candidates_up_to(&boxes, others.as_ref(), args.within, AT_ONCE) {
            progress.set_length(all.len() as u64);
            all.chunks(BLOCK).for_each(|block| {
                kept.look(args, sides, rules, block);
                progress.inc(block.len() as u64);
            });
        } else {
            progress.set_length(a.objects.len() as u64);
            let mut block = Vec::new();
            for (object, i) in a.objects.iter().zip(0_u32..) {
                let near = candidates_near(object, others.as_ref().unwrap_or(&boxes), args.within);
                let is_new = |j: &u32| b.is_some() || i < *j;
                block.extend(near.into_iter().filter(is_new).map(|j| [i, j]));
                for full in block.chunks_exact(BLOCK) {
                    kept.look(args, sides, rules, full);
                }
                block.drain(..block.len() / BLOCK * BLOCK);
                progress.inc(1);
            }
            kept.look(args, sides, rules, &block);
        }
        kept.rows.sort_by(worse);
        kept.rows.truncate(most);
        kept.name_copies(sides);
        kept
    }

    /// Looks at a block of candidates: of those that copies make, at one.
    fn look(&mut self, args: &ClashArgs, sides: [&'s Side; 2], rules: &Rules, block: &[[u32; 2]]) {
        let [a, b] = sides;
        let mut alone = block.to_vec();
        alone.retain(|[i, j]| {
            let pair = (a.objects.get(*i as usize), b.objects.get(*j as usize));
            let (Some(one), Some(two)) = pair else { return false };
            if rules.skip(one, two) {
                return false;
            }
            let Some(key) = self.key([*i, *j]) else { return true };
            let (count, _) = self.stood_for.entry(key).or_default();
            *count += 1;
            *count == 1
        });
        self.add(looked_at(args, sides, &alone));
    }

    /// The first of both objects' copies; nothing where neither has any.
    fn key(&self, [i, j]: [u32; 2]) -> Option<[u32; 2]> {
        let [a, b] = &self.copies;
        let has_copies = !(a.all(i).is_empty() && b.all(j).is_empty());
        has_copies.then(|| {
            let mut key = [a.first(i), b.first(j)];
            if self.is_one {
                key.sort_unstable();
            }
            key
        })
    }

    /// Names in each row the copies that it is about.
    fn name_copies(&mut self, sides: [&'s Side; 2]) {
        let mut rows = std::mem::take(&mut self.rows);
        for row in &mut rows {
            let [i, j] = row.places.map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            let Some(key) = self.key([i, j]) else { continue };
            let names = |of: &[u32], side: &'s Side, but: &[u32]| {
                let others = of.iter().filter(|at| !but.contains(at));
                let object = |at: &u32| side.objects.get(*at as usize);
                others.filter_map(object).map(|own| own.name.as_str()).collect()
            };
            let ([a, b], [side_a, side_b]) = (&self.copies, sides);
            row.are_copies = self.is_one && key[0] == key[1];
            if row.are_copies {
                row.also_a = names(a.all(i), side_a, &[i, j]);
            } else {
                row.also_a = names(a.all(i), side_a, &[i]);
                row.also_b = names(b.all(j), side_b, &[j]);
            }
            let count = self.stood_for.get(&key).map(|(count, _)| *count);
            row.stands_for = count.filter(|count| *count > 1);
        }
        self.rows = rows;
        let found = self.stood_for.values().filter(|(_, is_found)| *is_found);
        self.folded = found.map(|(count, _)| count - 1).sum();
    }

    fn add(&mut self, mut rows: Vec<Row<'s>>) {
        for row in &mut rows {
            let places = row.places.map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            if let Some(key) = self.key(places) {
                self.stood_for.entry(key).or_default().1 = true;
            }
            let place = Class::ALL.iter().position(|class| *class == row.kind);
            place.and_then(|i| self.counts.get_mut(i)).into_iter().for_each(|n| *n += 1);
            self.exact += usize::from(row.exact_contact);
            if let Some(known) = &mut self.known {
                let before = known.remove(&row.id);
                // A pair that was near and clashes now is news.
                let is_known = before.as_deref() == Some(row.class);
                row.status = Some(if is_known { "known" } else { "new" });
                self.new += usize::from(!is_known);
            }
        }
        self.rows.append(&mut rows);
        if self.rows.len() > self.most.saturating_add(BLOCK) {
            self.rows.select_nth_unstable_by(self.most, worse);
            self.rows.truncate(self.most);
        }
    }

    pub(super) fn count(&self, class: Class) -> usize {
        let place = Class::ALL.iter().position(|own| *own == class);
        place.and_then(|i| self.counts.get(i)).copied().unwrap_or(0)
    }

    /// The counts of all classes, kept or not.
    pub(super) fn all(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many pairs of the earlier run are gone, by class.
    pub(super) fn gone(&self) -> Option<BTreeMap<&str, usize>> {
        let known = self.known.as_ref()?;
        Some(known.values().fold(BTreeMap::new(), |mut gone, class| {
            *gone.entry(class.as_str()).or_default() += 1;
            gone
        }))
    }
}

/// The worst first.
fn worse(one: &Row<'_>, two: &Row<'_>) -> std::cmp::Ordering {
    let distance = one.signed_distance.total_cmp(&two.signed_distance);
    one.kind.cmp(&two.kind).then(distance).then(one.places.cmp(&two.places))
}

/// The rows of a block of candidates, on all cores and in their order.
fn looked_at<'s>(args: &ClashArgs, [a, b]: [&'s Side; 2], block: &[[u32; 2]]) -> Vec<Row<'s>> {
    let row = |pair: &[u32; 2]| {
        let [i, j] = pair.map(|place| place as usize);
        let (one, two) = (a.objects.get(i)?, b.objects.get(j)?);
        let found = between(one, two, args.within)?;
        let mut row = Row::new([a, b], [i, j], [one, two], &found, args.touch_band);
        if args.volume && found.proximity.intersects() {
            row.shared = Some(Shared::of([one, two], a.metres));
        }
        Some(row)
    };
    block.par_iter().filter_map(row).collect()
}

/// Whether there is a pair to look at, near or far.
///
/// # Errors
/// If not: nothing was looked at then, which is no success.
pub(super) fn check(a: &Side, b: Option<&Side>, rules: &Rules) -> Result<(), Fault> {
    /// Pairs that are tried; where all of so many are left out, others may not be.
    const TRIED: usize = 1 << 22;
    let fault = |side: &Side, message: &str| Err(Fault::field(&side.file, message));
    for side in [Some(a), b].into_iter().flatten() {
        if side.objects.is_empty() {
            return fault(side, "no object is in it, so that there is no pair to look at");
        }
    }
    if b.is_none() && a.objects.len() == 1 {
        let message = "holds one object, which makes no pair: nothing was looked at; give a second \
                       file, or what is to be told apart as objects of its own (`o`, `g`, `solid`)";
        return fault(a, message);
    }
    let others = b.unwrap_or(a);
    let later = |i: usize| if b.is_some() { 0 } else { i + 1 };
    let pairs = a
        .objects
        .iter()
        .enumerate()
        .flat_map(|(i, one)| others.objects.iter().skip(later(i)).map(move |two| (one, two)));
    let mut tried = 0;
    for (one, two) in pairs {
        tried += 1;
        if tried > TRIED || !rules.skip(one, two) {
            return Ok(());
        }
    }
    fault(a, "--allow and --ignore-same-group leave out all pairs: nothing was looked at")
}
