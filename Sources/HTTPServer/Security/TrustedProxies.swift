import CMicroHTTPD
import Glibc

/// The addresses of proxies whose word is taken for where a request comes from (`Forwarded`, `X-Forwarded-For`,
/// `X-Forwarded-Proto`). From any other address these headers mean nothing.
struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>

    /// Texts that are not addresses are left out.
    init(_ addresses: [String]) { self.addresses = Set(addresses.compactMap { PeerAddress($0) }) }

    func contains(_ address: PeerAddress) -> Bool { addresses.contains(address) }

    /// The sender of a request: the nearest address that is not a trusted proxy's. Proxies append, so those further to the left
    /// are only what somebody claims. A proxy sets one of the two headers and passes on the other: where they differ, neither is
    /// believed.
    func client(behind peer: PeerAddress, forwarded: String?, forwardedFor: String?) -> PeerAddress {
        guard contains(peer) else { return peer }
        let said = [
            forwarded.map { nearest(of: TrustedProxies.values(of: "for", in: $0), behind: peer) },
            forwardedFor.map { nearest(of: TrustedProxies.list($0), behind: peer) },
        ]
        let clients = Set(said.compactMap(\.self))
        return clients.count == 1 ? clients.first ?? peer : peer
    }

    private func nearest(of hops: [String], behind peer: PeerAddress) -> PeerAddress {
        var client = peer
        for hop in hops.reversed() {
            guard let address = PeerAddress(hop) else { break }
            client = address
            guard contains(address) else { break }
        }
        return client
    }

    /// Whether the browser reached the proxy through TLS.
    func isEncrypted(behind peer: PeerAddress, forwarded: String?, forwardedProtocol: String?) -> Bool {
        guard contains(peer) else { return false }
        let schemes =
            forwarded.map { TrustedProxies.values(of: "proto", in: $0) } ?? TrustedProxies.list(forwardedProtocol ?? "")
        return schemes.last?.lowercased() == "https"
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { trimmed(String($0)) }
    }

    /// The values of one parameter, an element a hop (RFC 7239, 4).
    private static func values(of name: String, in forwarded: String) -> [String] {
        list(forwarded).compactMap { element in
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, trimmed(String(parts[0])).lowercased() == name else { continue }
                return trimmed(String(parts[1])).filter { $0 != "\"" }
            }
            return nil
        }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// An address of a connection's other end, without its port. One of version 4 that is mapped into version 6 is the same.
package struct PeerAddress: Hashable, Sendable {
    /// In network order; a version 4 address as `::ffff:a.b.c.d`.
    private let high: UInt64
    private let low: UInt64

    /// Names the address itself, or of version 6 its network of 64 bits: one household or machine has all addresses in it.
    var network: String {
        isVersion4 ? "4-" + String(low & 0xffff_ffff, radix: 16) : "6-" + String(high, radix: 16)
    }

    private var isVersion4: Bool { high == 0 && low >> 32 == 0xffff }

    private init(bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private init(version4 bytes: [UInt8]) {
        self.init(bytes: Array(repeating: 0, count: 10) + [0xff, 0xff] + bytes)
    }

    /// `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]`, `[::1]:80`.
    package init?(_ text: String) {
        var host = text[...]
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            host = host[host.index(after: host.startIndex)..<end]
        } else if host.filter({ $0 == ":" }).count == 1, let colon = host.firstIndex(of: ":") {
            host = host[..<colon]
        }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, String(host), &four) == 1 {
            self.init(version4: withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, String(host), &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
        }
    }

    /// The other end of a connected socket; a socket without an address is this machine's.
    init(of descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let family = withUnsafeMutablePointer(to: &storage) { storage -> sa_family_t in
            let address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: sockaddr.self)
            return getpeername(descriptor, address, &size) == 0 ? storage.pointee.ss_family : 0
        }
        let bytes = withUnsafeBytes(of: &storage) { Array($0) }
        switch Int32(family) {
        case AF_INET: self.init(version4: Array(bytes[4..<8]))
        case AF_INET6: self.init(bytes: Array(bytes[8..<24]))
        default: self.init(version4: [127, 0, 0, 1])
        }
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address in its usual form, without a port.
    package var description: String {
        let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let shown = isVersion4 ? Array(bytes[12...]) : bytes
        inet_ntop(isVersion4 ? AF_INET : AF_INET6, shown, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
