//! How much a quantity is, to compare and to round: `500m` and `0.5` are the same amount.
//!
//! Mirrors upstream `apimachinery/pkg/api/resource` as far as rules need numbers.

use super::quantity::Quantity;

/// Billionths in one.
const NANO: i128 = 1_000_000_000;
/// Billionths in one thousandth.
const MILLI: i128 = 1_000_000;

const DECIMAL: [&str; 10] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY: [&str; 6] = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/// The amount in billionths, `None` for what is no quantity. More than fits is the most that fits.
pub fn parse(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end =
        unsigned.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(unsigned.len());
    let (number, suffix) = unsigned.split_at(end);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let unit = unit(suffix)?;
    let mut amount = digits(whole).saturating_mul(unit);
    let mut place = unit;
    for digit in fraction.bytes() {
        place /= 10;
        amount = amount.saturating_add(i128::from(digit - b'0').saturating_mul(place));
    }
    Some(if text.starts_with('-') { -amount } else { amount })
}

/// The amount of a quantity that was decoded, nothing where there is none.
pub fn of(text: &str) -> i128 {
    parse(text).unwrap_or_default()
}

/// In thousandths, rounded away from zero: `MilliValue`.
pub fn milli(amount: i128) -> i128 {
    let rest = amount % MILLI;
    amount / MILLI + rest.signum()
}

/// In units, rounded away from zero: `Value`.
pub fn units(amount: i128) -> i128 {
    let rest = amount % NANO;
    amount / NANO + rest.signum()
}

/// No thousandths are left over.
pub fn is_whole(amount: i128) -> bool {
    milli(amount) % 1000 == 0
}

/// The canonical text of an amount, in thousandths at the finest. `like` is a quantity of the same notation.
pub fn text(amount: i128, like: &str) -> String {
    const KIBI: i128 = 1024 * NANO;
    let written = match like.ends_with('i') && amount % KIBI == 0 {
        true => format!("{}Ki", amount / KIBI),
        false => format!("{}m", milli(amount)),
    };
    Quantity::parse(&written).map(|quantity| quantity.text()).unwrap_or(written)
}

fn digits(text: &str) -> i128 {
    let add = |number: i128, digit: u8| number.saturating_mul(10).saturating_add(i128::from(digit - b'0'));
    text.bytes().fold(0, add)
}

/// Billionths in one of a suffix.
fn unit(suffix: &str) -> Option<i128> {
    if let Some(place) = DECIMAL.iter().position(|known| *known == suffix) {
        return Some(power(1000, place));
    }
    if let Some(place) = BINARY.iter().position(|known| *known == suffix) {
        return Some(NANO.saturating_mul(power(1024, place + 1)));
    }
    let exponent: i32 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
    let places = exponent.saturating_add(9);
    Some(usize::try_from(places).map_or(0, |places| power(10, places.min(40))))
}

fn power(base: i128, exponent: usize) -> i128 {
    (0..exponent).fold(1, |power: i128, _| power.saturating_mul(base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_same_amount_are_equal() {
        for (one, other) in
            [("500m", "0.5"), ("1Ki", "1024"), ("1k", "1e3"), ("1E3", "1000"), ("-1", "-1000m")]
        {
            assert_eq!(parse(one), parse(other), "{one} {other}");
        }
        assert_eq!(parse("9223372036854775807E").map(|amount| amount > 0), Some(true));
        for wrong in ["", "m", "1x", "1..2", "--1", "."] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn amounts_are_written_in_the_largest_unit_that_fits() {
        for (sum, like, text) in [
            ("1500m", "1", "1500m"),
            ("2000", "1", "2k"),
            ("2048", "1Gi", "2Ki"),
            ("0", "1Gi", "0"),
            ("1100u", "1", "2m"),
        ] {
            assert_eq!(super::text(of(sum), like), text);
        }
    }
}
