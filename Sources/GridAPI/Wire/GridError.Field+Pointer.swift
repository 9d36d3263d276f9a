import CollectionModel
import GridEngine

extension GridError.Field {
    /// The place of the field in a request's body (RFC 6901).
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
        case .attributes: "/attributes"
        case .rating: "/attributes/rating"
        case .section(let section): "/sections/\(section)"
        case .sectionID(let section): "/sections/\(section)/id"
        case .item(let section, let item): "/sections/\(section)/items/\(item)"
        case .itemID(let section, let item): "/sections/\(section)/items/\(item)/id"
        case .operation(let source): "/\(source.member.rawValue)/\(source.index)"
        }
    }
}
