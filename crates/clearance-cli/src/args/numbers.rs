//! Numbers and turns on the command line.

use clearance_json::place::Turn;

/// Numbers of one option.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers(pub(crate) Vec<f64>);

/// One finite number.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("`{text}` is not finite")),
        Err(_) => Err(format!("`{text}` is no number")),
    }
}

/// Numbers with commas between.
pub(crate) fn numbers(text: &str) -> Result<Numbers, String> {
    text.split(',').map(number).collect::<Result<_, _>>().map(Numbers)
}

/// Two opposite corners of a box.
pub(crate) type Corners = [[f64; 3]; 2];

/// The lowest corner of a box and the highest, X,Y,Z;X,Y,Z.
pub(super) fn corners(text: &str) -> Result<Corners, String> {
    const USAGE: &str = "write the lowest corner and the highest, X,Y,Z;X,Y,Z";
    let each = text
        .split(';')
        .map(|corner| <[f64; 3]>::try_from(numbers(corner)?.0).map_err(|_| USAGE.to_owned()));
    let each = each.collect::<Result<Vec<_>, _>>()?;
    let [low, high] = <Corners>::try_from(each).map_err(|_| USAGE)?;
    let is_box = low.iter().zip(&high).all(|(low, high)| low <= high);
    if is_box { Ok([low, high]) } else { Err(format!("the first is not the lowest; {USAGE}")) }
}

pub(super) fn length(text: &str) -> Result<f64, String> {
    let number = number(text)?;
    if number < 0.0 { Err("a length must not be negative".into()) } else { Ok(number) }
}

/// A number of bytes, perhaps with a unit.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (text.get(..end).unwrap_or_default(), 10),
        Some((end, 'M')) => (text.get(..end).unwrap_or_default(), 20),
        Some((end, 'G')) => (text.get(..end).unwrap_or_default(), 30),
        _ => (text, 0),
    };
    let count = digits.parse::<usize>().map_err(|_| "write a number of bytes, such as 64M")?;
    count.checked_mul(1 << shift).ok_or_else(|| "is more than this machine can address".into())
}

pub(super) fn turn(text: &str) -> Result<Turn, String> {
    if let Some(rest) = text.strip_prefix("axis:") {
        let (axis, degrees) =
            rest.rsplit_once(':').ok_or("write axis:X,Y,Z:DEGREES or axis:z:DEGREES")?;
        let axis = match axis {
            "x" => [1.0, 0.0, 0.0],
            "y" => [0.0, 1.0, 0.0],
            "z" => [0.0, 0.0, 1.0],
            other => {
                let numbers = numbers(other)?.0;
                let wrong = |n: Vec<f64>| format!("the axis has {} numbers, needs 3", n.len());
                numbers.try_into().map_err(wrong)?
            }
        };
        if axis == [0.0; 3] {
            return Err("the axis is all zeros, which is no direction".into());
        }
        return Ok(Turn::Degrees(Some(axis), number(degrees)?));
    }
    let given = numbers(text)?.0;
    match given.as_slice() {
        [degrees] => Ok(Turn::Degrees(None, *degrees)),
        [x, y, z, w] if given.iter().any(|c| *c != 0.0) => Ok(Turn::Quaternion([*x, *y, *z, *w])),
        [_, _, _, _] => Err("the quaternion is all zeros, which is no rotation".into()),
        _ => Err(format!(
            "has {} numbers; write a quaternion X,Y,Z,W, or axis:X,Y,Z:DEGREES, or in the plane DEGREES",
            given.len()
        )),
    }
}
