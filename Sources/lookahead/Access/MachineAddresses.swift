import Glibc

/// The addresses by which other machines reach this one.
enum MachineAddresses {
    /// Maximum number of addresses that are named: a host of containers has one for each network of theirs.
    static let most = 4

    /// Without loopback and link-local addresses, those of version 4 first: they are the ones that people type.
    /// - Returns: at most `most`, in the system's order; none where it cannot be asked.
    static func all(version4Only: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var version4: [String] = []
        var version6: [String] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int(interface.ifa_flags)
            guard let address = interface.ifa_addr, flags & Int(IFF_UP) != 0,
                flags & Int(IFF_LOOPBACK) == 0, let text = numeric(address)
            else { continue }
            if address.pointee.sa_family == sa_family_t(AF_INET) {
                if !text.hasPrefix("169.254.") { version4.append(text) }
            } else if !text.hasPrefix("fe80:") {
                version6.append(text)
            }
        }
        return Array((version4 + (version4Only ? [] : version6)).prefix(most))
    }

    /// `nil` for an address of another family.
    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: socklen_t
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = socklen_t(MemoryLayout<sockaddr_in>.size)
        case AF_INET6: length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
