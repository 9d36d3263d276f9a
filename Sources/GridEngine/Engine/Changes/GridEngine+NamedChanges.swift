import CollectionModel
import JSONText

/// Changes of items by their names, as programs make them that keep no places.
extension GridEngine {
    /// Moves an item beside another, or to the end of a section.
    /// - Throws: `.notFound`, `.opening`, `.refused`. What is refused later goes to `completion`.
    package func move(
        _ item: String, in id: String, to destination: ItemDestination, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        try collection.permitMove(of: item, by: options.author)
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

extension GridEngine {
    /// Changes an item's title, kind, size, picture and attributes. Those attributes that are marks go to its marks.
    /// - Parameters:
    ///   - item: its identifier.
    ///   - id: the identifier of the collection, or of a result.
    ///   - change: what is changed.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound` when there is no such collection, `.unsupported` where it was not posted and more than attributes are
    ///   changed, `.invalid` for a mark that there is not. What is refused later goes to `completion`.
    package func patch(
        _ item: String, in id: String, _ change: ItemChange, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try served(id).collection
        let checked = try CheckedItemChange(of: item, change, in: collection)
        let others = checked.others
        if let redirect = markRedirect(of: collection), !checked.marking.isEmpty {
            return redirect.mark(
                .items([item]), in: try served(id), as: change.attributes, options: options, with: self
            ) { result in
                guard case .success = result, !others.isEmpty else { return completion(result) }
                do throws(GridError) {
                    try self.patchAttributes(of: item, in: id, others, completion: completion)
                } catch {
                    completion(.failure(error))
                }
            }
        }
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            try draft.record(draft.change(checked))
        }
    }
}

extension GridEngine {
    /// Removes items from a collection whose items can be deleted: one change and one patch, however many they are. Undo brings them
    /// back to where they were.
    /// - Parameters:
    ///   - items: those that are removed. Ranges may be of an older version, as long as no item has moved since.
    ///   - id: the identifier of the collection, or of a result of it.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.unsupported`. What is refused later goes to `completion`.
    /// - Complexity: O(k log n) for k items.
    package func remove(
        _ items: MarkedItems, from id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        guard served.collection.source.capabilities.delete else {
            throw .unsupported(.deletesUnsupported(served.collection.source.title))
        }
        submit(to: served.collection, since: served.shared(items.version), options, completion) {
            (draft) throws(GridError) in
            var update = BatchUpdate()
            for item in try draft.ordinals(of: items, in: served.order) {
                guard let path = draft.snapshot.indexPath(of: item) else { continue }
                update.deletesBefore.append(path)
            }
            return try draft.record(draft.patch(for: update))
        }
    }
}

/// How a program names an item.
package enum ItemName: Sendable {
    case id(String)
    /// Of its file, from the folder that is served.
    case path(String)
}

/// Changes of items that are there.
package struct NamedChanges: Sendable {
    package var changes: [(item: String, change: ItemChange)] = []
    /// Changes that are left out because they name no item, and the first such name.
    package var unknown = 0
    package var firstUnknown: String?
    /// Changes of items that an earlier one has named: the last one counts.
    package var repeated = 0
    /// Rows that cannot be read, and the number of the first one's line.
    package var invalid = 0
    package var firstInvalid: Int?
}

extension GridEngine {
    /// Finds the items that changes name.
    /// - Parameters:
    ///   - changes: in their order.
    ///   - id: the identifier of the collection.
    ///   - skipsUnknown: whether those that name no item are left out, and counted.
    /// - Returns: the changes by the identifiers of items.
    /// - Throws: `.notFound`, `.opening`; `.unsupported` for a path where items have none.
    package func named(
        _ changes: [(name: ItemName, change: ItemChange)], in id: String, skipsUnknown: Bool
    ) throws(GridError) -> NamedChanges {
        let collection = try collection(id)
        var named = NamedChanges()
        var seen: Set<String> = []
        for (name, change) in changes {
            switch name {
            case .id(let item):
                if skipsUnknown, (try? collection.ordinal(of: item)) == nil {
                    named.skip(item)
                } else {
                    named.add(change, of: item, &seen)
                }
            case .path(let path):
                guard let source = collection.source.abilities.dataSets else {
                    throw .unsupported(.pathsUnsupported(collection.source.title))
                }
                if let item = source.item(at: path) {
                    named.add(change, of: item, &seen)
                } else if skipsUnknown {
                    named.skip(path)
                } else {
                    throw .notFound(.item, id: path)
                }
            }
        }
        return named
    }

    /// Finds the items that the rows of a table name by paths; what else is in a row are attributes.
    /// - Parameters:
    ///   - table: comma-separated values, as a data set in a file has them.
    ///   - id: the identifier of the collection.
    ///   - limit: of rows.
    ///   - skipsUnknown: whether rows that name no item are left out, and counted.
    /// - Returns: the changes by the identifiers of items; `nil` of more rows than the limit.
    /// - Throws: `.notFound`, `.opening`; `.unsupported` where items have no paths, `.invalid` for a table without them.
    package func named(
        table: [UInt8], in id: String, limit: Int, skipsUnknown: Bool
    ) throws(GridError) -> NamedChanges? {
        let collection = try collection(id)
        guard let source = collection.source.abilities.dataSets else {
            throw .unsupported(.pathsUnsupported(collection.source.title))
        }
        var (named, seen, count): (NamedChanges, Set<String>, Int) = (NamedChanges(), [], 0)
        var unknown: String?
        do throws(LoadFailure) {
            try source.read(table: table) { row in
                count += 1
                if let path = row.path, let item = source.item(at: path) {
                    named.add(ItemChange(attributes: row.fields), of: item, &seen)
                } else if let path = row.path {
                    named.skip(path)
                    if !skipsUnknown { unknown = path }
                } else {
                    named.invalid += 1
                    named.firstInvalid = named.firstInvalid ?? row.line
                }
                return count <= limit && unknown == nil
            }
        } catch {
            throw .invalid(.table, error.reason)
        }
        if let unknown { throw .notFound(.item, id: unknown) }
        return count <= limit ? named : nil
    }
}

extension NamedChanges {
    fileprivate mutating func skip(_ name: String) {
        unknown += 1
        firstUnknown = firstUnknown ?? name
    }

    fileprivate mutating func add(_ change: ItemChange, of item: String, _ seen: inout Set<String>) {
        if !seen.insert(item).inserted { repeated += 1 }
        changes.append((item, change))
    }
}
