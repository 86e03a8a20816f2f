//! Topics for BIM viewers, of the pairs that fail.

use std::fmt::Write as _;

use clearance_json::Fault;
use clearance_scene::bcf::{self, Topic, Version};
use indicatif::ParallelProgressIterator as _;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::Picture;
use super::row::Row;
use super::snapshot::View;
use super::table::number;
use crate::args::{BcfVersion, ClashArgs};

/// Topics with a picture, the worst.
const MOST_SNAPSHOTS: usize = 1000;

/// A topic for each row that fails.
pub(super) fn file(
    rows: &[Row<'_>],
    args: &ClashArgs,
    picture: &Picture<'_>,
) -> Result<Vec<u8>, Fault> {
    let version = match args.bcf_version {
        BcfVersion::V2_1 => Version::V2_1,
        BcfVersion::V3_0 => Version::V3_0,
    };
    let date = args.bcf_date.clone().unwrap_or_else(bcf::now);
    let rows: Vec<&Row<'_>> = rows.iter().filter(|row| args.fail_on.holds(row.kind)).collect();
    let pictured = rows.get(..MOST_SNAPSHOTS).unwrap_or(&rows);
    if pictured.len() < rows.len() {
        let (some, all) = (pictured.len(), rows.len());
        crate::remark(&format!("--bcf: of {all} topics the worst {some} have a snapshot"));
    }
    let progress = super::progress_bar();
    progress.set_message("snapshots");
    progress.set_length(pictured.len() as u64);
    let snapshots: Result<Vec<_>, Fault> = pictured
        .par_iter()
        .map(|row| View::of(row, picture).png(row, picture))
        .progress_with(progress)
        .collect();
    let mut snapshots = snapshots?.into_iter();
    let topics = rows.iter().map(|row| topic(row, picture, snapshots.next()));
    bcf::file(topics, version, &date, picture.a.metres.unwrap_or(1.0))
        .map_err(|full| Fault::new(format!("--bcf: {full}; raise --fail-on")))
}

fn topic<'r>(row: &'r Row<'_>, picture: &Picture<'_>, snapshot: Option<Vec<u8>>) -> Topic<'r> {
    let bound = if row.depth_is_lower_bound { "at least " } else { "" };
    let mut what = match row.signed_distance {
        depth if depth < 0.0 => format!("{bound}{} deep", number(-depth)),
        distance => format!("{} apart", number(distance)),
    };
    if let Some(thickness) = row.thickness {
        let _ = write!(what, ", overlap {} thick", number(thickness));
    }
    if let Some(copies) = row.of_copies() {
        let _ = write!(what, ". {copies}");
    }
    Topic {
        id: &row.id,
        title: format!("{}: {} × {}", row.class, row.a, row.b),
        description: format!("{what}. Files: {}, {}. Pair {}.", row.a_file, row.b_file, row.id),
        labels: vec![row.class.into()],
        objects: [&[row.a, row.b], &*row.also_a, &row.also_b].concat(),
        view: View::of(row, picture).0,
        snapshot,
    }
}
