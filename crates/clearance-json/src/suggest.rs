//! The known word that a wrong one was most likely meant to be.

/// Words that other programs use, and what stands for them here. Where a word may mean two, the
/// first that is known at the place counts.
const SYNONYMS: [(&str, &str); 37] = [
    ("position", "translation"),
    ("origin", "translation"),
    ("location", "translation"),
    ("offset", "translation"),
    ("xyz", "translation"),
    ("orientation", "rotation"),
    ("quaternion", "rotation"),
    ("quat", "rotation"),
    ("rpy", "rotation"),
    ("euler", "rotation"),
    ("transform", "pose"),
    ("transform", "matrix"),
    ("position", "pose"),
    ("translation", "pose"),
    ("rotation", "pose"),
    ("cube", "box"),
    ("cuboid", "box"),
    ("ball", "sphere"),
    ("disc", "circle"),
    ("disk", "circle"),
    ("line", "segment"),
    ("plane", "half_space"),
    ("floor", "half_space"),
    ("convex", "hull"),
    ("points", "vertices"),
    ("corners", "vertices"),
    ("size", "half_extents"),
    ("extents", "half_extents"),
    ("dimensions", "half_extents"),
    ("height", "half_height"),
    ("length", "half_height"),
    ("diameter", "radius"),
    ("kind", "type"),
    ("shape", "type"),
    ("file", "path"),
    ("filename", "path"),
    ("factors", "scale"),
];

/// Words longer than this are no slips of the pen, and comparing takes the product of the lengths.
const LONGEST: usize = 64;

/// The known word nearest to a wrong one, if one is near: a synonym, or a word with a letter in
/// three wrong at most.
pub fn near<'k>(word: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> Option<&'k str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase().replace(['-', ' '], "_");
    let knows = |name: &str| known.clone().into_iter().find(|known| *known == name);
    let synonyms = SYNONYMS.iter().filter(|(other, _)| *other == word);
    let exact = knows(&word).or_else(|| synonyms.into_iter().find_map(|(_, ours)| knows(ours)));
    let slip = || {
        let off = |known: &&str| strsim::osa_distance(&word, &known.to_lowercase());
        let nearest = known.clone().into_iter().min_by_key(off)?;
        (off(&nearest) <= (word.chars().count() + 1) / 3).then_some(nearest)
    };
    exact.or_else(slip)
}

/// The known word that another is surely a slip of: the same but for capitals and signs, or with a
/// letter in four wrong at most, where shorter ones may be words of their own.
pub fn slip<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', ' ', '_'], "");
    if word.len() > LONGEST {
        return None;
    }
    let written = plain(word);
    let is_slip = |known: &&str| {
        let known = plain(known);
        let letters = known.chars().count().min(written.chars().count());
        strsim::osa_distance(&written, &known) <= letters / 4
    };
    known.into_iter().find(is_slip)
}

/// The end of a message about a wrong word: the question whether another was meant, or nothing.
pub fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> String {
    near(word, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::{near, slip};

    #[test]
    fn a_slip_is_nearer_than_a_word_that_may_be_meant() {
        let keys = ["a", "id", "all", "start", "precision", "max_distance", "cut_off", "position"];
        for (word, meant) in [
            ("positon", Some("position")),
            ("max_distnce", Some("max_distance")),
            ("maxDistance", Some("max_distance")),
            ("cutoff", Some("cut_off")),
            ("ID", Some("id")),
            ("statr", Some("start")),
            ("state", None),
            ("aa", None),
            ("ids", None),
            ("ball", None),
            ("comment", None),
            ("", None),
        ] {
            assert_eq!(slip(word, keys), meant, "{word}");
        }
    }

    #[test]
    fn slips_and_other_programs_words_find_the_known_word() {
        let shapes = ["box", "sphere", "capsule", "half_space", "hull"];
        for (word, meant) in [
            ("bx", Some("box")),
            ("Box", Some("box")),
            ("cube", Some("box")),
            ("ball", Some("sphere")),
            ("shpere", Some("sphere")),
            ("half-space", Some("half_space")),
            ("halfspace", Some("half_space")),
            ("plane", Some("half_space")),
            ("torus", None),
            ("q", None),
            ("", None),
        ] {
            assert_eq!(near(word, shapes), meant, "{word}");
        }
        assert_eq!(near(&"box".repeat(1 << 20), shapes), None);
        assert_eq!(near("position", ["translation", "rotation"]), Some("translation"));
        assert_eq!(near("position", ["radius", "pose"]), Some("pose"));
    }
}
