//! Virtual time: instants and spans in whole milliseconds, and their RFC 3339 text.
//!
//! Nobody asks the time here; it is handed in. `Time` counts from the Unix epoch so that its text is a real date.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Serialize, Serializer};

/// An instant of the virtual clock, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Reads and writes as RFC 3339 text. What the API server has stored has whole seconds; other instants show a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// A signed span of virtual time, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Span(i64);

impl Span {
    pub const ZERO: Span = Span(0);

    pub const fn from_ms(ms: i64) -> Span {
        Span(ms)
    }

    pub const fn from_secs(seconds: i64) -> Span {
        Span(seconds.saturating_mul(1000))
    }

    pub const fn ms(self) -> i64 {
        self.0
    }

    /// `self · 2^exponent`, at most `max`; never overflows.
    pub fn doubled(self, exponent: u32, max: Span) -> Span {
        let factor = 1i64.checked_shl(exponent).filter(|factor| *factor > 0);
        match factor.and_then(|factor| self.0.checked_mul(factor)) {
            Some(ms) if ms < max.0 => Span(ms),
            _ => max,
        }
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Span;

    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

impl Time {
    /// The instant at which every world starts unless told otherwise: 2024-01-01T00:00:00Z.
    pub const START: Time = Time(1_704_067_200_000);

    pub const fn from_ms(ms_since_epoch: i64) -> Time {
        Time(ms_since_epoch)
    }

    pub const fn ms(self) -> i64 {
        self.0
    }

    /// What is left after the API server stored this instant: whole seconds, the rest cut off.
    pub const fn truncated(self) -> Time {
        Time(self.0.div_euclid(1000) * 1000)
    }

    /// RFC 3339 text in UTC, such as `2024-01-01T00:00:05Z`, or `2024-01-01T00:00:05.250Z` off the whole second.
    pub fn rfc3339(self) -> String {
        let (year, month, day) = civil_from_days(self.0.div_euclid(86_400_000));
        let (hour, minute, second) = self.clock();
        let fraction = match self.0.rem_euclid(1000) {
            0 => String::new(),
            ms => format!(".{ms:03}"),
        };
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
    }

    /// The form in which Go prints an instant, such as `2024-01-01 00:00:01 +0000 UTC`.
    pub fn go_text(self) -> String {
        let (year, month, day) = civil_from_days(self.0.div_euclid(86_400_000));
        let (hour, minute, second) = self.clock();
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} +0000 UTC")
    }

    /// Reads RFC 3339 text (`2024-01-01T00:00:05Z`, fractions and offsets allowed).
    pub fn parse(text: &str) -> Option<Time> {
        let (date, rest) = text.split_once(['T', 't', ' '])?;
        let mut date = date.splitn(3, '-');
        let year: i64 = digits(date.next()?, 4)?;
        let month: i64 = digits(date.next()?, 2)?;
        let day: i64 = digits(date.next()?, 2)?;
        let zone = rest.find(['Z', 'z', '+', '-'])?;
        let (clock, zone) = rest.split_at(zone);
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let mut clock = clock.splitn(3, ':');
        let hour: i64 = digits(clock.next()?, 2)?;
        let minute: i64 = digits(clock.next()?, 2)?;
        let second: i64 = digits(clock.next()?, 2)?;
        let in_range = (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60
            && fraction.bytes().all(|byte| byte.is_ascii_digit());
        if !in_range {
            return None;
        }
        let ms: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
        let seconds = days_from_civil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
        Some(Time((seconds - zone_offset_seconds(zone)?) * 1000 + ms))
    }

    /// Midnight of a date of the Gregorian calendar, if there is such a date.
    pub fn from_civil(year: i64, month: i64, day: i64) -> Option<Time> {
        let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
        exists.then(|| Time(days_from_civil(year, month, day) * 86_400_000))
    }

    fn clock(self) -> (i64, i64, i64) {
        let seconds = self.0.rem_euclid(86_400_000) / 1000;
        (seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

fn digits(text: &str, count: usize) -> Option<i64> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn zone_offset_seconds(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since the epoch of a date of the proleptic Gregorian calendar, with years that start in March.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted_month + 2) / 5 + 1)
}

impl Add<Span> for Time {
    type Output = Time;

    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Time {
    type Output = Time;

    fn sub(self, span: Span) -> Time {
        Time(self.0.saturating_sub(span.0))
    }
}

impl Sub<Time> for Time {
    type Output = Span;

    fn sub(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.rfc3339())
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.rfc3339())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_time_reads_back_as_the_same_time() {
        for text in
            ["2024-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2024-02-29T12:30:01Z", "1970-01-01T00:00:00Z"]
        {
            assert_eq!(Time::parse(text).map(Time::rfc3339).as_deref(), Some(text));
        }
        assert_eq!(Time::START.rfc3339(), "2024-01-01T00:00:00Z");
    }

    #[test]
    fn offsets_and_fractions_are_read_and_nonsense_is_refused() {
        assert_eq!(Time::parse("2024-01-01T01:00:00.25+01:00"), Some(Time::START + Span::from_ms(250)));
        for text in ["", "2024-01-01", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z"]
        {
            assert_eq!(Time::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn doubling_stops_at_the_maximum() {
        let max = Span::from_secs(600);
        let delays: Vec<i64> = (0..8).map(|n| Span::from_secs(10).doubled(n, max).ms() / 1000).collect();
        assert_eq!(delays, [10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(Span::from_secs(10).doubled(4000, max), max);
    }
}
