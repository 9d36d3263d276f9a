/// A patch with the versions it leads between: `from` before it, `to` after it.
package struct VersionedPatch: Sendable, Equatable {
    package var from: Int
    package var to: Int
    package var patch: Patch

    package init(from: Int, to: Int, patch: Patch) {
        self.from = from
        self.to = to
        self.patch = patch
    }
}
