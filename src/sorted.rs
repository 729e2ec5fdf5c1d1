//! A map and a set in the order of their keys whose copies share what is the same: a world is copied for every step, and
//! most of it stays. What does not depend on the types is compiled once.

pub mod order;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::slice;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// Entries in the order of their keys, in blocks of neighbours. A copy shares each block until one of the two changes it.
#[derive(Clone)]
pub struct SortedMap<K, V> {
    /// None is empty. No entry stands before the lower bound of its block, none behind that of the next.
    blocks: Vec<Block<K, V>>,
    len: usize,
    /// The block that was changed last: what is asked for next mostly stands there, or soon behind it.
    recent: usize,
}

#[derive(Clone)]
struct Block<K, V> {
    lower_bound: K,
    entries: Arc<Vec<(K, V)>>,
}

/// A block that grows beyond this is split in two.
const BLOCK_MAX: usize = 64;

/// How a held key stands to the one that is looked for.
type Compare<'a, K> = &'a dyn Fn(&K) -> Ordering;

impl<K: Ord + Clone, V: Clone> SortedMap<K, V> {
    pub fn new() -> SortedMap<K, V> {
        SortedMap { blocks: Vec::new(), len: 0, recent: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (block, place) = self.find(&|held| held.borrow().cmp(key));
        self.blocks.get(block)?.entries.get(place.ok()?).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let (block, place) = self.find(&|held| held.cmp(key));
        self.recent = block;
        let entries = &mut self.blocks.get_mut(block)?.entries;
        Arc::make_mut(entries).get_mut(place.ok()?).map(|(_, value)| value)
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(&|held| held.borrow().cmp(key)).1.is_ok()
    }

    /// Returns the value that stood there.
    pub fn insert(&mut self, key: &K, value: V) -> Option<V> {
        let (number, place) = self.find(&|held| held.cmp(key));
        self.recent = number;
        let Some(block) = self.blocks.get_mut(number) else {
            let entries = Arc::new(vec![(key.clone(), value)]);
            self.blocks.push(Block { lower_bound: key.clone(), entries });
            self.len = 1;
            return None;
        };
        let entries = Arc::make_mut(&mut block.entries);
        let position = match place {
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

    /// Puts the value there, or takes away what stands there.
    pub fn set(&mut self, key: &K, value: Option<V>) {
        match value {
            Some(value) => self.insert(key, value),
            None => self.remove(key),
        };
    }

    /// The value, put there first if there is none.
    pub fn get_or_insert(&mut self, key: &K, value: V) -> Option<&mut V> {
        if !self.contains_key(key) {
            self.insert(key, value);
        }
        self.get_mut(key)
    }

    /// Returns the value that stood there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (number, place) = self.find(&|held| held.borrow().cmp(key));
        self.take(number, place.ok()?).map(|(_, value)| value)
    }

    pub fn pop_first(&mut self) -> Option<(K, V)> {
        self.take(0, 0)
    }

    fn take(&mut self, number: usize, position: usize) -> Option<(K, V)> {
        let entries = Arc::make_mut(&mut self.blocks.get_mut(number)?.entries);
        let entry = entries.remove(position);
        if entries.is_empty() {
            self.blocks.remove(number);
        }
        self.len -= 1;
        Some(entry)
    }

    pub fn clear(&mut self) {
        *self = SortedMap::new();
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { blocks: self.blocks.iter(), entries: [].iter(), left: self.len }
    }

    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// The block in which the key stands or would stand, and where in it.
    fn find(&self, compare: Compare<'_, K>) -> (usize, Result<usize, usize>) {
        let number =
            block_of(self.blocks.len(), self.recent, &|number| compare(&self.blocks[number].lower_bound));
        let entries = self.blocks.get(number).map_or(&[][..], |block| &block.entries);
        (number, search(entries.len(), &|position| compare(&entries[position].0)))
    }
}

/// The block in which what is looked for stands or would stand, by how the lower bounds of the blocks stand to it.
fn block_of(count: usize, recent: usize, compare: &dyn Fn(usize) -> Ordering) -> usize {
    let starts_behind = |number: usize| number >= count || compare(number).is_gt();
    if !starts_behind(recent) {
        for number in [recent, recent + 1] {
            if starts_behind(number + 1) {
                return number;
            }
        }
    }
    match search(count, compare) {
        Ok(number) => number,
        Err(number) => number.saturating_sub(1),
    }
}

/// Where among so many in ascending order the equal one stands, or else would stand.
pub fn search(count: usize, compare: &dyn Fn(usize) -> Ordering) -> Result<usize, usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(middle) {
            Ordering::Equal => return Ok(middle),
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
        }
    }
    Err(low)
}

impl<K: Ord + Clone, V: Clone> Default for SortedMap<K, V> {
    fn default() -> SortedMap<K, V> {
        SortedMap::new()
    }
}

/// Where the entries are split into blocks does not matter.
impl<K: Ord + Clone, V: Clone + PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &SortedMap<K, V>) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<K: Ord + Clone, V: Clone + Eq> Eq for SortedMap<K, V> {}

impl<K: Ord + Clone + fmt::Debug, V: Clone + fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord + Clone, V: Clone> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SortedMap<K, V> {
        let mut map = SortedMap::new();
        for (key, value) in entries {
            map.insert(&key, value);
        }
        map
    }
}

impl<K: Ord + Clone + Serialize, V: Clone + Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'a, K: Ord + Clone, V: Clone> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

/// The entries in order.
pub struct Iter<'a, K, V> {
    blocks: slice::Iter<'a, Block<K, V>>,
    /// What is left of the current block.
    entries: slice::Iter<'a, (K, V)>,
    left: usize,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        loop {
            if let Some((key, value)) = self.entries.next() {
                self.left -= 1;
                return Some((key, value));
            }
            self.entries = self.blocks.next()?.entries.iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

/// A set in order.
#[derive(Clone, PartialEq, Eq)]
pub struct SortedSet<K: Ord + Clone> {
    map: SortedMap<K, ()>,
}

impl<K: Ord + Clone> SortedSet<K> {
    pub fn new() -> SortedSet<K> {
        SortedSet { map: SortedMap::new() }
    }

    pub fn len(&self) -> usize {
        self.map.len
    }

    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.map.contains_key(key)
    }

    /// Returns whether it is new.
    pub fn insert(&mut self, key: &K) -> bool {
        self.map.insert(key, ()).is_none()
    }

    /// Returns whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.map.remove(key).is_some()
    }

    pub fn first(&self) -> Option<&K> {
        self.iter().next()
    }

    /// The first of those for which it holds, where it holds for all that come after one for which it does.
    pub fn first_from(&self, holds: &dyn Fn(&K) -> bool) -> Option<&K> {
        let order = |key: &K| if holds(key) { Ordering::Greater } else { Ordering::Less };
        let (number, Err(position)) = self.map.find(&order) else { return None };
        let in_block = |number: usize, position: usize| self.map.blocks.get(number)?.entries.get(position);
        in_block(number, position).or_else(|| in_block(number + 1, 0)).map(|(key, ())| key)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &K> {
        self.map.keys()
    }

    pub fn extend<'a>(&mut self, keys: impl IntoIterator<Item = &'a K>)
    where
        K: 'a,
    {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Ord + Clone> Default for SortedSet<K> {
    fn default() -> SortedSet<K> {
        SortedSet::new()
    }
}

impl<K: Ord + Clone + fmt::Debug> fmt::Debug for SortedSet<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl<'a, K: Ord + Clone + 'a> FromIterator<&'a K> for SortedSet<K> {
    fn from_iter<I: IntoIterator<Item = &'a K>>(keys: I) -> SortedSet<K> {
        let mut set = SortedSet::new();
        set.extend(keys);
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn key(number: u32) -> (&'static str, String) {
        (["a", "b", "c"][(number % 3) as usize], number.to_string())
    }

    #[test]
    fn it_holds_what_a_sorted_map_holds() {
        let (mut map, mut model) = (SortedMap::new(), BTreeMap::new());
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
        assert!(map.iter().eq(&model));
        assert!((0..900).all(|number| map.get(&key(number)) == model.get(&key(number))));
    }

    #[test]
    fn the_first_from_a_bound_is_found_in_any_block() {
        let mut set = SortedSet::new();
        (0..1_000).filter(|number| number % 7 != 0).for_each(|number| assert!(set.insert(&number)));
        for bound in 0..1_000 {
            assert_eq!(
                set.first_from(&|key| *key >= bound),
                set.iter().find(|key| **key >= bound),
                "{bound}"
            );
        }
        assert_eq!(SortedSet::<u32>::new().first_from(&|_| true), None);
    }

    #[test]
    fn a_copy_keeps_what_it_was_copied_from() {
        let mut map = SortedMap::new();
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
