import GridEngine
import Hashing

/// The heads of the collections that this server follows. A value under `SharedStore.followed`.
struct Followed: Sendable {
    struct Collection: Sendable {
        var id: String
        /// The newest that the engine was given.
        var head: StoredHead
        /// Counts changes of the saved queries, as the store does; `nil` before it was read.
        var queries: Int64?
    }

    private(set) var byKey: [Int64: Collection] = [:]
    /// Posted collections that were reported.
    var posted: Set<Int64> = []

    mutating func follow(_ id: String, from head: StoredHead) {
        byKey[Self.key(of: id)] = Collection(id: id, head: head)
        posted.insert(Self.key(of: id))
    }

    mutating func unfollow(_ key: Int64) {
        byKey[key] = nil
        posted.remove(key)
    }

    /// Sets the head that the engine has reached. Never moves it back: several threads report.
    mutating func lead(_ key: Int64, to head: StoredHead) {
        guard let known = byKey[key], known.head.version < head.version else { return }
        byKey[key]?.head = head
    }

    mutating func set(queries: Int64, of key: Int64) { byKey[key]?.queries = queries }

    /// A collection's key: 63 bits of the SHA-256 of its identifier. Two that share it cannot be found on purpose.
    static func key(of id: String) -> Int64 {
        Int64(SHA256.digest(of: Array(id.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 1)
    }
}
