//! Amounts of resources, such as `500m` or `1Gi`: reading them, and the form in which they are stored.
//!
//! Mirrors upstream `apimachinery/pkg/api/resource`.

use std::fmt;

/// An exact decimal number with the notation in which it was written.
#[derive(Clone, Debug)]
pub struct Quantity {
    negative: bool,
    /// Decimal digits from the first that is not zero to the last that is not zero; none for zero.
    digits: Vec<u8>,
    /// How many places the digits are shifted to the left.
    exponent: i64,
    notation: Notation,
    /// The text as it was written, where upstream takes it for canonical.
    written: Option<String>,
    /// Upstream leaves the text alone when it rounds such a number to a scale that it already has.
    scale_of_fast_path: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Decimal,
    Binary,
    Exponent,
}

/// Why a text is no quantity, in the words of the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantityError {
    Format,
    Number,
    Suffix,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            QuantityError::Format => {
                "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
            }
            QuantityError::Number => "unable to parse numeric part of quantity",
            QuantityError::Suffix => "unable to parse quantity's suffix",
        })
    }
}

impl std::error::Error for QuantityError {}

const NANO: i64 = -9;
const MILLI: i64 = -3;
/// So many decimal digits fit an `int64` whatever they are.
const FAST_DIGITS: i64 = 18;
/// The largest binary quantity; more is cut down to it.
const BINARY_MAX: u64 = i64::MAX.unsigned_abs();

const DECIMAL_SUFFIXES: &[(&str, i64)] = &[
    ("n", -9),
    ("u", -6),
    ("m", -3),
    ("", 0),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
    ("E", 18),
];
/// Each stands for 1024 times the one before it.
const BINARY_SUFFIXES: &[&str] = &["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/// A quantity taken apart, before its value is known.
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    suffix: &'a str,
    has_digits: bool,
}

impl Quantity {
    #[inline(never)]
    pub fn parse(text: &str) -> Result<Quantity, QuantityError> {
        let parts = split(text)?;
        let (notation, exponent) = suffix_of(parts.suffix).ok_or(QuantityError::Suffix)?;
        let places = length(parts.fraction);
        let precision = match notation {
            Notation::Binary if parts.fraction.is_empty() => 14 - length(parts.whole) - exponent * 3,
            Notation::Binary => -1,
            _ => FAST_DIGITS - length(parts.whole) - places,
        };
        let scale = if notation == Notation::Binary { -places } else { exponent - places };
        let fast = precision >= 0 && scale >= NANO;
        if !fast && !parts.has_digits {
            return Err(QuantityError::Number);
        }
        let mut digits: Vec<u8> =
            parts.whole.bytes().chain(parts.fraction.bytes()).map(|digit| digit - b'0').collect();
        let written = fast
            && match notation {
                Notation::Binary => last_three_bits(&digits) != 0,
                _ => {
                    scale % 3 == 0
                        && !digits.ends_with(&[0, 0, 0])
                        && digits.first().is_some_and(|digit| *digit != 0)
                }
            };
        if notation == Notation::Binary {
            multiply(&mut digits, 1 << (10 * exponent));
        }
        let mut quantity = Quantity {
            negative: parts.negative,
            digits,
            exponent: scale,
            notation,
            written: (written || text == "0").then(|| text.to_owned()),
            scale_of_fast_path: fast.then_some(scale),
        };
        quantity.trim();
        if !fast {
            quantity.limit();
        }
        Ok(quantity)
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The text in which the API server stores and prints the quantity.
    #[inline(never)]
    pub fn text(&self) -> String {
        match &self.written {
            Some(written) => written.clone(),
            None => self.canonical(),
        }
    }

    /// Rounds away from zero to thousandths, as the defaults of resource lists do.
    #[inline(never)]
    pub fn round_up_to_milli(&mut self) {
        if self.scale_of_fast_path.is_none_or(|scale| scale < MILLI) {
            self.written = None;
            self.cut(MILLI);
        }
    }

    /// How many digits stand before the decimal point.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    /// Takes the outer zeros off.
    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
            self.exponent += 1;
        }
        let leading = self.digits.iter().take_while(|digit| **digit == 0).count();
        self.digits.drain(..leading);
        if self.digits.is_empty() {
            self.exponent = 0;
        }
    }

    /// Rounds away from zero to a number of decimal places.
    fn cut(&mut self, scale: i64) {
        if self.exponent >= scale || self.is_zero() {
            return;
        }
        let dropped = usize::try_from(scale - self.exponent).unwrap_or(usize::MAX);
        self.digits.truncate(self.digits.len().saturating_sub(dropped));
        self.exponent = scale;
        // What was cut off began or ended with a digit other than zero, so it was something.
        for digit in self.digits.iter_mut().rev() {
            *digit += 1;
            if *digit < 10 {
                self.trim();
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.trim();
    }

    /// The bounds of what upstream does not calculate in an `int64`.
    fn limit(&mut self) {
        self.cut(NANO);
        if self.notation != Notation::Binary || self.is_zero() {
            return;
        }
        let is_whole = self.exponent >= 0;
        if self.magnitude() > 19 || (is_whole && self.whole().is_none_or(|value| value > BINARY_MAX)) {
            self.digits = BINARY_MAX.to_string().bytes().map(|digit| digit - b'0').collect();
            self.exponent = 0;
        } else if self.magnitude() <= 0 {
            self.notation = Notation::Decimal;
        }
    }

    /// The size of a whole number.
    fn whole(&self) -> Option<u64> {
        let zeros = usize::try_from(self.exponent).ok().filter(|zeros| *zeros < 20)?;
        let mut value: u64 = 0;
        for digit in self.digits.iter().copied().chain(std::iter::repeat_n(0, zeros)) {
            value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
        }
        Some(value)
    }

    fn canonical(&self) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let sign = if self.negative { "-" } else { "" };
        if self.notation == Notation::Binary
            && let Some(mut value) = self.whole().filter(|value| *value >= 1024)
        {
            let mut times = 0;
            while value % 1024 == 0 {
                value /= 1024;
                times += 1;
            }
            return format!("{sign}{value}{}", BINARY_SUFFIXES.get(times).copied().unwrap_or_default());
        }
        let mut text = sign.to_owned();
        text.extend(self.digits.iter().map(|digit| char::from(b'0' + digit)));
        let exponent = self.exponent - self.exponent.rem_euclid(3);
        text.extend(std::iter::repeat_n('0', usize::try_from(self.exponent - exponent).unwrap_or_default()));
        if self.notation == Notation::Exponent && exponent != 0 {
            return format!("{text}e{exponent}");
        }
        let suffix = DECIMAL_SUFFIXES.iter().find(|(_, known)| *known == exponent);
        text.push_str(suffix.map(|(suffix, _)| *suffix).unwrap_or_default());
        text
    }
}

/// Mirrors `parseQuantityString`: more is let through here than the words of the error say.
fn split(text: &str) -> Result<Parts<'_>, QuantityError> {
    if text.is_empty() {
        return Err(QuantityError::Format);
    }
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_digit = |letter: char| letter.is_ascii_digit();
    let rest = unsigned.trim_start_matches('0');
    let after_whole = rest.trim_start_matches(is_digit);
    let whole = rest.strip_suffix(after_whole).unwrap_or_default();
    let (fraction, suffix) = match after_whole.strip_prefix('.') {
        Some(after_point) => {
            let suffix = after_point.trim_start_matches(is_digit);
            (after_point.strip_suffix(suffix).unwrap_or_default(), suffix)
        }
        None => ("", after_whole),
    };
    let tail = suffix.trim_start_matches(|letter| "eEinumkKMGTP".contains(letter));
    let tail = tail.strip_prefix(['-', '+']).unwrap_or(tail);
    if !tail.chars().all(is_digit) {
        return Err(QuantityError::Format);
    }
    let has_digits = unsigned.starts_with(is_digit) || !fraction.is_empty();
    Ok(Parts { negative, whole: if whole.is_empty() { "0" } else { whole }, fraction, suffix, has_digits })
}

/// The notation, with the power of ten or, for the binary one, of 1024.
fn suffix_of(suffix: &str) -> Option<(Notation, i64)> {
    if let Some((_, exponent)) = DECIMAL_SUFFIXES.iter().find(|(known, _)| *known == suffix) {
        return Some((Notation::Decimal, *exponent));
    }
    if let Some(times) = BINARY_SUFFIXES.iter().position(|known| *known == suffix) {
        return Some((Notation::Binary, i64::try_from(times).ok()?));
    }
    let exponent: i64 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
    // Upstream keeps the low 32 bits.
    #[expect(clippy::cast_possible_truncation)]
    Some((Notation::Exponent, i64::from(exponent as i32)))
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

fn last_three_bits(digits: &[u8]) -> u8 {
    let last = digits.iter().rev().take(3).rev();
    last.fold(0u16, |value, digit| value * 10 + u16::from(*digit)).to_le_bytes()[0] & 7
}

fn multiply(digits: &mut Vec<u8>, factor: u64) {
    let mut carry: u128 = 0;
    for digit in digits.iter_mut().rev() {
        carry += u128::from(*digit) * u128::from(factor);
        *digit = u8::try_from(carry % 10).unwrap_or_default();
        carry /= 10;
    }
    while carry > 0 {
        digits.insert(0, u8::try_from(carry % 10).unwrap_or_default());
        carry /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(text: &str) -> String {
        match Quantity::parse(text) {
            Ok(quantity) => quantity.text(),
            Err(error) => format!("{error:?}"),
        }
    }

    #[test]
    fn quantities_are_stored_in_canonical_form() {
        let cases = [
            ("0", "0"),
            ("00", "0"),
            ("-", "0"),
            ("1", "1"),
            ("+1", "+1"),
            ("0.5", "500m"),
            (".5", "500m"),
            ("1.5", "1500m"),
            ("1.500", "1.500"),
            ("1000m", "1"),
            ("100m", "100m"),
            ("1000", "1k"),
            ("1500", "1500"),
            ("1024Mi", "1Gi"),
            ("12Mi", "12Mi"),
            ("0.5Gi", "512Mi"),
            ("1.5Ki", "1536"),
            ("1Ki", "1Ki"),
            ("8Ki", "8Ki"),
            ("512Ki", "512Ki"),
            ("1e3", "1e3"),
            ("12000e3", "12e6"),
            ("1E", "1E"),
            ("100E", "100E"),
            ("16Ei", "9223372036854775807"),
            ("0.1n", "1n"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("-1.5Gi", "-1536Mi"),
            ("0.0001Ki", "102400u"),
            ("", "Format"),
            ("abc", "Format"),
            ("1 Gi", "Format"),
            ("1.2.3", "Format"),
            ("1gi", "Format"),
            ("1K", "Suffix"),
            ("1mi", "Suffix"),
            ("1e", "Suffix"),
            ("e-20", "Number"),
        ];
        for (text, expected) in cases {
            assert_eq!(stored(text), expected, "{text:?}");
        }
    }

    #[test]
    fn resource_lists_are_rounded_up_to_thousandths() {
        for (text, expected) in
            [("100u", "1m"), ("0.0001", "1m"), ("-1.0001", "-1001m"), ("999.9999", "1k"), ("1.500", "1.500")]
        {
            let mut quantity = Quantity::parse(text).expect(text);
            quantity.round_up_to_milli();
            assert_eq!(quantity.text(), expected, "{text:?}");
        }
    }
}
