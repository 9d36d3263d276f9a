/// What a reader of metadata has done.
package struct MetadataStatistics: Sendable, Equatable {
    /// Items that an earlier run had read.
    package var known: Int
    /// Items that were read, or could not be.
    package var read: Int
    /// Files that ended a worker.
    package var crashed: Int

    package init(known: Int = 0, read: Int = 0, crashed: Int = 0) {
        (self.known, self.read, self.crashed) = (known, read, crashed)
    }

    static func += (left: inout MetadataStatistics, right: MetadataStatistics) {
        left.known += right.known
        left.read += right.read
        left.crashed += right.crashed
    }
}
