import CollectionModel
import GridEngine
import JSONText

/// What `POST …/additions` takes: `{"collection":"id"}` with the items of it, all without a choice, and where they go: `"to":[s,i]`, or
/// `"section":"id"`, or the end of the album.
struct AdditionRequest: Sendable {
    let addition: AlbumAddition

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice()
        var collection: String?
        var destination: SelectionDestination?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "collection": collection = try reader.readString()
            case "to": destination = .place(try reader.readIndexPath())
            case "section": destination = .endOfSection(try reader.readString())
            default:
                guard try choice.read(&reader) else {
                    throw reader.unknownMember(
                        known: "collection", "items", "ranges", "section", "to", "version")
                }
            }
        }
        guard let collection else { throw reader.missing("collection") }
        let items = try choice.items(reader)
        addition = AlbumAddition(
            collection: collection, choice: items.map { .some($0) } ?? .all, destination: destination)
    }
}
