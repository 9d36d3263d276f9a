/// The values of `Host` that this server accepts. A page with another name that resolves to this machine (DNS rebinding)
/// sends its own name, and is refused.
struct AllowedHosts: Sendable {
    /// Lower case, with the port; without it too when it is HTTP's own.
    private let exact: [[UInt8]]
    /// Lower case, with any port or none: from the configuration.
    private let anyPort: [[UInt8]]
    /// Bound to every address, the server cannot know by which it is reached. A rebinding page has a name, never an
    /// address, so addresses are safe to take.
    private let addressesWithPort: [UInt8]?

    /// - Parameters:
    ///   - host: as bound, a name or an address.
    ///   - port: as bound.
    ///   - more: names or addresses; those without a port are allowed with any port.
    ///   - isWildcard: whether the server listens on all addresses.
    init(host: String, port: Int, more: [String], isWildcard: Bool) {
        var exact: [[UInt8]] = []
        for name in ["localhost", "127.0.0.1", "[::1]", AllowedHosts.bracketed(host)] {
            exact.append(Array("\(name.lowercased()):\(port)".utf8))
            if port == 80 { exact.append(Array(name.lowercased().utf8)) }
        }
        var anyPort: [[UInt8]] = []
        for name in more {
            let name = AllowedHosts.bracketed(name).lowercased()
            if AllowedHosts.hasPort(name) { exact.append(Array(name.utf8)) } else { anyPort.append(Array(name.utf8)) }
        }
        self.exact = exact
        self.anyPort = anyPort
        addressesWithPort = isWildcard ? Array(String(port).utf8) : nil
    }

    func allows(_ host: HeaderText) -> Bool {
        if exact.contains(where: { host.equals(lowercase: $0) }) { return true }
        let (name, port) = AllowedHosts.split(host)
        if anyPort.contains(where: { name.equals(lowercase: $0) }) {
            return port?.bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        }
        guard let addressesWithPort, let port, port.equals(lowercase: addressesWithPort) else { return false }
        return AllowedHosts.isAddress(name)
    }

    private static func split(_ host: HeaderText) -> (name: HeaderText, port: HeaderText?) {
        guard let colon = host.bytes.lastIndex(of: UInt8(ascii: ":")),
            host.bytes.last != UInt8(ascii: "]")
        else { return (host, nil) }
        return (HeaderText(start: host.start, count: colon), host.dropFirst(colon + 1))
    }

    /// Four numbers, or anything in brackets: no name looks like that.
    private static func isAddress(_ name: HeaderText) -> Bool {
        if name.bytes.first == UInt8(ascii: "["), name.bytes.last == UInt8(ascii: "]") { return true }
        let parts = name.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count)
                    && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }

    private static func bracketed(_ host: String) -> String {
        host.filter { $0 == ":" }.count > 1 && !host.hasPrefix("[") ? "[\(host)]" : host
    }

    private static func hasPort(_ host: String) -> Bool {
        guard let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
        return !host.utf8[colon...].contains(UInt8(ascii: "]"))
    }
}
