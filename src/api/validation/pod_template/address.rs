//! IP addresses as old fields take them: with leading zeros, or one kind inside the other.

use std::net::{Ipv4Addr, Ipv6Addr};

/// An address and whether it is written as it should be.
#[derive(Debug, PartialEq, Eq)]
pub enum Address {
    Standard,
    /// With leading zeros, or IPv4 inside IPv6: how it should be written.
    NonStandard(String),
    /// IPv6 that is not as short as it can be, and what is.
    NotCanonical(String),
}

/// Mirrors upstream `ParseIPSloppy` and what `GetWarningsForIP` says of its results.
pub fn parse(written: &str) -> Option<Address> {
    if !written.contains(':') {
        let address = parse_v4(written)?;
        let canonical = address.to_string();
        return Some(if canonical == written { Address::Standard } else { Address::NonStandard(canonical) });
    }
    let address: Ipv6Addr = written.parse().ok()?;
    if let Some(inner) = address.to_ipv4_mapped() {
        return Some(Address::NonStandard(inner.to_string()));
    }
    let canonical = address.to_string();
    Some(if canonical == written { Address::Standard } else { Address::NotCanonical(canonical) })
}

fn parse_v4(written: &str) -> Option<Ipv4Addr> {
    let mut octets = [0_u8; 4];
    let mut parts = written.split('.');
    for octet in &mut octets {
        let part = parts.next().filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *octet = part.parse().ok()?;
    }
    parts.next().is_none().then(|| Ipv4Addr::from(octets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_as_old_clients_write_them() {
        assert_eq!(parse("10.9.8.7"), Some(Address::Standard));
        assert_eq!(parse("05.06.07.08"), Some(Address::NonStandard("5.6.7.8".to_owned())));
        assert_eq!(parse("::ffff:1.2.3.4"), Some(Address::NonStandard("1.2.3.4".to_owned())));
        assert_eq!(parse("2001:db8:0::1"), Some(Address::NotCanonical("2001:db8::1".to_owned())));
        for wrong in ["", "x", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.+4", "::1%eth0", ":"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
