import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText

extension CollectionSummary {
    var head: StoredHead { StoredHead(version: version, stamp: stamp) }
}

extension JSONWriter {
    /// The width of an album's cover, in px.
    private static let coverWidth = 320

    /// Offers the changes that `access` allows: none to a reader.
    mutating func summary(_ summary: CollectionSummary, for access: Access = .everything) {
        let (capabilities, mayChange) = (summary.capabilities, access == .everything)
        object { writer in
            writer.member("id", summary.id)
            writer.member("title", summary.title)
            writer.member("itemCount", summary.itemCount)
            writer.member("sectionCount", summary.sectionCount)
            if summary.foldedCount > 0 { writer.member("folded", summary.foldedCount) }
            writer.member("version", summary.version)
            if let stamp = summary.head.stampText { writer.member("stamp", stamp) }
            writer.member("open", summary.isOpen)
            if let refresh = summary.refresh { writer.member("refresh", refresh) }
            if let found = summary.found { writer.member("found", found) }
            if !summary.skipped.isEmpty {
                writer.object("skipped") { writer in
                    for (reason, count) in summary.skipped.sorted(by: { $0.key.code < $1.key.code }) {
                        writer.key(escaping: reason.code)
                        writer.int(count)
                    }
                }
            }
            if !summary.dataSets.isEmpty {
                writer.array("dataSets") { writer in summary.dataSets.forEach { writer.dataSet($0) } }
            }
            if let problem = summary.problem {
                writer.member("problem", problem.sentence)
                writer.member("problemReason", problem)
            }
            if !summary.sharedFolder.isEmpty { writer.member("sharedFolder", summary.sharedFolder) }
            if summary.isWatched { writer.member("watched", true) }
            if let late = summary.watchTrouble { writer.member("late", late) }
            if let prepared = summary.prepared {
                writer.object("prepared") { writer in
                    writer.member("done", prepared.done)
                    writer.member("total", prepared.total)
                    writer.member("full", prepared.isFull)
                }
            }
            if !summary.savedQueries.isEmpty {
                writer.array("savedQueries") { writer in
                    for query in summary.savedQueries {
                        writer.object { writer in
                            writer.member("name", query.name)
                            writer.member("title", query.title)
                        }
                    }
                }
            }
            if summary.hasStacks {
                writer.key("bursts")
                writer.bursts(summary.bursts)
            }
            if summary.isAlbum { writer.member("album", true) }
            if let cover = summary.cover {
                writer.key("cover")
                ImageURLs(collection: summary.id).write(cover, width: Self.coverWidth, to: &writer)
            }
            // The one that suits best comes first.
            let preferred = LayoutDescription.kinds.filter { $0 == capabilities.layout }
            writer.member("layouts", preferred + LayoutDescription.kinds.filter { !preferred.contains($0) })
            if let kind = preferred.first, !capabilities.layoutOptions.isEmpty {
                writer.object("layout") { writer in
                    writer.member("kind", kind)
                    for (name, value) in capabilities.layoutOptions.sorted(by: { $0.key < $1.key }) {
                        writer.key(escaping: name)
                        writer.double(value)
                    }
                }
            }
            writer.object("capabilities") { writer in
                writer.member("move", mayChange && capabilities.move)
                writer.member("insert", mayChange && capabilities.insert)
                writer.member("delete", mayChange && capabilities.delete)
                writer.member("refresh", mayChange && capabilities.refresh)
                writer.member("marks", mayChange && capabilities.marks)
                // Version 0.1 took this for the answer: without ratings, nothing was marked.
                writer.member("rate", mayChange ? capabilities.rate : [])
                if mayChange && capabilities.offersRatings { writer.member("offersRatings", true) }
                writer.member("originals", capabilities.originals)
                writer.member("paths", capabilities.paths)
                if summary.hasStacks { writer.member("stacks", true) }
            }
            if !mayChange { writer.member("readOnly", true) }
        }
    }

    mutating func bursts(_ setting: BurstSetting) {
        object { writer in
            writer.member("stacked", setting.isOn)
            writer.member("gapMilliseconds", setting.gapMilliseconds)
        }
    }

    /// An item with its place.
    mutating func item(_ item: Item, at indexPath: IndexPath) {
        object { writer in
            writer.itemMembers(item)
            writer.member("indexPath", indexPath)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func dataSet(_ report: DataSetReport) {
        object { writer in
            writer.member("name", report.name)
            writer.member("items", report.items)
            for (name, count) in [
                ("unknown", report.unknown), ("repeated", report.repeated), ("invalid", report.invalid),
            ] as [(StaticString, Int)] where count > 0 { writer.member(name, count) }
            if let path = report.firstUnknown { writer.member("firstUnknown", path) }
            if let line = report.firstInvalid { writer.member("firstInvalid", line) }
            if !report.ignored.isEmpty { writer.member("ignored", report.ignored) }
            if let problem = report.problem { writer.member("problem", problem) }
        }
    }
}
