/// A whole order as it comes from outside.
package struct NamedOrder: Sendable {
    package var sections: [GivenSection]
    /// The version that it was made from, when it is not the newest.
    package var version: Int?

    package init(sections: [GivenSection], version: Int? = nil) {
        self.sections = sections
        self.version = version
    }
}
