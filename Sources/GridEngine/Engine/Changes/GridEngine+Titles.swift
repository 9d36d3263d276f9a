import CollectionModel

/// Titles of posted collections and albums, and of their sections. What a folder is called is not for its server to change.
extension GridEngine {
    /// Gives a posted collection or an album another title.
    /// - Throws: `.notFound`; `.unsupported` for any other. What is refused later goes to `completion`.
    package func retitle(
        _ id: String, to title: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try titled(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            guard draft.currentTitle != title else { return Patch() }
            draft.retitle(to: title)
            var patch = Patch()
            patch.changesTitle = true
            return try draft.record(patch)
        }
    }

    /// Gives a section of a posted collection or an album another title.
    /// - Throws: `.notFound`; `.unsupported` for any other. What is refused later goes to `completion`.
    package func retitle(
        section: String, of id: String, to title: String, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try titled(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            guard let ordinal = draft.knownOrdinal(ofSection: section), draft.snapshot.index(of: ordinal) != nil else {
                throw .notFound(.section, id: section)
            }
            guard draft.title(of: ordinal) != title else { return Patch() }
            draft.retitle(ordinal, to: title)
            var patch = Patch()
            patch.reconfigureSections = [ordinal]
            return try draft.record(patch)
        }
    }

    private func titled(_ id: String) throws(GridError) -> LiveCollection {
        let collection = try collection(id)
        guard collection.source.abilities.stored != nil else {
            throw .unsupported(.titlesUnsupported(collection.source.title))
        }
        return collection
    }
}

extension Draft {
    /// The collection's title in this draft.
    var currentTitle: String { titles.collection ?? collection.source.title }

    /// Gives the collection another title, and keeps the one before for undo.
    mutating func retitle(to new: String) {
        if underway.titles.collection == nil { underway.titles.collection = currentTitle }
        titles.collection = new
    }

    /// Gives a section another title, and keeps the one before for undo.
    mutating func retitle(_ section: SectionOrdinal, to new: String) {
        if underway.titles.sections[section] == nil { underway.titles.sections[section] = title(of: section) }
        titles.sections[section] = new
    }
}

extension Reason {
    static func titlesUnsupported(_ title: String) -> Reason {
        Reason(
            "titles-unsupported", "The titles of \(title) cannot be changed here.", values: ["title": title])
    }

    static func contentUnsupported(_ title: String) -> Reason {
        Reason(
            "content-unsupported", "Only the attributes of items of \(title) can be changed.",
            values: ["title": title])
    }

    static func albumMarksElsewhere(_ title: String) -> Reason {
        Reason(
            "album-marks-elsewhere",
            "Marks in the album \(title) are those of the pictures' own collections: POST …/marks sets them, for many at once.",
            values: ["title": title])
    }
}
