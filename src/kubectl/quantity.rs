//! The value of a resource quantity, as far as descriptions compute with it.

/// The value in thousandths, rounded up as upstream `Quantity.MilliValue`. `None` if it is no quantity.
pub fn milli(text: &str) -> Option<i128> {
    let end = text.find(|letter: char| !matches!(letter, '0'..='9' | '.' | '+' | '-')).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let negative = whole.starts_with('-');
    // The digits without the point, and what a one in the last place stands for, in 10^-9.
    let digits: String = whole.trim_start_matches(['+', '-']).chars().chain(fraction.chars()).collect();
    let mut value: i128 = match digits.as_str() {
        "" => return None,
        digits => digits.parse().ok()?,
    };
    let mut exponent = 3 - i32::try_from(fraction.len()).ok()?;
    match suffix {
        "" => {}
        "n" => exponent -= 9,
        "u" => exponent -= 6,
        "m" => exponent -= 3,
        "k" => exponent += 3,
        "M" => exponent += 6,
        "G" => exponent += 9,
        "T" => exponent += 12,
        "P" => exponent += 15,
        "E" => exponent += 18,
        "Ki" => value = value.checked_mul(1 << 10)?,
        "Mi" => value = value.checked_mul(1 << 20)?,
        "Gi" => value = value.checked_mul(1 << 30)?,
        "Ti" => value = value.checked_mul(1 << 40)?,
        "Pi" => value = value.checked_mul(1 << 50)?,
        "Ei" => value = value.checked_mul(1 << 60)?,
        _ => exponent = exponent.checked_add(suffix.strip_prefix(['e', 'E'])?.parse().ok()?)?,
    }
    let factor = 10i128.checked_pow(exponent.unsigned_abs())?;
    let value = if exponent < 0 { divide_up(value, factor) } else { value.checked_mul(factor)? };
    Some(if negative { -value } else { value })
}

/// Rounded up, for numbers that are not negative.
pub fn divide_up(number: i128, divisor: i128) -> i128 {
    match divisor {
        0 => 0,
        _ => number / divisor + i128::from(number % divisor > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_in_every_notation() {
        for (text, value) in [
            ("0", Some(0)),
            ("100m", Some(100)),
            ("2500m", Some(2500)),
            ("1.5", Some(1500)),
            ("1Ki", Some(1_024_000)),
            ("1.5Gi", Some(1_610_612_736_000)),
            ("1e6", Some(1_000_000_000)),
            ("128M", Some(128_000_000_000)),
            ("1n", Some(1)),
            ("-1", Some(-1000)),
            ("", None),
            ("Mi", None),
            ("1x", None),
            ("1e999999999999", None),
            ("99999999999999999999999999999999999999999", None),
        ] {
            assert_eq!(milli(text), value, "{text:?}");
        }
    }
}
