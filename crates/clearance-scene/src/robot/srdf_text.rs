//! An SRDF of the pairs of links that need not be looked at.

use std::fmt::Write as _;

use super::matrix::{Judged, Judging, Verdict};
use super::model::Robot;

impl Judged {
    /// Why an SRDF may leave the pair out, in MoveIt's words; `None` where the pair is to be looked
    /// at. Pairs that meet by default, and else not always, are only left out if `defaults` says
    /// so: there they may collide without being seen.
    pub fn reason(&self, defaults: bool) -> Option<&'static str> {
        match self.verdict {
            Verdict::Adjacent => Some("Adjacent"),
            Verdict::Never(_) | Verdict::NeverSeen => Some("Never"),
            Verdict::Always(_) | Verdict::AlwaysSeen => Some("Always"),
            Verdict::Sometimes(_) if defaults && self.by_default => Some("Default"),
            Verdict::Sometimes(_) | Verdict::Unknown | Verdict::Unbounded(_) => None,
        }
    }

    /// What is known, in words.
    pub fn how(&self, robot: &Robot, judging: &Judging) -> String {
        let samples = judging.all_samples();
        let by_default = if self.by_default { ", also by default" } else { "" };
        match self.verdict {
            Verdict::Adjacent => "joined or fixed to each other".into(),
            Verdict::Never(cells) => format!("proved: apart in all of {cells} boxes of values"),
            Verdict::Always(cells) => {
                format!("proved: in contact in all of {cells} boxes of values")
            }
            Verdict::NeverSeen => format!("not proved: apart in {samples} samples"),
            Verdict::AlwaysSeen => format!("not proved: in contact in {samples} samples"),
            Verdict::Unknown => "not proved to be apart, and not sampled".into(),
            Verdict::Sometimes(hits) => {
                format!("in contact in {hits} of {samples} samples{by_default}")
            }
            Verdict::Unbounded(joint) => {
                let name = robot.joints.get(joint).map_or("", |joint| joint.name.as_str());
                format!("joint {name} between them has no limits")
            }
        }
    }
}

impl Robot {
    /// The text of an SRDF that disables the pairs which [`Judged::reason`] has one for, each with
    /// a comment that says what is known. Groups and states are left to the user.
    pub fn srdf(&self, all: &[Judged], judging: &Judging, defaults: bool) -> String {
        let mut out = "<?xml version=\"1.0\"?>\n<!-- Pairs of links that need not be looked at. \
                       Never and Always are proved for all values within the joints' limits,\n     \
                       but where the comment says that they are not. -->\n"
            .to_owned();
        let _ = writeln!(out, "<robot name=\"{}\">", quoted(&self.name));
        for own in all {
            let Some(reason) = own.reason(defaults) else { continue };
            let [a, b] = own
                .links
                .map(|link| self.links.get(link).map_or(String::new(), |link| quoted(&link.name)));
            // Two hyphens would end the comment.
            let how = own.how(self, judging).replace("--", "- -");
            let _ = writeln!(
                out,
                "  <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"{reason}\"/> \
                 <!-- {how} -->"
            );
        }
        out + "</robot>\n"
    }
}

/// A name as an attribute has it.
fn quoted(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => _ = write!(out, "&#{};", u32::from(letter)),
            other => out.push(other),
        }
    }
    out
}
