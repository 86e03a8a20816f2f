//! Reads numbers from the buffers of a glTF.

use super::buffers::Buffers;
use super::document::{Accessor, Document, MESHOPT, Primitive, SparseItems};

pub(super) struct Accessors<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) buffers: &'a Buffers<'a>,
}

/// The component types, and their sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(number: u32) -> Result<Self, String> {
        Ok(match number {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            other => return Err(format!("numbers of type {other}, which glTF does not have")),
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number and, for normalised integers, the one that stands for 1.
    fn number(self, bytes: &[u8]) -> Option<(f64, f64)> {
        Some(match self {
            Self::I8 => (i8::from_le_bytes(bytes.try_into().ok()?).into(), 127.0),
            Self::U8 => (u8::from_le_bytes(bytes.try_into().ok()?).into(), 255.0),
            Self::I16 => (i16::from_le_bytes(bytes.try_into().ok()?).into(), 32767.0),
            Self::U16 => (u16::from_le_bytes(bytes.try_into().ok()?).into(), 65535.0),
            Self::U32 => (u32::from_le_bytes(bytes.try_into().ok()?).into(), 4_294_967_295.0),
            Self::F32 => (f32::from_le_bytes(bytes.try_into().ok()?).into(), 1.0),
        })
    }
}

impl Accessors<'_> {
    /// How many triangles and vertices a primitive has, as far as its counts tell.
    pub(super) fn counts(&self, primitive: &Primitive) -> (u64, u64) {
        let count = |number: Option<u32>| {
            let accessor = number.and_then(|n| self.document.accessors.get(n as usize));
            accessor.map(|accessor| accessor.count as u64)
        };
        let vertices = count(primitive.attributes.position).unwrap_or(0);
        let corners = count(primitive.indices).unwrap_or(vertices);
        let triangles = if primitive.mode == 4 { corners / 3 } else { corners };
        (triangles, vertices)
    }

    /// Whether the positions and indices of a primitive are in plain buffers.
    pub(super) fn are_stored(&self, primitive: &Primitive) -> bool {
        let mut named = primitive.attributes.position.into_iter().chain(primitive.indices);
        named.all(|number| {
            let accessor = self.document.accessors.get(number as usize);
            accessor.is_some_and(|accessor| accessor.buffer_view.is_some())
        })
    }

    fn accessor(&self, number: u32) -> Result<&Accessor<'_>, String> {
        let found = self.document.accessors.get(number as usize);
        found.ok_or_else(|| format!("accessor {number} does not exist"))
    }

    /// The vertex indices of a primitive, in order.
    pub(super) fn indices(&self, number: u32) -> Result<Vec<u32>, String> {
        let accessor = self.accessor(number)?;
        let within = |reason| format!("accessor {number}: {reason}");
        if accessor.kind != "SCALAR" {
            return Err(format!("accessor {number} holds vertex numbers that are no scalars"));
        }
        let view = accessor.buffer_view.ok_or_else(|| {
            format!("accessor {number} holds vertex numbers and names no `bufferView`")
        })?;
        let component = index_component(accessor.component_type).map_err(within)?;
        let items = Items { view, offset: accessor.byte_offset, count: accessor.count };
        let mut found: Vec<u32> =
            self.items(items, component.size()).map_err(within)?.map(index).collect();
        self.replace(accessor, component.size(), |place, bytes| {
            if let Some(item) = found.get_mut(place) {
                *item = index(bytes);
            }
        })
        .map_err(within)?;
        Ok(found)
    }

    /// How many items there are.
    pub(super) fn count(&self, number: u32) -> Result<usize, String> {
        self.accessor(number).map(|accessor| accessor.count)
    }

    /// The vectors of an accessor, in order.
    pub(super) fn for_each<const N: usize>(
        &self,
        number: u32,
        what: &str,
        mut each: impl FnMut([f64; N]),
    ) -> Result<(), String> {
        let within = |reason| format!("accessor {number}: {reason}");
        let accessor = self.accessor(number)?;
        let component = Component::of(accessor.component_type).map_err(within)?;
        if accessor.kind.strip_prefix("VEC").and_then(|count| count.parse().ok()) != Some(N)
            || component == Component::U32
        {
            return Err(format!("accessor {number} holds {what} that are not {N} floats each"));
        }
        let (component_size, size) = (component.size(), N * component.size());
        // Floats are taken as they are: only integers can be normalised.
        let is_normalized = accessor.normalized && component != Component::F32;
        let position = |bytes: &[u8]| {
            let mut position = [f64::NAN; N];
            for (x, bytes) in position.iter_mut().zip(bytes.chunks_exact(component_size)) {
                let Some((number, one)) = component.number(bytes) else { continue };
                // The least number of a signed type means -1 as well.
                *x = if is_normalized { (number / one).max(-1.0) } else { number };
            }
            position
        };
        // Without a view all are zero; sparse items replace some or all.
        let view = accessor.buffer_view;
        let items =
            view.map(|view| Items { view, offset: accessor.byte_offset, count: accessor.count });
        if accessor.sparse.is_none() {
            let items = items.ok_or_else(|| within("it names no `bufferView`".into()))?;
            self.items(items, size).map_err(within)?.map(position).for_each(each);
            return Ok(());
        }
        let mut positions = match items {
            Some(items) => self.items(items, size).map_err(within)?.map(position).collect(),
            None => vec![[0.0; N]; accessor.count],
        };
        self.replace(accessor, size, |place, bytes| {
            if let Some(item) = positions.get_mut(place) {
                *item = position(bytes);
            }
        })
        .map_err(within)?;
        positions.into_iter().for_each(&mut each);
        Ok(())
    }

    /// Passes the sparse items of an accessor with their indices, which must be in range.
    fn replace(
        &self,
        accessor: &Accessor<'_>,
        size: usize,
        mut put: impl FnMut(usize, &[u8]),
    ) -> Result<(), String> {
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        if sparse.count > accessor.count {
            let (count, all) = (sparse.count, accessor.count);
            return Err(format!("{count} sparse items replace some of {all}"));
        }
        let component = index_component(sparse.indices.component_type)?;
        let of = |items: &SparseItems| Items {
            view: items.buffer_view,
            offset: items.byte_offset,
            count: sparse.count,
        };
        let places = self.items(of(&sparse.indices), component.size())?.map(index);
        let values = self.items(of(&sparse.values), size)?;
        for (place, value) in places.zip(values) {
            if place as usize >= accessor.count {
                return Err(format!("a sparse item replaces number {place} of {}", accessor.count));
            }
            put(place as usize, value);
        }
        Ok(())
    }

    /// The bytes of items of `size` bytes each.
    fn items(&self, items: Items, size: usize) -> Result<impl Iterator<Item = &[u8]>, String> {
        let Items { view: number, offset, count } = items;
        let view = self.document.buffer_views.get(number as usize);
        let view = view.ok_or_else(|| format!("buffer view {number} does not exist"))?;
        if view.extensions.meshopt.is_some() {
            return Err(MESHOPT.into());
        }
        let stride = view.byte_stride.map_or(size, |stride| stride as usize);
        if stride < size {
            return Err(format!("its items of {size} bytes stand {stride} bytes apart"));
        }
        let needed = match count.checked_sub(1) {
            None => Some(0),
            Some(last) => last.checked_mul(stride).and_then(|before| before.checked_add(size)),
        };
        let wrong = || format!("it reaches beyond buffer view {number} or its buffer");
        let end = view.byte_offset.checked_add(view.byte_length).ok_or_else(wrong)?;
        let bytes = self.buffers.get(view.buffer)?;
        let bytes = bytes.get(view.byte_offset..end).ok_or_else(wrong)?;
        let bytes = bytes.get(offset..).ok_or_else(wrong)?;
        if needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(wrong());
        }
        let items = bytes.chunks(stride).take(count);
        Ok(items.map(move |item| item.get(..size).unwrap_or_default()))
    }
}

/// The location of items.
struct Items {
    view: u32,
    offset: usize,
    count: usize,
}

fn index_component(number: u32) -> Result<Component, String> {
    match Component::of(number)? {
        found @ (Component::U8 | Component::U16 | Component::U32) => Ok(found),
        _ => Err(format!("vertex numbers of type {number}, which are not whole")),
    }
}

fn index(bytes: &[u8]) -> u32 {
    match *bytes {
        [a] => u32::from(a),
        [a, b] => u32::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => u32::MAX,
    }
}
