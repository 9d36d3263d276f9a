import CollectionQuery

/// Facts about a picture that its pixels say, as they pass by (docs/decisions/0111, 0112).
package struct PictureMeasures: Sendable, Hashable {
    /// How sharp its sharpest parts are, within `Rendition.sharpnessRange`; `nil` until it was decoded large, and of a picture without edges.
    package var sharpness: Int?
    /// `nil` until its preview was made.
    package var likeness: Likeness?

    package init(sharpness: Int? = nil, likeness: Likeness? = nil) {
        (self.sharpness, self.likeness) = (sharpness, likeness)
    }

    package var isEmpty: Bool { self == PictureMeasures() }

    /// These, and others where these say nothing.
    func completed(by others: PictureMeasures) -> PictureMeasures {
        PictureMeasures(sharpness: sharpness ?? others.sharpness, likeness: likeness ?? others.likeness)
    }
}
