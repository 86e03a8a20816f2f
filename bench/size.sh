#!/usr/bin/env bash
# The library's cost in a user's build. Makes a fresh crate that depends only on `clearance` and
# calls three verbs for 18 pairs of concrete types, twelve in space and six in the plane, in f32;
# builds it as cargo builds a release, and prints
#   the processor time of the crate `clearance` and of the user's own, where the generics are compiled
#   the bytes of the program's functions with `clearance` in their names
#   the same for one program that queries all pairs as `Shape`
#
#     bench/size.sh [cargo options, such as --offline]
#
# Needs nm (binutils) and GNU time. Times depend on the machine, bytes on the compiler.
set -euo pipefail
cd "$(dirname "$0")"
library=$(cd ../crates/clearance && pwd)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
mkdir -p "$folder/src/bin"
cat >"$folder/Cargo.toml" <<TOML
[package]
name = "user"
version = "0.0.0"
edition = "2024"
[dependencies]
clearance = { path = "$library" }
glam = "0.33"
[workspace]
TOML

shapes='
use clearance::*;
use glam::{Vec2, Vec3};
use std::hint::black_box;
fn ask<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(a: &A, b: &B, at: V)
where V: ToPose<Vector = V> {
    let (at, origin) = (black_box(at), V::from_space(V::Space::default()));
    black_box(intersects(a, &origin, b, &at));
    black_box(distance(a, &origin, b, &at));
    black_box(penetration(a, &origin, b, &at));
}
fn main() {
    let corners = |n: usize| (0..n).map(|i| (i as f32 * 2.4).sin_cos()).zip(0..).map(move |((x, y), i)|
        Vec3::new(x, y, i as f32 / n as f32 - 0.5)).collect::<Vec<_>>();
    let hull = ConvexHull::new(&corners(12)).unwrap();
    let (cuboid, ball, capsule) = (Cuboid::new(Vec3::ONE), Ball::new(0.5), Capsule::new(0.5, 0.25));
    let (cylinder, cone) = (Cylinder::new(0.5, 0.5), Cone::new(0.5, 0.5));
    let ellipsoid = Ellipsoid::new(Vec3::new(1.0, 0.5, 0.25));
    let flat: Vec<Vec2> = corners(8).iter().map(|p| p.truncate()).collect();
    let (polygon, square) = (ConvexHull::new(&flat).unwrap(), Cuboid::new(Vec2::ONE));
    let at = Vec3::new(0.9, 0.4, 0.3);
    let beside = Vec2::new(0.9, 0.4);
'
pairs='hull,hull cuboid,cuboid cuboid,ball capsule,capsule ball,ellipsoid ball,hull cuboid,capsule capsule,hull
cuboid,hull cylinder,cone cylinder,cuboid cone,ball'
flat='polygon,polygon ball,polygon capsule,capsule square,square square,ball capsule,polygon'
{
    echo "$shapes"
    for pair in $pairs; do echo "ask(&${pair%,*}, &${pair#*,}, at);"; done
    for pair in $flat; do echo "ask(&${pair%,*}, &${pair#*,}, beside);"; done
    echo "}"
} >"$folder/src/bin/concrete.rs"
{
    echo "$shapes"
    echo 'let solids: [Shape<Vec3>; 7] = [hull.into(), cuboid.into(), ball.into(), capsule.into(), cylinder.into(),'
    echo '    cone.into(), ellipsoid.into()];'
    echo 'let flats: [Shape<Vec2>; 4] = [polygon.into(), square.into(), ball.into(), capsule.into()];'
    echo 'for a in &solids { for b in &solids { ask(a, b, at); } }'
    echo 'for a in &flats { for b in &flats { ask(a, b, beside); } } }'
} >"$folder/src/bin/shape.rs"

cd "$folder"
export CARGO_TARGET_DIR=$folder/target CARGO_INCREMENTAL=0
built() { # what, cargo options
    local what=$1
    shift
    /usr/bin/time -f "$what: %U s of processor time" cargo build --quiet --release "$@"
}
cargo fetch --quiet "$@"
built "the dependencies of clearance" -p libm -p arrayvec -p num-bigint -p glam@0.33 "$@"
built "clearance itself" -p clearance "$@"
for program in concrete shape; do
    built "program of $program types" --bin "$program" "$@"
    nm -S -t d --defined-only "target/release/$program" | awk -v program="$program" '
        tolower($3) == "t" && /clearance/ { bytes += $2 }
        END { printf "program of %s types: %d bytes of code of clearance\n", program, bytes }'
done
rustc --version

# The command, whose functions are told apart by room and by what they are of.
cd "$OLDPWD/.."
CARGO_TARGET_DIR=$folder/target RUSTFLAGS="-C symbol-mangling-version=v0" \
    cargo build --quiet --release -p clearance-cli "$@"
python3 bench/rooms.py "$folder/target/release/clearance"
