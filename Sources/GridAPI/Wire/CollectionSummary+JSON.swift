import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText

extension CollectionSummary {
    var head: StoredHead { StoredHead(version: version, stamp: stamp) }
}

extension JSONWriter {
    /// Of the picture that stands for an album, in px.
    private static let coverWidth = 320

    /// What can be changed of it depends on who asks: nothing by somebody who may only read.
    mutating func summary(_ summary: CollectionSummary, for access: Access = .everything) {
        let (capabilities, mayChange) = (summary.capabilities, access == .everything)
        beginObject()
        member("id", summary.id)
        member("title", summary.title)
        member("itemCount", summary.itemCount)
        member("sectionCount", summary.sectionCount)
        member("version", summary.version)
        if let stamp = summary.head.stampText { member("stamp", stamp) }
        member("open", summary.isOpen)
        if let refresh = summary.refresh { member("refresh", refresh) }
        if let found = summary.found { member("found", found) }
        if !summary.skipped.isEmpty {
            key("skipped")
            beginObject()
            for (reason, count) in summary.skipped.sorted(by: { $0.key.code < $1.key.code }) {
                key(escaping: reason.code)
                int(count)
            }
            endObject()
        }
        if let problem = summary.problem {
            member("problem", problem.sentence)
            member("problemReason", problem)
        }
        if summary.isWatched { member("watched", true) }
        if let late = summary.watchTrouble { member("late", late) }
        if let prepared = summary.prepared {
            key("prepared")
            beginObject()
            member("done", prepared.done)
            member("total", prepared.total)
            member("full", prepared.isFull)
            endObject()
        }
        if !summary.savedQueries.isEmpty {
            key("savedQueries")
            beginArray()
            for query in summary.savedQueries {
                beginObject()
                member("name", query.name)
                member("title", query.title)
                endObject()
            }
            endArray()
        }
        if summary.isAlbum { member("album", true) }
        if let cover = summary.cover {
            key("cover")
            ImageURLs(collection: summary.id).write(cover, width: Self.coverWidth, to: &self)
        }
        // The one that suits best comes first.
        let preferred = LayoutDescription.kinds.filter { $0 == capabilities.layout }
        member("layouts", preferred + LayoutDescription.kinds.filter { !preferred.contains($0) })
        key("capabilities")
        beginObject()
        member("move", mayChange && capabilities.move)
        member("insert", mayChange && capabilities.insert)
        member("delete", mayChange && capabilities.delete)
        member("refresh", mayChange && capabilities.refresh)
        member("marks", mayChange && capabilities.marks)
        // Version 0.1 took this for the answer: without ratings, nothing was marked.
        member("rate", mayChange ? capabilities.rate : [])
        member("originals", capabilities.originals)
        member("paths", capabilities.paths)
        endObject()
        if !mayChange { member("readOnly", true) }
        endObject()
    }

    /// An item with its place.
    mutating func item(_ item: Item, at indexPath: IndexPath) {
        beginObject()
        itemMembers(item)
        member("indexPath", indexPath)
        endObject()
    }
}
