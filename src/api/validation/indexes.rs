//! Texts of completion indexes, such as `1,3-5`: their format, and whether two of them overlap.
//!
//! Mirrors upstream `validateIndexesFormat` and `validateFailedIndexesNotOverlapCompleted`.

use crate::api::field::quote;

/// How many indexes a text names, or what is wrong with it. An empty text is well-formed.
pub fn validate_indexes(text: &str, completions: i64) -> Result<i64, String> {
    let mut last = None;
    let mut total = 0;
    for interval in text.split(',').filter(|_| !text.is_empty()) {
        let (first, end) = parse_interval(interval, completions)?;
        if let Some(last) = last.filter(|last| *last >= first) {
            return Err(not_increasing(last, first));
        }
        total += end - first + 1;
        last = Some(end);
    }
    Ok(total)
}

/// The first index that both texts name. Intervals that cannot be read are passed over.
#[inline(never)]
pub fn first_overlap(completed: &str, failed: &str, completions: i64) -> Option<i64> {
    let mut completed =
        completed.split(',').filter_map(|interval| parse_interval(interval, completions).ok());
    let mut failed = failed.split(',').filter_map(|interval| parse_interval(interval, completions).ok());
    let (mut done, mut broken) = (completed.next()?, failed.next()?);
    loop {
        if done.0 <= broken.1 && broken.0 <= done.1 {
            return Some(done.0.max(broken.0));
        }
        if done.0 <= broken.0 {
            done = completed.next()?;
        } else {
            broken = failed.next()?;
        }
    }
}

#[inline(never)]
fn parse_interval(interval: &str, completions: i64) -> Result<(i64, i64), String> {
    let mut limits = interval.split('-');
    let (first, end) = (limits.next().unwrap_or_default(), limits.next());
    if limits.next().is_some() {
        return Err(format!(
            "the fragment {} violates the requirement that an index interval can have at most two parts separated by '-'",
            quote(interval)
        ));
    }
    let first = parse_index(first, completions)?;
    let Some(end) = end else { return Ok((first, first)) };
    let end = parse_index(end, completions)?;
    if first >= end {
        return Err(not_increasing(first, end));
    }
    Ok((first, end))
}

fn parse_index(text: &str, completions: i64) -> Result<i64, String> {
    match text.parse::<i64>() {
        Ok(index) if index < completions => Ok(index),
        Ok(_) => Err(format!("too large index: {}", quote(text))),
        Err(_) => Err(format!("cannot convert string to integer for index: {}", quote(text))),
    }
}

fn not_increasing(previous: i64, current: i64) -> String {
    format!("non-increasing order, previous: {previous}, current: {current}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_indexes_counts_them_or_says_what_is_wrong() {
        assert_eq!(validate_indexes("", 5), Ok(0));
        assert_eq!(validate_indexes("0,2-4", 5), Ok(4));
        let error = |text: &str| validate_indexes(text, 5).err().unwrap_or_default();
        assert_eq!(error("0-5"), "too large index: \"5\"");
        assert_eq!(error("3,1"), "non-increasing order, previous: 3, current: 1");
        assert_eq!(error("1-1"), "non-increasing order, previous: 1, current: 1");
        assert_eq!(error("0,"), "cannot convert string to integer for index: \"\"");
        assert_eq!(
            error("0-1-2"),
            "the fragment \"0-1-2\" violates the requirement that an index interval can have at most two parts separated by '-'"
        );
    }

    #[test]
    fn an_overlap_is_named_by_its_first_index() {
        assert_eq!(first_overlap("0-1,3", "2,3-4", 5), Some(3));
        assert_eq!(first_overlap("0", "1", 5), None);
        assert_eq!(first_overlap("x,1", "1", 5), Some(1));
        assert_eq!(first_overlap("", "1", 5), None);
    }
}
