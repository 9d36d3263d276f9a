import Dispatch
import GridEngine
import JSONText
import Synchronization

/// A source that lists what the test says, and refuses to move what the test pins.
package final class ScriptedSource: ItemSource, RenamingSource, PairingSource, DataSetSource, MoveRules {
    package struct Script: Sendable {
        package var sections: [(id: String, items: [String])]
        package var revisions: [String: UInt64] = [:]
        /// What the items' contents take along when they are renamed.
        package var traces: [String: UInt64] = [:]
        /// Items that are listed under other identifiers, as the engine said.
        package var names: [String: String] = [:]
        package var files: [String: PictureFile] = [:]
        package var attributes: [String: JSONObject] = [:]
        package var pinned: Set<String> = []
        /// Moves into these sections land at the end of the section before.
        package var locked: Set<String> = []
        package var withoutPictures: Set<String> = []
        /// The names of items that are one, the one first that stands for all.
        package var pairs: [[String]] = []
        /// Lines of data sets by their names: an item, whose path is its identifier, and what is said of it; `nil` for a line that cannot
        /// be read.
        package var dataSets: [String: [(item: String, fields: JSONObject)?]] = [:]
        package var dataRevision: UInt64 = 1
        /// Why data sets cannot be read, and under which names items stand.
        package var dataProblem: LoadFailure?
        package var namesRevision = 0
        package var error: SourceError?
        package var listings = 0
        /// Called while the source lists.
        package var whileListing: (@Sendable () -> Void)?
        /// Called when an item is looked up.
        package var whenLookedUp: (@Sendable () -> Void)?
    }

    package let id: String
    package let title: String
    package let capabilities: Capabilities
    package var abilities: SourceAbilities {
        SourceAbilities(
            names: self, pairs: script.withLock { $0.pairs.isEmpty } ? nil : self, dataSets: self, moves: self)
    }
    package let script: Mutex<Script>

    /// Without `pairs`, it is no source of pairs.
    package init(
        id: String = "c", sections: [(id: String, items: [String])], capabilities: Capabilities = Capabilities(),
        pairs: [[String]] = []
    ) {
        self.id = id
        title = "Scripted"
        self.capabilities = capabilities
        script = Mutex(Script(sections: sections, pairs: pairs))
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let script = script.withLock { script in
            script.listings += 1
            return script
        }
        script.whileListing?()
        if let error = script.error { throw error }
        progress(script.sections.reduce(0) { $0 + $1.items.count })
        return SourceListing(
            sections: script.sections.map { section in
                SourceListing.Section(
                    id: section.id, title: section.id.uppercased(),
                    items: section.items.map {
                        .init(id: $0, revision: script.revisions[$0] ?? 1, trace: script.traces[$0] ?? 0)
                    })
            })
    }

    package func item(_ id: String) -> SourceItem? {
        let script = script.withLock { $0 }
        script.whenLookedUp?()
        return SourceItem(
            id: id, title: id, revision: script.revisions[id] ?? 1, attributes: script.attributes[id] ?? [:],
            hasImage: !script.withoutPictures.contains(id), file: script.files[id])
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        .encoded(Array(id.utf8))
    }

    package func adopt(_ names: [ListedName]) {
        script.withLock { script in
            for name in names {
                // Two files never have one name.
                script.names = script.names.filter { name.listedAs == nil || $0.value != name.listedAs }
                script.names[name.id] = name.listedAs
            }
        }
    }

    package func forEachPair(_ body: @Sendable (ListedPairs) -> Void) {
        let pairs = script.withLock { script in script.pairs.map { script.listed($0) } }.filter { $0.count > 1 }
        DispatchQueue.concurrentPerform(iterations: pairs.count) { number in
            var listed = ListedPairs()
            listed.append(pairs[number])
            body(listed)
        }
    }

    package func pair(of id: String) -> [String] {
        script.withLock { script in
            let pair = script.pairs.map { script.listed($0) }.first { $0.contains(id) } ?? []
            return pair.count > 1 ? pair : []
        }
    }

    package var namesRevision: Int { script.withLock { $0.namesRevision } }

    package var dataSets: [DataSetFile] {
        script.withLock { script in
            script.dataSets.keys.sorted().map {
                DataSetFile(root: 0, path: Array($0.utf8), name: $0, revision: script.dataRevision)
            }
        }
    }

    package func item(at path: String) -> String? {
        script.withLock { script in script.sections.contains { $0.items.contains(path) } ? path : nil }
    }

    package func read(_ file: DataSetFile, _ take: (DataSetPart) -> Bool) throws(LoadFailure) {
        let (lines, problem) = script.withLock { ($0.dataSets[file.name] ?? [], $0.dataProblem) }
        if let problem { throw problem }
        for number in lines.indices {
            var part = DataSetPart()
            if let line = lines[number], item(at: line.item) != nil {
                part.rows = [line]
            } else if let line = lines[number] {
                (part.unknown, part.firstUnknown) = (1, line.item)
            } else {
                (part.invalid, part.firstInvalid) = (1, number + 1)
            }
            if !take(part) { return }
        }
    }

    package func read(table: [UInt8], _ take: (DataSetRecord) -> Bool) throws(LoadFailure) { throw .missing }

    package func mayMove(_ id: String, by author: ChangeAuthor) -> MovePermission {
        script.withLock { $0.pinned.contains(id) }
            ? .refused(Reason("item-pinned", "\(id) is pinned.", values: ["item": id])) : .allowed
    }

    package func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        guard script.withLock({ $0.locked.contains(proposed.section) }),
            let index = sections.firstIndex(where: { $0.id == proposed.section }), index > 0
        else { return proposed }
        return MoveTarget(section: sections[index - 1].id, item: sections[index - 1].count)
    }
}

extension ScriptedSource.Script {
    /// The items with some names, as far as they are listed.
    fileprivate func listed(_ names: [String]) -> [String] {
        let all = sections.flatMap(\.items)
        return names.filter(all.contains).map { name in self.names.first { $0.value == name }?.key ?? name }
    }
}
