//! Times in an object's metadata, refused in Go's words.

use jobscope::api::field::quote;

/// Element of the layout, its least and greatest value with the name that Go has for it, and what follows.
const ELEMENTS: [(&str, u32, u32, &str, &str); 6] = [
    ("2006", 0, 9999, "year", "-"),
    ("01", 1, 12, "month", "-"),
    // The month tells how many days there are, at the end.
    ("02", 0, 99, "day", "T"),
    ("15", 0, 23, "hour", ":"),
    ("04", 0, 59, "minute", ":"),
    ("05", 0, 59, "second", ""),
];

/// Mirrors `time.Parse` with RFC 3339.
pub fn time(text: &str) -> Result<(), String> {
    let unlike = |rest: &str, element: &str| {
        let shown = quote(text);
        let (rest, element) = (quote(rest), quote(element));
        Err(format!(
            "parsing time {shown} as \"2006-01-02T15:04:05Z07:00\": cannot parse {rest} as {element}"
        ))
    };
    let beyond = |what: &str| Err(format!("parsing time {}: {what}", quote(text)));
    let mut rest = text;
    let mut values = [0; 6];
    for (value, (element, least, greatest, name, separator)) in values.iter_mut().zip(ELEMENTS) {
        let Some(number) = digits(rest, element.len()) else { return unlike(rest, element) };
        if !(least..=greatest).contains(&number) {
            return beyond(&format!("{name} out of range"));
        }
        *value = number;
        rest = &rest[element.len()..];
        if name == "second" {
            rest = after_fraction(rest);
        }
        match rest.strip_prefix(separator) {
            Some(after) => rest = after,
            None => return unlike(rest, separator),
        }
    }
    let extra = match rest.strip_prefix('Z') {
        Some(extra) => extra,
        None => {
            let signed = rest.strip_prefix(['+', '-']).filter(|zone| zone.as_bytes().get(2) == Some(&b':'));
            let offset = signed.and_then(|zone| Some((digits(zone, 2)?, digits(zone.get(3..)?, 2)?)));
            match offset {
                Some((25.., _)) => return beyond("time zone offset hour out of range"),
                Some((_, 61..)) => return beyond("time zone offset minute out of range"),
                Some(_) => &rest[6..],
                None => return unlike(rest, "Z07:00"),
            }
        }
    };
    if !extra.is_empty() {
        return beyond(&format!("extra text: {}", quote(extra)));
    }
    let [year, month, day, ..] = values;
    if (1..=days_in(year, month)).contains(&day) { Ok(()) } else { beyond("day out of range") }
}

/// The number that the first bytes make.
fn digits(text: &str, count: usize) -> Option<u32> {
    let part = text.get(..count)?;
    if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None }
}

fn after_fraction(text: &str) -> &str {
    let fraction = text.strip_prefix(['.', ',']).unwrap_or("");
    let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < fraction.len() { after } else { text }
}

pub fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
