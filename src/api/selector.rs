//! Label selectors: matching, and the text by which the orphan queue names one.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::plain::plain_struct;

use crate::sorted::order;

/// Which labels an object must carry. All requirements must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LabelSelector {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub match_labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub match_expressions: Vec<Requirement>,
}

plain_struct!(LabelSelector { match_labels: empty, match_expressions: empty });

/// One requirement on a label: `operator` is `In`, `NotIn`, `Exists` or `DoesNotExist`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Requirement {
    pub key: String,
    pub operator: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

plain_struct!(Requirement { key: need, operator: need, values: empty });

impl LabelSelector {
    pub fn matches(&self, labels: &BTreeMap<String, String>) -> bool {
        self.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.match_expressions.iter().all(|requirement| requirement.holds(labels))
    }

    /// Reads the text that `Display` writes. `None` if it is no such text.
    pub fn parse(text: &str) -> Option<LabelSelector> {
        let mut selector = LabelSelector::default();
        let mut rest = text;
        while !rest.is_empty() {
            let end = end_of_requirement(rest);
            let (part, after) = rest.split_at(end);
            rest = after.strip_prefix(',').unwrap_or(after);
            match part.split_once('=') {
                Some((key, value)) => {
                    selector.match_labels.insert(key.to_owned(), value.to_owned());
                }
                None => selector.match_expressions.push(Requirement::parse(part)?),
            }
        }
        Some(selector)
    }

    pub fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }
}

/// Where the first requirement ends: at a comma outside of parentheses.
fn end_of_requirement(text: &str) -> usize {
    let mut inside = false;
    let end = text.find(|letter| {
        inside = match letter {
            '(' => true,
            ')' => false,
            _ => inside,
        };
        letter == ',' && !inside
    });
    end.unwrap_or(text.len())
}

impl Requirement {
    fn parse(text: &str) -> Option<Requirement> {
        let requirement = |key: &str, operator: &str, values: &str| Requirement {
            key: key.to_owned(),
            operator: operator.to_owned(),
            values: values.split(',').filter(|value| !value.is_empty()).map(str::to_owned).collect(),
        };
        for (separator, operator) in [(" notin (", "NotIn"), (" in (", "In")] {
            if let Some((key, values)) = text.split_once(separator) {
                return Some(requirement(key, operator, values.strip_suffix(')')?));
            }
        }
        match text.strip_prefix('!') {
            Some(key) => Some(requirement(key, "DoesNotExist", "")),
            None => (!text.is_empty() && !text.contains(' ')).then(|| requirement(text, "Exists", "")),
        }
    }

    fn holds(&self, labels: &BTreeMap<String, String>) -> bool {
        let value = labels.get(&self.key);
        match self.operator.as_str() {
            "In" => value.is_some_and(|value| self.values.contains(value)),
            "NotIn" => value.is_none_or(|value| !self.values.contains(value)),
            "Exists" => value.is_some(),
            "DoesNotExist" => value.is_none(),
            _ => false,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut values = self.values.clone();
        order::sort(&mut values);
        match self.operator.as_str() {
            "In" => write!(formatter, "{} in ({})", self.key, values.join(",")),
            "NotIn" => write!(formatter, "{} notin ({})", self.key, values.join(",")),
            "DoesNotExist" => write!(formatter, "!{}", self.key),
            _ => formatter.write_str(&self.key),
        }
    }
}

/// Requirements sorted by key, such as `a=1,!b,c in (x,y)`.
impl fmt::Display for LabelSelector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<(&str, String)> =
            self.match_labels.iter().map(|(key, value)| (key.as_str(), format!("{key}={value}"))).collect();
        parts.extend(self.match_expressions.iter().map(|part| (part.key.as_str(), part.to_string())));
        order::sort_by(&mut parts, &|left, right| left.0.cmp(right.0));
        let parts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        formatter.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_selector_reads_back_as_the_same_selector() {
        for text in ["", "a=1", "a=1,b=2,!d,n notin (1),q,t in (y,z)", "x/y=z"] {
            let selector = LabelSelector::parse(text);
            assert_eq!(selector.map(|selector| selector.to_string()).as_deref(), Some(text));
        }
        assert_eq!(LabelSelector::parse("a in (b"), None);
    }
}
