//! The tag of an image, where it decides the pull policy.
//!
//! Mirrors upstream `pkg/util/parsers` and the image reference grammar behind it.

/// The tag of an image, `latest` where neither tag nor digest is given; `None` with only a digest, or where the image
/// is no reference at all.
#[inline(never)]
pub fn tag(image: &str) -> Option<&str> {
    let (named, digest) = match image.split_once('@') {
        Some((named, digest)) => (named, Some(digest)),
        None => (image, None),
    };
    let last = named.rfind('/').map_or(0, |slash| slash + 1);
    let (name, tag) = match named.rfind(':').filter(|colon| *colon >= last) {
        Some(colon) => (named.get(..colon)?, Some(named.get(colon + 1..)?)),
        None => (named, None),
    };
    let fits = is_name(name) && tag.is_none_or(is_tag) && digest.is_none_or(is_digest);
    match (fits, tag, digest) {
        (false, ..) | (true, None, Some(_)) => None,
        (true, Some(tag), _) => Some(tag),
        (true, None, None) => Some("latest"),
    }
}

fn is_name(name: &str) -> bool {
    let is_identifier =
        name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let path = match name.split_once('/') {
        Some((first, rest)) if is_host(first) => {
            if !is_domain(first) {
                return false;
            }
            rest
        }
        _ => name,
    };
    !is_identifier && name.len() <= 255 && path.split('/').all(is_path_component)
}

/// Whether the first part of a path names a registry.
fn is_host(part: &str) -> bool {
    part.contains(['.', ':']) || part == "localhost" || part.bytes().any(|byte| byte.is_ascii_uppercase())
}

fn is_domain(domain: &str) -> bool {
    let (host, port) = match domain.rsplit_once(':') {
        Some((host, port)) if !domain.ends_with(']') => (host, port),
        _ => (domain, "0"),
    };
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return is_port && address.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':');
    }
    let is_component = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    is_port && host.split('.').all(is_component)
}

/// Lower-case letters and digits, held together by one dot, one or two underscores, or any dashes.
fn is_path_component(part: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    if !part.starts_with(is_letter) || !part.ends_with(is_letter) {
        return false;
    }
    let between = part.split(is_letter).filter(|between| !between.is_empty());
    between
        .into_iter()
        .all(|between| matches!(between, "." | "_" | "__") || between.bytes().all(|byte| byte == b'-'))
}

fn is_tag(tag: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    tag.len() <= 128
        && tag.starts_with(is_word)
        && tag.chars().all(|letter| is_word(letter) || ".-".contains(letter))
}

fn is_digest(digest: &str) -> bool {
    let Some((algorithm, hex)) = digest.split_once(':') else { return false };
    let is_part = |part: &str| {
        part.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    algorithm.split(['-', '_', '+', '.']).all(is_part)
        && hex.len() >= 32
        && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn the_tag_of_an_image_is_what_stands_behind_its_name() {
        let digest = "0".repeat(64);
        for (image, expected) in [
            ("perl", Some("latest")),
            ("perl:5.34", Some("5.34")),
            ("localhost:5000/a/b", Some("latest")),
            ("registry.example.com:5000/team/app:v1", Some("v1")),
            (&format!("a/b@sha256:{digest}"), None),
            (&format!("a/b:latest@sha256:{digest}"), Some("latest")),
            ("", None),
            ("Perl", None),
            ("perl ", None),
            ("a..b", None),
            ("a__b/c---d", Some("latest")),
            ("a:", None),
            ("x/", None),
            (&digest, None),
        ] {
            assert_eq!(tag(image), expected, "{image}");
        }
    }
}
