//! Sorting that is compiled once for all types: positions are ordered, and then the items put in their places.

use std::cmp::Ordering;

/// How the items at two positions stand to each other.
type Compare<'a> = &'a dyn Fn(usize, usize) -> Ordering;

/// Sorts; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    let order = positions(items.len(), &|one, other| compare(&items[one], &items[other]));
    place(order, &mut |one, other| items.swap(one, other));
}

/// Sorts items that have an order of their own.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, &T::cmp);
}

/// For each of so many, whether an equal one stands before it.
pub fn repeats(count: usize, compare: Compare<'_>) -> Vec<bool> {
    let mut repeats = vec![false; count];
    for pair in positions(count, compare).windows(2) {
        if let [one, other] = *pair {
            repeats[other] = compare(one, other).is_eq();
        }
    }
    repeats
}

/// The positions in the order of what stands there, by merging runs of growing width.
fn positions(count: usize, compare: Compare<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if (1..count).all(|position| compare(position - 1, position).is_le()) {
        return order;
    }
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some((one, after_one)), Some((other, after_other))) =
                (left.split_first(), right.split_first())
            {
                if compare(*one, *other).is_le() {
                    merged.push(*one);
                    left = after_one;
                } else {
                    merged.push(*other);
                    right = after_other;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        order = merged;
        width *= 2;
    }
    order
}

/// Moves to each place what stands at its position, by exchanges.
fn place(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_a_stable_sort_does_and_finds_what_repeats() {
        let mut number = 1u32;
        for count in 0..80 {
            let mut items: Vec<(u32, usize)> = Vec::new();
            for position in 0..count {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                items.push(((number >> 8) % 20, position));
            }
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by(&mut items, &|one, other| one.0.cmp(&other.0));
            assert_eq!(items, expected);
        }
        let keys = [3, 1, 3, 2, 1, 3];
        let repeats = repeats(keys.len(), &|one, other| keys[one].cmp(&keys[other]));
        assert_eq!(repeats, [false, false, true, false, true, true]);
    }
}
