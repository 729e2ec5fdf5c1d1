//! Times as kubectl prints them: ages, spans and dates.

use serde_json::Value;

use crate::api::tree;
use crate::time::{Span, Time};

/// Upstream `duration.HumanDuration`: the two largest units that matter, the rest cut off.
pub fn human(span: Span) -> String {
    // A Go duration ends after 292 years.
    const LONGEST_MS: i64 = i64::MAX / 1_000_000;
    let seconds = span.ms().clamp(-LONGEST_MS, LONGEST_MS) / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let (days, years) = (hours / 24, hours / 24 / 365);
    match () {
        _ if seconds < -1 => "<invalid>".to_owned(),
        _ if seconds < 0 => "0s".to_owned(),
        _ if seconds < 120 => format!("{seconds}s"),
        _ if minutes < 10 => two_units(minutes, 'm', seconds % 60, 's'),
        _ if minutes < 180 => format!("{minutes}m"),
        _ if hours < 8 => two_units(hours, 'h', minutes % 60, 'm'),
        _ if hours < 48 => format!("{hours}h"),
        _ if hours < 24 * 8 => two_units(days, 'd', hours % 24, 'h'),
        _ if hours < 24 * 365 * 2 => format!("{days}d"),
        _ if hours < 24 * 365 * 8 => two_units(years, 'y', days % 365, 'd'),
        _ => format!("{years}y"),
    }
}

fn two_units(large: i64, large_unit: char, small: i64, small_unit: char) -> String {
    match small {
        0 => format!("{large}{large_unit}"),
        _ => format!("{large}{large_unit}{small}{small_unit}"),
    }
}

/// The instant in a field. `None` where it is absent, null, unreadable or Go's zero time.
pub fn time(object: &Value, field: &str) -> Option<Time> {
    let text = tree::text(object, field);
    Time::parse(text).filter(|_| !text.starts_with("0001-01-01T00:00:00"))
}

/// How long ago: upstream `translateTimestampSince`.
pub fn since(then: Option<Time>, now: Time) -> String {
    then.map_or_else(|| "<unknown>".to_owned(), |then| human(now - then))
}

/// Go's `time.RFC1123Z` in UTC: `Mon, 02 Jan 2006 15:04:05 +0000`.
pub fn date(time: Option<Time>) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let Some(time) = time else {
        return "Mon, 01 Jan 0001 00:00:00 +0000".to_owned();
    };
    let days_since_epoch = time.ms().div_euclid(86_400_000);
    let weekday = DAYS[days_since_epoch.rem_euclid(7) as usize];
    let text = time.rfc3339();
    let (date, clock) = text.split_once('T').unwrap_or_default();
    let mut parts = date.rsplitn(3, '-');
    let day = parts.next().unwrap_or_default();
    let month: usize = parts.next().and_then(|month| month.parse().ok()).unwrap_or_default();
    let month = MONTHS.get(month.wrapping_sub(1)).copied().unwrap_or_default();
    let year = parts.next().unwrap_or_default();
    let clock = clock.get(..8).unwrap_or_default();
    format!("{weekday}, {day} {month} {year} {clock} +0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_shows_its_two_largest_units() {
        const HOUR: i64 = 3600;
        const DAY: i64 = 24 * HOUR;
        for (seconds, text) in [
            (-2, "<invalid>"),
            (-1, "0s"),
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (125, "2m5s"),
            (600, "10m"),
            (3 * HOUR - 1, "179m"),
            (3 * HOUR, "3h"),
            (7 * HOUR + 60, "7h1m"),
            (47 * HOUR, "47h"),
            (2 * DAY, "2d"),
            (7 * DAY + HOUR, "7d1h"),
            (729 * DAY, "729d"),
            (730 * DAY, "2y"),
            (731 * DAY, "2y1d"),
            (3000 * DAY, "8y"),
            (i64::MAX, "292y"),
        ] {
            assert_eq!(human(Span::from_secs(seconds)), text, "{seconds} s");
        }
    }

    #[test]
    fn a_date_names_day_and_month() {
        assert_eq!(date(Time::parse("2026-03-01T11:56:40Z")), "Sun, 01 Mar 2026 11:56:40 +0000");
        assert_eq!(date(Time::parse("1969-12-31T23:59:59Z")), "Wed, 31 Dec 1969 23:59:59 +0000");
        assert_eq!(date(Time::parse("0000-01-01T00:00:00+01:00")), "Fri, 31 Dec -001 23:00:00 +0000");
        assert_eq!(date(None), "Mon, 01 Jan 0001 00:00:00 +0000");
    }
}
