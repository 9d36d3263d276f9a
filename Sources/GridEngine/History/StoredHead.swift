/// Where a collection's log ends: its newest version, and the stamp of the append that made it.
///
/// Two logs that share a version and its stamp share everything before it. A version alone does not say that: a store that was
/// restored from a backup gives the same numbers to other changes.
package struct StoredHead: Sendable, Equatable {
    package var version: Int
    /// Random for each append; 0 in a store that has one server only.
    package var stamp: Int64

    package init(version: Int, stamp: Int64 = 0) {
        self.version = version
        self.stamp = stamp
    }
}
