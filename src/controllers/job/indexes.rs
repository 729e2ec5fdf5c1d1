//! Sets of completion indexes and their text: `1,3-5,7`.

use std::fmt;

use crate::sorted::order;

/// Sorted, disjoint, non-adjacent runs of indexes. The text form is canonical.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indexes {
    /// First and last index of each run.
    runs: Vec<(i32, i32)>,
}

impl Indexes {
    /// Reads the text as leniently as upstream: parts that are no numbers are skipped, reading stops at the first part
    /// that starts at or beyond `completions`, and the last part is cut there.
    pub fn parse(text: &str, completions: i32) -> Indexes {
        let mut indexes = Indexes::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) else {
                continue;
            };
            if first >= completions {
                break;
            }
            indexes.append(first, last.min(completions - 1));
        }
        indexes
    }

    /// The set of these indexes, in whatever order they are.
    pub fn of(mut indexes: Vec<i32>) -> Indexes {
        order::sort(&mut indexes);
        Indexes::from_sorted(indexes)
    }

    /// The set of ascending indexes. Repeated ones count once.
    pub fn from_sorted(sorted: impl IntoIterator<Item = i32>) -> Indexes {
        let mut indexes = Indexes::default();
        for index in sorted {
            indexes.append(index, index);
        }
        indexes
    }

    #[inline(never)]
    pub fn union(&self, other: &Indexes) -> Indexes {
        let mut runs: Vec<(i32, i32)> = self.runs.iter().chain(&other.runs).copied().collect();
        order::sort(&mut runs);
        let mut union = Indexes::default();
        for (first, last) in runs {
            union.append(first, last);
        }
        union
    }

    pub fn contains(&self, index: i32) -> bool {
        let after = self.runs.partition_point(|(first, _)| *first <= index);
        after > 0 && self.runs[after - 1].1 >= index
    }

    pub fn len(&self) -> i32 {
        self.runs.iter().map(|(first, last)| last - first + 1).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = i32> {
        self.runs.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// The indexes below `completions` that are not in the set, ascending.
    pub fn gaps(&self, completions: i32) -> impl Iterator<Item = i32> {
        let starts = std::iter::once(0).chain(self.runs.iter().map(|(_, last)| last + 1));
        let ends = self.runs.iter().map(|(first, _)| *first).chain(std::iter::once(completions));
        starts.zip(ends).flat_map(move |(start, end)| start..end.min(completions))
    }

    /// How many indexes both sets have.
    pub fn common(&self, other: &Indexes) -> i32 {
        let (mut left, mut right, mut common) = (0, 0, 0);
        while let (Some(a), Some(b)) = (self.runs.get(left), other.runs.get(right)) {
            common += (a.1.min(b.1) - a.0.max(b.0) + 1).max(0);
            if a.1 < b.1 {
                left += 1;
            } else {
                right += 1;
            }
        }
        common
    }

    /// Adds a run that does not start before the last one. Overlapping and neighbouring runs merge.
    fn append(&mut self, first: i32, last: i32) {
        match self.runs.last_mut() {
            Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
            _ => self.runs.push((first, last)),
        }
    }
}

impl fmt::Display for Indexes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (first, last)) in self.runs.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            match last - first {
                0 => write!(formatter, "{comma}{first}")?,
                1 => write!(formatter, "{comma}{first},{last}")?,
                _ => write!(formatter, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_three_and_more_are_written_with_a_dash() {
        for (indexes, text) in [
            (vec![1, 3, 4, 5, 7], "1,3-5,7"),
            (vec![0, 1], "0,1"),
            (vec![0, 1, 2], "0-2"),
            (vec![], ""),
            (vec![2, 2, 2], "2"),
        ] {
            assert_eq!(Indexes::from_sorted(indexes).to_string(), text);
        }
    }

    #[test]
    fn reading_is_lenient_and_stops_at_the_completions() {
        for (text, completions, canonical) in [
            ("0-4", 3, "0-2"),
            ("1,x,3-5,7", 100, "1,3-5,7"),
            ("0,1,2", 100, "0-2"),
            ("5,0", 5, ""),
            ("0,5,1", 5, "0"),
            ("", 5, ""),
        ] {
            assert_eq!(Indexes::parse(text, completions).to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn union_merges_neighbours_and_common_counts_both() {
        let (left, right) = (Indexes::parse("0-2,8", 10), Indexes::parse("2,3,7-9", 10));
        assert_eq!(left.union(&right).to_string(), "0-3,7-9");
        assert_eq!((left.len(), right.len(), left.common(&right)), (4, 5, 2));
        assert!(left.contains(8) && !left.contains(3) && !left.contains(-1));
    }
}
