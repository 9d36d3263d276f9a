import CollectionModel
import JSONText

/// Where items go, by the names of what is there.
package enum ItemDestination: Sendable {
    case before(String), after(String)
    /// To the end of a section.
    case section(String)
}

/// Changes of items by their names, as programs make them that keep no places.
extension GridEngine {
    /// Moves an item beside another, or to the end of a section.
    /// - Throws: `.notFound`, `.opening`, `.refused`. What is refused later goes to `completion`.
    package func move(
        _ item: String, in id: String, to destination: ItemDestination, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        try collection.permitMove(of: item)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let ordinal = try draft.ordinal(of: item)
            let place = try draft.place(for: destination, moving: ordinal)
            return try draft.move(ordinal, toAfter: draft.target(forMoving: ordinal, toAfter: place))
        }
    }

    /// Inserts items, in their order, in one change.
    /// - Parameters:
    ///   - items: the new items.
    ///   - id: the identifier of a posted collection.
    ///   - section: the identifier of one of its sections.
    ///   - neighbour: an item of that section; without one they come to its end.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.unsupported`. What is refused later goes to `completion`.
    package func insert(
        _ items: [GivenItem], in id: String, section: String, beside neighbour: ItemDestination? = nil,
        options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        guard collection.source.capabilities.insert else {
            throw .unsupported(.insertsUnsupported(collection.source.title))
        }
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let end = try draft.place(for: .section(section), moving: nil)
            let first = try neighbour.map { (one) throws(GridError) in try draft.place(for: one, moving: nil) } ?? end
            guard first.section == end.section else { throw .notFound(.section, id: section) }
            var batch = NamedBatch()
            for (place, item) in items.enumerated() {
                let at = IndexPath(section: first.section, item: first.item + place)
                batch.inserts.append(NamedBatch.Insert(atAfter: at, item: item))
            }
            return try draft.record(draft.patch(for: batch))
        }
    }

    /// Changes many items, all or none, in one version.
    /// - Parameters:
    ///   - changes: the identifiers of items, and what is changed of each. An item that is named twice is changed twice.
    ///   - id: the identifier of the collection.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`; `.unsupported` where items were not posted and more than attributes are changed, and for marks that
    ///   are those of other collections; `.invalid` for a mark that there is not. What is refused later goes to `completion`.
    package func patch(
        _ changes: [(item: String, change: ItemChange)], in id: String, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        var checked: [CheckedItemChange] = []
        checked.reserveCapacity(changes.count)
        for (item, change) in changes {
            let one = try CheckedItemChange(of: item, change, in: collection)
            guard one.marking.isEmpty || markRedirect(of: collection) == nil else {
                throw .unsupported(.albumMarksElsewhere(collection.source.title))
            }
            checked.append(one)
        }
        submit(to: collection, options, completion) { [checked] (draft) throws(GridError) in
            var (reloads, reconfigures) = (Set<ItemOrdinal>(), Set<ItemOrdinal>())
            for change in checked {
                let patch = try draft.change(change)
                reloads.formUnion(patch.reloads)
                reconfigures.formUnion(patch.reconfigures)
            }
            var patch = Patch()
            patch.reloads = reloads.sorted()
            patch.reconfigures = reconfigures.subtracting(reloads).sorted()
            return try draft.record(patch)
        }
    }
}

/// A change of an item that its collection can make.
struct CheckedItemChange: Sendable {
    let item: String
    let change: ItemChange
    let marking: Marking
    /// The attributes that are no marks.
    let others: JSONObject

    /// - Throws: `.unsupported` where the item was not posted and more than attributes are changed, `.invalid` for a mark that there is not.
    init(of item: String, _ change: ItemChange, in collection: LiveCollection) throws(GridError) {
        guard !change.changesContent || collection.source.abilities.posted != nil else {
            throw .unsupported(.contentUnsupported(collection.source.title))
        }
        self.item = item
        self.change = change
        marking = try Marking(change.attributes, at: "/attributes", of: collection.source.capabilities)
        var others = change.attributes
        for name in Mark.names { others[name] = nil }
        self.others = others
    }
}

extension Draft {
    /// The place of what is inserted, or of an item after its move.
    /// - Throws: `.notFound`.
    func place(for destination: ItemDestination, moving item: ItemOrdinal?) throws(GridError) -> IndexPath {
        let from = item.flatMap { snapshot.indexPath(of: $0) }
        switch destination {
        case .before(let id), .after(let id):
            guard let there = snapshot.indexPath(of: try ordinal(of: id)) else { throw .notFound(.item, id: id) }
            // The item leaves its own place first.
            let shift = from.map { $0.section == there.section && $0.item < there.item ? 1 : 0 } ?? 0
            let isSame = from == there
            if case .after = destination, !isSame { return IndexPath(there.section, there.item - shift + 1) }
            return IndexPath(there.section, there.item - shift)
        case .section(let id):
            guard let ordinal = knownOrdinal(ofSection: id), let section = snapshot.index(of: ordinal) else {
                throw .notFound(.section, id: id)
            }
            let count = snapshot.numberOfItems(inSection: section)
            return IndexPath(section, from?.section == section ? count - 1 : count)
        }
    }

    /// Makes a change of an item, without recording it.
    /// - Returns: what it reloads and reconfigures.
    /// - Throws: `.notFound`, `.invalid` for attributes that are too large.
    mutating func change(_ checked: CheckedItemChange) throws(GridError) -> Patch {
        let ordinal = try ordinal(of: checked.item)
        let current = kept(of: ordinal)
        let merged = current.attributes.composed(with: checked.others)
        let content = current.content.map { checked.change.applied(to: $0, attributes: merged) }
        var patch = try mark([ordinal], as: checked.marking)
        guard merged != current.attributes || content != current.content else { return patch }
        guard JSONValue.object(merged).encoded.count <= GivenItem.attributesLimitBytes else {
            throw .invalid(.attributes, .attributesTooLarge)
        }
        show(KeptItem(attributes: merged, content: content), of: ordinal)
        if hasNewPicture(ordinal) {
            patch.reloads = [ordinal]
            patch.reconfigures.removeAll { $0 == ordinal }
        } else {
            patch.reconfigures = Set(patch.reconfigures + [ordinal]).sorted()
        }
        return patch
    }
}
