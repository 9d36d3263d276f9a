/// A change to a document of XMP. Tags are named as exiv2 names them: `Xmp.xmp.Rating`.
package enum SidecarEdit: Sendable, Equatable {
    /// Gives a tag this value, in the place of what it had.
    case set(_ tag: String, _ value: String)
    /// Takes a tag away.
    case remove(_ tag: String)
    /// Gives a list its values where it has none.
    case fill(_ tag: String, _ values: [String])
    /// Adds to a list what it lacks.
    case add(_ tag: String, _ values: [String])
    /// Adds to a list what it lacks, where there is such a list.
    case addIfListed(_ tag: String, _ values: [String])
}

/// A sidecar that is wanted: the document beside a picture, with some changes.
package struct SidecarRequest: Sendable {
    /// The document that is there; `nil` where there is none.
    package var document: OpenFile?
    package var edits: [SidecarEdit]

    package init(document: OpenFile?, edits: [SidecarEdit]) {
        self.document = document
        self.edits = edits
    }
}

package enum EditedSidecar: Sendable, Equatable {
    /// The document in UTF-8. Parts that the edits do not name are as before.
    case document([UInt8])
    /// The document that is there cannot be read: replacing it would lose what it says.
    case unreadable
    /// The document could not be edited now, which is not its fault.
    case failed
}

/// Changes documents of XMP and keeps what other programs wrote there.
package protocol SidecarEditor: Sendable {
    /// Makes some documents. Blocks: about a millisecond each.
    /// - Returns: one answer for each request, in their order.
    func sidecars(_ requests: [SidecarRequest]) -> [EditedSidecar]
}
