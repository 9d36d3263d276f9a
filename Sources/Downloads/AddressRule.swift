/// The addresses that a downloader may connect to. Checked for the address of each connection, after the name was resolved:
/// a name that resolves differently when it is checked and when it is used changes nothing.
package enum AddressRule: Hashable, Sendable {
    /// Only addresses that the whole internet can reach: no private network, not this machine, nothing reserved.
    case publicOnly
    case any
    /// 127.0.0.1 at one port only.
    case loopback(port: UInt16)

    package func allows(_ address: IPAddress, port: UInt16) -> Bool {
        switch self {
        case .any: true
        case .publicOnly: address.isPublic
        case .loopback(let own): address == .version4(0x7f00_0001) && port == own
        }
    }
}

/// An address in the network, by its number.
package enum IPAddress: Hashable, Sendable {
    case version4(UInt32)
    case version6(UInt128)

    /// Whether it is meant to be reached from everywhere: not in IANA's registries of special purposes (RFC 6890 and its
    /// updates), no multicast, no metadata of a cloud's machines. A version 6 address that carries a version 4 one is judged by that.
    package var isPublic: Bool {
        switch self {
        case .version4(let number):
            return !Self.special4.contains { number >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
        case .version6(let number):
            if let carried = Self.carried(in: number) { return Self.version4(carried).isPublic }
            // Only 2000::/3 is given out at all.
            guard number >> 125 == 0b001 else { return false }
            return !Self.special6.contains { number >> (128 - $0.bits) == $0.prefix >> (128 - $0.bits) }
        }
    }

    private static let special4: [(prefix: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0a00_0000, 8),  // private
        (0x6440_0000, 10),  // shared by carriers
        (0x7f00_0000, 8),  // loopback
        (0xa83f_8110, 32),  // Azure's services for its own machines: 168.63.129.16, keys and metadata
        (0xa9fe_0000, 16),  // link local, and the metadata of most clouds
        (0xac10_0000, 12),  // private
        (0xc000_0000, 24),  // protocol assignments
        (0xc000_0200, 24),  // documentation
        (0xc058_6300, 24),  // 6to4 relays, deprecated
        (0xc0a8_0000, 16),  // private
        (0xc612_0000, 15),  // benchmarks
        (0xc633_6400, 24),  // documentation
        (0xcb00_7100, 24),  // documentation
        (0xe000_0000, 4),  // multicast
        (0xf000_0000, 4),  // reserved, broadcast
    ]

    private static let special6: [(prefix: UInt128, bits: UInt128)] = [
        (0x2001 << 112, 23),  // protocol assignments, Teredo among them
        (0x2001_0db8 << 96, 32),  // documentation
        (0x3fff << 112, 20),  // documentation
    ]

    /// The version 4 address inside a mapped (::ffff:0:0/96), compatible (::/96), translated (64:ff9b::/96) or
    /// 6to4 (2002::/16) one.
    private static func carried(in number: UInt128) -> UInt32? {
        let head = number >> 32
        if head == 0xffff || head == 0x64_ff9b << 64 || (head == 0 && number > 1) {
            return UInt32(truncatingIfNeeded: number)
        }
        return number >> 112 == 0x2002 ? UInt32(truncatingIfNeeded: number >> 80) : nil
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        switch self {
        case .version4(let number):
            return stride(from: 24, through: 0, by: -8).map { String(number >> UInt32($0) & 0xff) }.joined(
                separator: ".")
        case .version6(let number): return IPAddress.text(of: number)
        }
    }

    /// The text by RFC 5952: no leading zeros, and "::" in the place of the longest run of zeros, the first where two are as long.
    private static func text(of number: UInt128) -> String {
        let groups = stride(from: 112, through: 0, by: -16).map { UInt16(truncatingIfNeeded: number >> UInt128($0)) }
        var zeros = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > max(zeros.count, 1) { zeros = start..<index + 1 }
        }
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if zeros.isEmpty { return text(groups[...]) }
        return "\(text(groups[..<zeros.lowerBound]))::\(text(groups[zeros.upperBound...]))"
    }
}
