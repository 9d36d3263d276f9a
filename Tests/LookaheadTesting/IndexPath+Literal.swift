import CollectionModel

/// `[section, item]`, as in the HTTP interface.
extension IndexPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Int...) {
        precondition(elements.count == 2, "an index path is [section, item]")
        self.init(elements[0], elements[1])
    }
}
