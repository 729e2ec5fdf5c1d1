//! What a plain scalar means: the mix of YAML 1.1 and 1.2 of go-yaml v2.

use super::rfc3339::days_in;

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    /// More than an int64 holds.
    Uint(u64),
    Float(f64),
    Text(String),
    /// Kept as text, and only known as a date to those who ask for its tag.
    Date(String),
}

impl Scalar {
    fn tag(&self) -> &'static str {
        match self {
            Scalar::Null => "!!null",
            Scalar::Bool(_) => "!!bool",
            Scalar::Int(_) | Scalar::Uint(_) => "!!int",
            Scalar::Float(_) => "!!float",
            Scalar::Text(_) => "!!str",
            Scalar::Date(_) => "!!timestamp",
        }
    }
}

/// The value of a scalar with this tag, which is short (`!!int`) and empty if there is none.
pub fn resolve(tag: &str, text: &str) -> Result<Scalar, String> {
    let own = matches!(tag, "" | "!!bool" | "!!int" | "!!float" | "!!null" | "!!timestamp");
    if !own {
        return Ok(Scalar::Text(text.into()));
    }
    let found = plain(tag, text);
    match (tag, &found) {
        ("!!float", Scalar::Int(value)) => Ok(Scalar::Float(*value as f64)),
        _ if tag.is_empty() || tag == found.tag() => Ok(found),
        _ => Err(format!("cannot decode {} `{text}` as a {tag}", found.tag())),
    }
}

fn plain(tag: &str, text: &str) -> Scalar {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Scalar::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Scalar::Bool(false)
        }
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        _ if text.starts_with('.') => float(text).unwrap_or_else(|| Scalar::Text(text.into())),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-') => {
            if matches!(tag, "" | "!!timestamp") && is_date(text) {
                return Scalar::Date(text.into());
            }
            let digits = text.replace('_', "");
            int(&digits).or_else(|| float(&digits)).unwrap_or_else(|| Scalar::Text(text.into()))
        }
        _ => Scalar::Text(text.into()),
    }
}

/// Mirrors `strconv.ParseInt` and then `ParseUint` with base 0: `0x`, `0o`, `0b`, and a leading `0` for octal.
fn int(text: &str) -> Option<Scalar> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' | b'+' => text.split_at(1),
        _ => ("", text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some(two) if two.starts_with('0') => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    if !digits.starts_with(|c: char| c.is_digit(base)) {
        return None;
    }
    if let Ok(value) = i64::from_str_radix(&format!("{sign}{digits}"), base) {
        return Some(Scalar::Int(value));
    }
    let value = if sign.is_empty() { u64::from_str_radix(digits, base).ok() } else { None };
    value.map(Scalar::Uint)
}

/// Digits, a point and an exponent; too large a number stays text.
fn float(text: &str) -> Option<Scalar> {
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = body.split_once(['e', 'E']).map_or((body, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let good = digits(whole)
        && digits(fraction)
        && whole.len() + fraction.len() > 0
        && exponent.is_none_or(|exponent| {
            let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            !power.is_empty() && digits(power)
        });
    let value: f64 = if good { text.parse().ok()? } else { return None };
    value.is_finite().then_some(Scalar::Float(value))
}

/// One of the four forms that go-yaml tries: a date, with `T` or `t` and a zone, with a space and none, or alone.
fn is_date(text: &str) -> bool {
    let (date, rest) = match text.find(['T', 't', ' ']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let Some(year) = (year.len() == 4).then(|| digits(year, 4)).flatten() else { return false };
    let (Some(month), Some(day)) = (digits(month, 2), digits(day, 2)) else { return false };
    (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day) && is_time(rest)
}

fn is_time(rest: &str) -> bool {
    let Some(separator) = rest.chars().next() else { return true };
    let (clock, zone) = match rest[1..].find(['Z', '+', '-']) {
        Some(at) => rest[1..].split_at(at),
        None => (&rest[1..], ""),
    };
    let (clock, fraction) = clock.split_once('.').map_or((clock, "0"), |(clock, fraction)| (clock, fraction));
    let parts: Vec<&str> = clock.split(':').collect();
    let [hour, minute, second] = parts.as_slice() else { return false };
    let below = |text: &str, end: u32| digits(text, 2).is_some_and(|value| value < end);
    below(hour, 24)
        && below(minute, 60)
        && below(second, 60)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && if separator == ' ' { zone.is_empty() } else { is_zone(zone) }
}

fn is_zone(zone: &str) -> bool {
    let Some(offset) = zone.strip_prefix(['+', '-']) else { return zone == "Z" };
    let Some((hours, minutes)) = offset.split_once(':') else { return false };
    hours.len() == 2
        && minutes.len() == 2
        && digits(hours, 2).is_some_and(|hours| hours <= 24)
        && digits(minutes, 2).is_some_and(|minutes| minutes < 60)
}

fn digits(text: &str, most: usize) -> Option<u32> {
    let good = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}
