import Hashing

/// Where the picture of a posted item comes from.
package enum PostedPicture: Sendable, Hashable {
    /// An address to download from.
    case web(String)
    /// A file that was uploaded, by the name that the server gave it.
    case upload(String)

    /// Maximum size of an address.
    package static let addressLimitBytes = 2048
    /// Maximum size of a file that is uploaded.
    package static let uploadLimitBytes = 32 << 20
    private static let uploadPrefix = "upload:"

    /// An address as a client gives it.
    /// - Parameter address: absolute, `http` or `https`, with a host; without white space and control characters.
    package init?(address: String) {
        guard address.utf8.count <= Self.addressLimitBytes, address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }),
            let colon = address.firstIndex(of: ":"), ["http", "https"].contains(address[..<colon].lowercased())
        else { return nil }
        let rest = address[colon...].dropFirst()
        guard rest.hasPrefix("//"), let host = rest.dropFirst(2).first, host != "/", host != "?", host != "#" else {
            return nil
        }
        self = .web(address)
    }

    /// Reads what `text` wrote.
    package init?(text: String) {
        if text.hasPrefix(Self.uploadPrefix) {
            let name = String(text.dropFirst(Self.uploadPrefix.count))
            guard Self.isUploadName(name) else { return nil }
            self = .upload(name)
        } else {
            self.init(address: text)
        }
    }

    /// The form in the store.
    package var text: String {
        switch self {
        case .web(let address): address
        case .upload(let name): Self.uploadPrefix + name
        }
    }

    /// The address, for those who may know it; `nil` of an uploaded file.
    package var address: String? {
        if case .web(let address) = self { address } else { nil }
    }

    /// 64 hexadecimal digits, or 32 as earlier versions gave them: nothing else becomes a part of a path.
    package static func isUploadName(_ name: String) -> Bool {
        [32, 64].contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The content's revision: another address or file is another content. Below 2⁵², so that browsers hold it exactly with
    /// the changes added.
    package var revision: UInt64 { FNV1a.hash64(text.utf8) >> 12 | 2 }
}
