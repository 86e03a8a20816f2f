//! Fields as files of NumPy and of VTK.

use super::Field;
use super::grid::Grid;

/// NumPy's format, version 1.0: a text that says what follows, padded so that numbers are aligned.
pub(super) fn npy(grid: &Grid, field: &Field) -> Vec<u8> {
    /// Before the text: eight bytes, and two for its length.
    const BEFORE: usize = 10;
    let [x, y, z] = grid.counts;
    // Fortran's order has x first, and so [x, y, z] are its places.
    let text = format!("{{'descr': '<f8', 'fortran_order': True, 'shape': ({x}, {y}, {z}), }}");
    let padded = (BEFORE + text.len() + 1).next_multiple_of(64) - BEFORE;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    // Three counts and words are far from 65 536 characters.
    bytes.extend((padded as u16).to_le_bytes());
    bytes.extend(format!("{text:<width$}\n", width = padded - 1).into_bytes());
    bytes.extend(field.distances.iter().flat_map(|distance| distance.to_le_bytes()));
    bytes
}

/// VTK's ImageData: XML, and after it each array as its length in bytes and its numbers.
pub(super) fn vti(grid: &Grid, field: &Field) -> Vec<u8> {
    let [x, y, z] = grid.counts.map(|count| count - 1);
    let extent = format!("0 {x} 0 {y} 0 {z}");
    let (low, by) = (grid.low, grid.spacing);
    let nodes = grid.nodes();
    let (distances, gaps) = (8 + 8 * nodes, 8 + 8 * nodes);
    let array = |kind: &str, name: &str, offset: usize| {
        format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" format=\"appended\" offset=\"{offset}\"/>\n"
        )
    };
    let mut bytes = [
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" \
         byte_order=\"LittleEndian\" header_type=\"UInt64\">\n",
        &format!(
            "<ImageData WholeExtent=\"{extent}\" Origin=\"{} {} {}\" Spacing=\"{by} {by} {by}\">\n",
            low.x, low.y, low.z
        ),
        &format!("<Piece Extent=\"{extent}\">\n<PointData Scalars=\"distance\">\n"),
        &array("Float64", "distance", 0),
        &array("Float64", "gap", distances),
        &array("Int8", "side", distances + gaps),
        "</PointData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_",
    ]
    .concat()
    .into_bytes();
    for numbers in [&field.distances, &field.gaps] {
        bytes.extend((8 * nodes as u64).to_le_bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend((nodes as u64).to_le_bytes());
    bytes.extend(field.sides.iter().flat_map(|side| side.to_le_bytes()));
    bytes.extend(b"\n</AppendedData>\n</VTKFile>\n");
    bytes
}
