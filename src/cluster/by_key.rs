//! A map by object key whose copies share what is the same: a world is copied for every step, and most of it stays.

use std::fmt;
use std::slice;
use std::sync::Arc;

use crate::api::ObjectKey;

/// Entries in the order of their keys, in blocks of neighbours. A copy shares each block until one of the two changes it.
#[derive(Clone)]
pub struct ByKey<V> {
    /// None is empty. No entry stands before the lower bound of its block, none behind that of the next.
    blocks: Vec<Block<V>>,
    len: usize,
    /// The block that was changed last: what is asked for next mostly stands there, or soon behind it.
    recent: usize,
}

#[derive(Clone)]
struct Block<V> {
    lower_bound: ObjectKey,
    entries: Arc<Vec<(ObjectKey, V)>>,
}

/// A block that grows beyond this is split in two.
const BLOCK_MAX: usize = 64;

impl<V: Clone> ByKey<V> {
    pub fn new() -> ByKey<V> {
        ByKey { blocks: Vec::new(), len: 0, recent: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, key: &ObjectKey) -> Option<&V> {
        let entries = &self.blocks.get(self.block_of(key))?.entries;
        let position = position(entries, key).ok()?;
        entries.get(position).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &ObjectKey) -> Option<&mut V> {
        self.recent = self.block_of(key);
        let entries = &mut self.blocks.get_mut(self.recent)?.entries;
        let position = position(entries, key).ok()?;
        Arc::make_mut(entries).get_mut(position).map(|(_, value)| value)
    }

    pub fn contains_key(&self, key: &ObjectKey) -> bool {
        self.get(key).is_some()
    }

    /// Returns the value that stood there.
    pub fn insert(&mut self, key: &ObjectKey, value: V) -> Option<V> {
        let number = self.block_of(key);
        self.recent = number;
        let Some(block) = self.blocks.get_mut(number) else {
            let entries = Arc::new(vec![(key.clone(), value)]);
            self.blocks.push(Block { lower_bound: key.clone(), entries });
            self.len = 1;
            return None;
        };
        let entries = Arc::make_mut(&mut block.entries);
        let position = match position(entries, key) {
            Ok(position) => return Some(std::mem::replace(&mut entries[position].1, value)),
            Err(position) => position,
        };
        if position == 0 {
            block.lower_bound = key.clone();
        }
        entries.insert(position, (key.clone(), value));
        self.len += 1;
        if entries.len() > BLOCK_MAX {
            let upper = entries.split_off(BLOCK_MAX / 2);
            let lower_bound = upper[0].0.clone();
            self.blocks.insert(number + 1, Block { lower_bound, entries: Arc::new(upper) });
        }
        None
    }

    /// Returns the value that stood there.
    pub fn remove(&mut self, key: &ObjectKey) -> Option<V> {
        let number = self.block_of(key);
        let entries = &mut self.blocks.get_mut(number)?.entries;
        let position = position(entries, key).ok()?;
        let entries = Arc::make_mut(entries);
        let (_, value) = entries.remove(position);
        if entries.is_empty() {
            self.blocks.remove(number);
        }
        self.len -= 1;
        Some(value)
    }

    pub fn clear(&mut self) {
        *self = ByKey::new();
    }

    pub fn iter(&self) -> Iter<'_, V> {
        Iter { blocks: self.blocks.iter(), entries: [].iter(), left: self.len }
    }

    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// The block in which the key stands or would stand.
    fn block_of(&self, key: &ObjectKey) -> usize {
        let starts_behind =
            |number: usize| self.blocks.get(number).is_none_or(|block| block.lower_bound > *key);
        if !starts_behind(self.recent) {
            for number in [self.recent, self.recent + 1] {
                if starts_behind(number + 1) {
                    return number;
                }
            }
        }
        self.blocks.partition_point(|block| block.lower_bound <= *key).saturating_sub(1)
    }
}

fn position<V>(entries: &[(ObjectKey, V)], key: &ObjectKey) -> Result<usize, usize> {
    entries.binary_search_by(|(held, _)| held.cmp(key))
}

impl<V: Clone> Default for ByKey<V> {
    fn default() -> ByKey<V> {
        ByKey::new()
    }
}

/// Where the entries are split into blocks does not matter.
impl<V: Clone + PartialEq> PartialEq for ByKey<V> {
    fn eq(&self, other: &ByKey<V>) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<V: Clone + Eq> Eq for ByKey<V> {}

impl<V: Clone + fmt::Debug> fmt::Debug for ByKey<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter().map(|(key, value)| (key, value))).finish()
    }
}

/// The entries in order.
pub struct Iter<'a, V> {
    blocks: slice::Iter<'a, Block<V>>,
    /// What is left of the current block.
    entries: slice::Iter<'a, (ObjectKey, V)>,
    left: usize,
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = &'a (ObjectKey, V);

    fn next(&mut self) -> Option<&'a (ObjectKey, V)> {
        loop {
            if let Some(entry) = self.entries.next() {
                self.left -= 1;
                return Some(entry);
            }
            self.entries = self.blocks.next()?.entries.iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<V> ExactSizeIterator for Iter<'_, V> {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn key(number: u32) -> ObjectKey {
        ObjectKey::new(["a", "b", "c"][(number % 3) as usize], &number.to_string())
    }

    #[test]
    fn it_holds_what_a_sorted_map_holds() {
        let (mut map, mut model) = (ByKey::new(), BTreeMap::new());
        let mut number = 1u32;
        for round in 0..4_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = key((number >> 8) % 900);
            if number.is_multiple_of(3) {
                assert_eq!(map.remove(&key), model.remove(&key));
            } else {
                assert_eq!(map.insert(&key, round), model.insert(key, round));
            }
            assert_eq!(map.len(), model.len());
        }
        assert!(map.iter().map(|(key, value)| (key, value)).eq(&model));
        assert!((0..900).all(|number| map.get(&key(number)) == model.get(&key(number))));
    }

    #[test]
    fn a_copy_keeps_what_it_was_copied_from() {
        let mut map: ByKey<u32> = ByKey::new();
        (0..300).for_each(|number| assert_eq!(map.insert(&key(number), number), None));
        let copy = map.clone();
        assert_eq!(map, copy);
        for number in 0..300 {
            *map.get_mut(&key(number)).expect("it was inserted") += 1;
        }
        assert_ne!(map, copy);
        assert!((0..300).all(|number| copy.get(&key(number)) == Some(&number)));
    }
}
