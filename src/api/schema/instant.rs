//! Reading times as Go's `time.Parse` does with the layout of RFC 3339, with its errors.

use serde_json::Value;

use crate::time::Time;

/// The zero time, which Go writes as null.
pub(super) const ZERO: &str = "0001-01-01T00:00:00Z";

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// The same instant in UTC, with its fraction of a second.
pub(super) fn parse(text: &str) -> Result<String, String> {
    let mut reader = Reader { whole: text, rest: text };
    let year = reader.year()?;
    reader.separator("-")?;
    let month = reader.number("01", true)?;
    reader.within("month", (1..=12).contains(&month))?;
    reader.separator("-")?;
    let day = reader.number("02", true)?;
    reader.separator("T")?;
    let hour = reader.number("15", false)?;
    reader.within("hour", hour < 24)?;
    reader.separator(":")?;
    let minute = reader.number("04", true)?;
    reader.within("minute", minute < 60)?;
    reader.separator(":")?;
    let second = reader.number("05", true)?;
    reader.within("second", second < 60)?;
    let fraction = reader.fraction();
    let offset = reader.zone()?;
    if !reader.rest.is_empty() {
        return Err(reader.problem(&format!(": extra text: {}", quoted(reader.rest))));
    }
    let date = Time::from_civil(year, month, day).ok_or_else(|| reader.problem(": day out of range"))?;
    let seconds = hour * 3600 + minute * 60 + second - offset;
    let text = Time::from_ms(date.ms() + seconds * 1000).rfc3339();
    match fraction.trim_end_matches('0') {
        "" => Ok(text),
        fraction => Ok(format!("{}.{fraction}Z", text.trim_end_matches('Z'))),
    }
}

/// The text without its fraction; null for the zero time.
pub(super) fn in_whole_seconds(text: &str) -> Value {
    let whole = match text.split_once('.') {
        Some((whole, _)) => format!("{whole}Z"),
        None => text.to_owned(),
    };
    if whole == ZERO { Value::Null } else { whole.into() }
}

struct Reader<'a> {
    whole: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn year(&mut self) -> Result<i64, String> {
        let digits = self.rest.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let year = digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| self.mismatch("2006"))?;
        self.skip(4);
        Ok(year)
    }

    fn separator(&mut self, separator: &str) -> Result<(), String> {
        self.rest = self.rest.strip_prefix(separator).ok_or_else(|| self.mismatch(separator))?;
        Ok(())
    }

    /// Two digits, or one where Go is not strict about it.
    fn number(&mut self, element: &str, fixed: bool) -> Result<i64, String> {
        let digits = self.rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        if digits == 0 || (digits == 1 && fixed) {
            return Err(self.mismatch(element));
        }
        let number = self.rest.get(..digits).and_then(|digits| digits.parse().ok()).unwrap_or_default();
        self.skip(digits);
        Ok(number)
    }

    /// The digits of a fraction, at most nine of which count.
    fn fraction(&mut self) -> &'a str {
        let Some(after) = self.rest.strip_prefix(['.', ',']) else { return "" };
        let rest = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = after.strip_suffix(rest).unwrap_or_default();
        if !digits.is_empty() {
            self.rest = rest;
        }
        digits.get(..9).unwrap_or(digits)
    }

    /// Seconds east of Greenwich.
    fn zone(&mut self) -> Result<i64, String> {
        const ELEMENT: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let bytes = self.rest.as_bytes();
        let pair = |at: usize| match (bytes.get(at), bytes.get(at + 1)) {
            (Some(tens @ b'0'..=b'9'), Some(ones @ b'0'..=b'9')) => {
                Some(i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
            }
            _ => None,
        };
        let sign = match bytes.first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => 0,
        };
        let (Some(hours), Some(b':'), Some(minutes)) = (pair(1), bytes.get(3), pair(4)) else {
            return Err(self.mismatch(ELEMENT));
        };
        // Go looks at the sign last.
        self.within("time zone offset minute", minutes <= 60)?;
        self.within("time zone offset hour", hours <= 24)?;
        if sign == 0 {
            return Err(self.mismatch(ELEMENT));
        }
        self.skip(6);
        Ok(sign * (hours * 3600 + minutes * 60))
    }

    fn within(&self, what: &str, in_range: bool) -> Result<(), String> {
        if in_range { Ok(()) } else { Err(self.problem(&format!(": {what} out of range"))) }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn mismatch(&self, element: &str) -> String {
        let (rest, element) = (quoted(self.rest), quoted(element));
        self.problem(&format!(" as {}: cannot parse {rest} as {element}", quoted(LAYOUT)))
    }

    fn problem(&self, what: &str) -> String {
        format!("parsing time {}{what}", quoted(self.whole))
    }
}

/// Go's package `time` has its own way to quote: every byte that is not printable ASCII in hexadecimal.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            ' '..='\u{7f}' => quoted.push(letter),
            _ => {
                for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                    quoted.push_str(&format!("\\x{byte:02x}"));
                }
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_go_reads_them() {
        let cases = [
            ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
            ("2024-01-01T01:00:00+01:00", "2024-01-01T00:00:00Z"),
            ("2024-01-01T1:00:00.250Z", "2024-01-01T01:00:00.25Z"),
            ("2024-01-01T01:00:00,5Z", "2024-01-01T01:00:00.5Z"),
            ("x", "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\""),
            (
                "2024-1-01",
                "parsing time \"2024-1-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"1-01\" as \"01\"",
            ),
            (
                "2024-01-01 00:00:00",
                "parsing time \"2024-01-01 00:00:00\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \" 00:00:00\" as \"T\"",
            ),
            (
                "2024-01-01T00:00:00",
                "parsing time \"2024-01-01T00:00:00\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"Z07:00\"",
            ),
            ("2024-13-01T00:00:00Z", "parsing time \"2024-13-01T00:00:00Z\": month out of range"),
            ("2023-02-29T00:00:00Z", "parsing time \"2023-02-29T00:00:00Z\": day out of range"),
            ("2024-01-01T24:00:00Z", "parsing time \"2024-01-01T24:00:00Z\": hour out of range"),
            (
                "2024-01-01T00:00:00Zé",
                "parsing time \"2024-01-01T00:00:00Z\\xc3\\xa9\": extra text: \"\\xc3\\xa9\"",
            ),
        ];
        for (text, expected) in cases {
            let (Ok(found) | Err(found)) = parse(text);
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn stored_times_have_whole_seconds() {
        assert_eq!(in_whole_seconds("2024-01-01T01:00:00.25Z"), "2024-01-01T01:00:00Z");
        assert_eq!(in_whole_seconds(ZERO), Value::Null);
    }
}
