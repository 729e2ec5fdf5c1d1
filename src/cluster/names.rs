//! Generated names and UIDs. Nothing is drawn: they follow from the store's revision, or count up on request.

use crate::api::{Pod, Text};
use crate::sorted::SortedMap;

/// The alphabet of generated names: no vowels and no digits that look like letters.
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";
/// Longest base that still leaves room for the suffix in a name of 63 characters.
const BASE_LENGTH_MAX: usize = 58;
const SUFFIX_LENGTH: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    numbered: bool,
    jobs_created: u64,
    /// Pods made from each `generateName`. Empty unless names are numbered.
    made: SortedMap<Text, u32>,
}

impl Names {
    pub fn new(numbered: bool) -> Names {
        Names { numbered, jobs_created: 0, made: SortedMap::new() }
    }

    /// `generateName` cut to 58 characters, and five more; each attempt has others.
    pub fn generate(&self, namespace: &str, generate_name: &Text, revision: u64, attempt: u64) -> Text {
        let end =
            generate_name.char_indices().nth(BASE_LENGTH_MAX).map_or(generate_name.len(), |(end, _)| end);
        let base = &generate_name[..end];
        if self.numbered {
            let number = self.made.get(generate_name).copied().unwrap_or(0) + 1;
            return format!("{base}{number:05}").into();
        }
        let mut bits = mix(revision ^ (attempt << 48) ^ hash(namespace) ^ hash(base).rotate_left(17));
        let mut name = String::with_capacity(base.len() + SUFFIX_LENGTH);
        name.push_str(base);
        for _ in 0..SUFFIX_LENGTH {
            name.push(char::from(ALPHABET[(bits % 27) as usize]));
            bits /= 27;
        }
        name.into()
    }

    /// The characters that complete this `generateName`.
    pub fn suffix(&self, namespace: &str, generate_name: &str, revision: u64) -> String {
        let name = self.generate(namespace, &generate_name.into(), revision, 0);
        name.chars().skip(generate_name.chars().count().min(BASE_LENGTH_MAX)).collect()
    }

    pub fn job_uid(&self, revision: u64) -> Text {
        if self.numbered {
            return format!("job-uid-{}", self.jobs_created + 1).into();
        }
        uuid(revision)
    }

    pub fn pod_uid(&self, name: &str, revision: u64) -> Text {
        if self.numbered {
            return format!("uid-{name}").into();
        }
        uuid(revision)
    }

    pub(super) fn job_created(&mut self) {
        self.jobs_created += 1;
    }

    pub(super) fn pod_created(&mut self, pod: &Pod) {
        if self.numbered && !pod.metadata.generate_name.is_empty() {
            let made = self.made.get(&pod.metadata.generate_name).copied().unwrap_or(0);
            self.made.insert(&pod.metadata.generate_name, made + 1);
        }
    }
}

/// The text of a version 4 UUID made from the revision.
fn uuid(revision: u64) -> Text {
    let (high, low) = (mix(revision), mix(!revision));
    let high = high & 0xffff_ffff_ffff_0fff | 0x4000;
    let low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let mut digits = u128::from(high) << 64 | u128::from(low);
    let mut text = String::with_capacity(36);
    for position in 0..36 {
        if matches!(position, 8 | 13 | 18 | 23) {
            text.push('-');
        } else {
            digits = digits.rotate_left(4);
            text.push(char::from(b"0123456789abcdef"[(digits & 0xf) as usize]));
        }
    }
    text.into()
}

/// A bijection that spreads neighbouring numbers far apart (the finalizer of SplitMix64).
fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
