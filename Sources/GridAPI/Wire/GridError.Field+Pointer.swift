import CollectionModel
import GridEngine

extension GridError.Field {
    /// The place of the field in a request's body.
    /// - Parameter place: the pointer to the query in the body.
    /// - Returns: a pointer (RFC 6901).
    func pointer(queryAt place: String) -> String {
        if case .query(let pointer) = self { place + pointer } else { self.pointer }
    }

    /// The same without the place of the query: a field of one is at its place in the query.
    var pointer: String {
        switch self {
        case .width: "/width"
        case .height: "/height"
        case .pixelRatio: "/pixelRatio"
        case .reach: "/reach"
        case .rect: "/rect"
        case .fromVersion: "/from"
        case .target: "/to"
        case .targetSection: "/to/0"
        case .targetItem: "/to/1"
        case .range(let index): "/ranges/\(index)"
        case .query(let pointer): pointer
        case .facet(let index): "/fields/\(index)"
        case .attributes: "/attributes"
        case .mark(let pointer): pointer
        // The body itself.
        case .picture: ""
        case .section(let section): "/sections/\(section)"
        case .sectionID(let section): "/sections/\(section)/id"
        case .item(let section, let item): "/sections/\(section)/items/\(item)"
        case .itemID(let section, let item): "/sections/\(section)/items/\(item)/id"
        case .operation(let source): "/\(source.member.rawValue)/\(source.index)"
        }
    }
}
