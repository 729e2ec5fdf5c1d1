//! Floats as Go writes them.

/// As encoding/json writes a float64.
pub fn json(value: f64) -> String {
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.into();
    }
    let size = value.abs();
    if (1e-6..1e21).contains(&size) { format!("{value}") } else { exponential(&format!("{value:e}"), 1) }
}

/// What a float becomes as the key of a map: sigs.k8s.io/yaml prints it as a float32.
pub fn key(value: f64) -> String {
    match value as f32 {
        narrow if narrow.is_nan() => ".nan".into(),
        narrow if narrow.is_infinite() => if narrow > 0.0 { ".inf" } else { "-.inf" }.into(),
        narrow => shortest(&format!("{narrow:e}"), &narrow.to_string()),
    }
}

/// As strconv writes a float64 with the verb `g`.
pub fn general(value: f64) -> String {
    match value {
        value if value.is_nan() => "NaN".into(),
        value if value.is_infinite() => if value > 0.0 { "+Inf" } else { "-Inf" }.into(),
        value => shortest(&format!("{value:e}"), &value.to_string()),
    }
}

/// From 1e+06 on, and below 1e-04, with an exponent.
fn shortest(exponential_form: &str, plain: &str) -> String {
    let power = exponential_form.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    if (-4..6).contains(&power) { plain.into() } else { exponential(exponential_form, 2) }
}

/// Go signs an exponent, and strconv gives it two digits.
fn exponential(text: &str, digits: usize) -> String {
    let Some((mantissa, power)) = text.split_once('e') else { return text.into() };
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
    format!("{mantissa}e{sign}{power:0>digits$}")
}
