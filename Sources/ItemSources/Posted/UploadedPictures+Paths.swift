#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import Hashing

/// Names and places of uploaded files.
extension UploadedPictures {
    /// Bytes of an identifier in one part of a path: what a file system lets a name have.
    static let partBytes = 100

    func path(of collection: String) -> String {
        let digits = collection.utf8.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count == 1 ? "0" + text : text
        }
        let first = digits.prefix(Self.partBytes).joined()
        let rest = digits.dropFirst(Self.partBytes).joined()
        return rest.isEmpty ? "\(folder)/\(first)" : "\(folder)/\(first)_/\(rest)"
    }

    static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// 64 hexadecimal digits. Earlier versions gave names of 32, at random.
    static func name(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest().map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Of a file that is being written.
    static func draftName() -> String { String(UInt64.random(in: 0 ... .max), radix: 16) + ".new" }

    static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
