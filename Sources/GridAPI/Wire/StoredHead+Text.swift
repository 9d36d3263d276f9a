import GridEngine
import Hashing

/// A version as clients name it: `12`, or `12-0f3a9c5e7b1d2468` with its stamp where several servers share a database.
extension StoredHead {
    /// 16 hexadecimal digits; `nil` without a stamp.
    var stampText: String? {
        stamp == 0 ? nil : UInt64(bitPattern: stamp).hexadecimal
    }

    var text: String { stampText.map { "\(version)-\($0)" } ?? String(version) }

    /// - Parameter text: with a stamp or without; `nil` for anything else.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let version = parts.first.flatMap({ Int($0) }), version >= 0, parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(version: version)
            return
        }
        guard parts[1].utf8.count == 16, parts[1].utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let stamp = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(version: version, stamp: Int64(bitPattern: stamp))
    }
}
