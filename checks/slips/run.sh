#!/bin/sh
# The likeliest slips of a newcomer, each in a small program: the compiler must refuse it, and its
# message must contain the text of the `says:` line. The programs are only type-checked, against the
# library with only the feature `glam`.
#
# Needs Rust. Exit status: 0 all messages fit, 1 some do not, 2 the check itself is
# broken.
set -eu
cd "$(dirname "$0")/../.."

# library NAME: the file with its types. Already built if the gate has checked the features.
artifacts=$(cargo rustc --quiet --profile check -p clearance --lib --no-default-features \
    --features glam --message-format=json -- -D warnings)
library() {
    printf '%s\n' "$artifacts" | sed -n 's|.*"filenames":\["\([^"]*/lib'"$1"'-[0-9a-f]*\.rmeta\)".*|\1|p' | tail -1
}
clearance=$(library clearance)
glam=$(library glam)
[ -n "$clearance" ] && [ -n "$glam" ] || { echo "the check is broken: no library is found"; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compiled() {
    rustc --edition 2024 --emit=metadata -o "$scratch/out" -L "dependency=${clearance%/*}" \
        --extern "clearance=$clearance" --extern "glam=$glam" "$1" >"$scratch/said" 2>&1
}

# A program without a slip must compile.
cat >"$scratch/right.rs" <<'END'
fn main() {
    let ball = clearance::Ball::new(1.0);
    let turned = (glam::Quat::IDENTITY, glam::Vec3::X);
    assert!(clearance::intersects(&ball, &glam::Vec3::ZERO, &ball, &turned));
}
END
compiled "$scratch/right.rs" || { cat "$scratch/said"; echo "the check is broken: a right program is refused"; exit 2; }

failed=0
count=0
for slip in checks/slips/*.rs; do
    count=$((count + 1))
    says=$(sed -n 's|^//! says: ||p' "$slip")
    [ -n "$says" ] || { echo "the check is broken: $slip has no line \`//! says: …\`"; exit 2; }
    if compiled "$slip"; then
        echo "FAIL  $slip is compiled"
        failed=1
    elif ! grep -qF -- "$says" "$scratch/said"; then
        cat "$scratch/said"
        echo "FAIL  $slip: the compiler does not say: $says"
        failed=1
    fi
done
[ $failed -ne 0 ] || echo "PASS  $count slips lead to the line that helps"
exit $failed
