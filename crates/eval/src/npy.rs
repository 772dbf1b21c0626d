//! Matrices as numpy saves them.

use std::path::Path;

use anyhow::{Context, bail, ensure};

/// Rows of equal length.
#[derive(Debug, Default, PartialEq)]
pub struct Matrix {
    pub columns: usize,
    values: Vec<f32>,
}

impl Matrix {
    pub fn row(&self, number: usize) -> Option<&[f32]> {
        self.rows().nth(number)
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.columns.max(1))
    }
}

/// Reads a `.npy` file of 32-bit floats: a matrix, or a list, which is a matrix of one column.
pub fn read(path: &Path) -> anyhow::Result<Matrix> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot open {}", path.display()))?;
    parse(&bytes).with_context(|| format!("{} cannot be read", path.display()))
}

/// Writes rows of equal length to a `.npy` file.
pub fn write<'a>(path: &Path, columns: usize, rows: impl ExactSizeIterator<Item = &'a [f32]>) -> anyhow::Result<()> {
    let shape = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {columns}), }}", rows.len());
    // What comes before the numbers is filled up to a multiple of 64 bytes, so that they can be mapped as they lie.
    let before = b"\x93NUMPY\x01\x00".len() + size_of::<u16>();
    let header = format!("{shape:<width$}\n", width = (before + shape.len() + 1).next_multiple_of(64) - before - 1);
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).context("the header is too long")?.to_le_bytes());
    bytes.extend(header.as_bytes());
    for row in rows {
        ensure!(row.len() == columns, "a row has {} numbers and not {columns}", row.len());
        bytes.extend(row.iter().flat_map(|value| value.to_le_bytes()));
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn parse(bytes: &[u8]) -> anyhow::Result<Matrix> {
    let rest = bytes.strip_prefix(b"\x93NUMPY").context("not a file of numpy")?;
    let (version, rest) = rest.split_at_checked(2).context("the file ends too early")?;
    // The first version has two bytes for the length of the header, later ones four.
    let wide = if version[0] == 1 { 2 } else { 4 };
    let (length, rest) = rest.split_at_checked(wide).context("the file ends too early")?;
    let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
    let (header, data) = rest.split_at_checked(length).context("the file ends too early")?;
    let header = std::str::from_utf8(header)?;
    ensure!(header.contains("'<f4'"), "only 32-bit floats are expected, not {header}");
    ensure!(header.contains("'fortran_order': False"), "rows are expected one after the other, not {header}");
    let [rows, columns] = shape(header)?;
    ensure!(data.len() == 4 * rows * columns, "{rows} x {columns} numbers are promised, not {} bytes", data.len());
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("chunks have four bytes"));
    Ok(Matrix { columns, values: data.chunks_exact(4).map(number).collect() })
}

fn shape(header: &str) -> anyhow::Result<[usize; 2]> {
    let inside = header.split_once("'shape': (").and_then(|(_, rest)| rest.split_once(')'));
    let (inside, _) = inside.with_context(|| format!("no shape in {header}"))?;
    let sides = inside.split(',').map(str::trim).filter(|side| !side.is_empty());
    let sides: Vec<usize> = sides.map(str::parse).collect::<Result<_, _>>()?;
    match sides[..] {
        [rows] => Ok([rows, 1]),
        [rows, columns] => Ok([rows, columns]),
        _ => bail!("a matrix is expected, not ({inside})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, values: &[f32]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }

    #[test]
    fn a_matrix_is_read_row_by_row() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
        let matrix = parse(&file(header, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])).unwrap();
        assert_eq!(matrix.rows().collect::<Vec<_>>(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let list = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
        assert_eq!(parse(&file(list, &[7.0, 8.0])).unwrap().rows().collect::<Vec<_>>(), [[7.0], [8.0]]);
    }

    #[test]
    fn what_is_written_is_read_and_can_be_mapped() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let rows = [[1.0, 2.0], [3.0, 4.0]];
        write(file.path(), 2, rows.iter().map(<[f32; 2]>::as_slice)).unwrap();
        assert_eq!(read(file.path()).unwrap(), Matrix { columns: 2, values: vec![1.0, 2.0, 3.0, 4.0] });
        assert_eq!(std::fs::metadata(file.path()).unwrap().len() % 64, 16);
        assert!(write(file.path(), 3, rows.iter().map(<[f32; 2]>::as_slice)).is_err());
    }

    #[test]
    fn what_is_not_such_a_matrix_is_refused() {
        let doubles = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }";
        let cubes = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1), }";
        let short = "{'descr': '<f4', 'fortran_order': False, 'shape': (9, 9), }";
        for header in [doubles, cubes, short] {
            assert!(parse(&file(header, &[1.0])).is_err(), "{header}");
        }
        assert!(parse(b"PK").is_err());
        assert!(parse(b"\x93NUMPY\x01").is_err());
    }
}
