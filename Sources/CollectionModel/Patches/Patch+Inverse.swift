extension Patch {
    /// The patch that takes this one back. Reloads, reconfigures and titles stay: contents changed in both directions.
    public func inverted() -> Patch {
        var inverse = Patch()
        inverse.deletes = inserts.map { Delete(from: $0.at, item: $0.item) }
        inverse.inserts = deletes.map { Insert(at: $0.from, item: $0.item) }
        inverse.moves = moves.map { Move(item: $0.item, from: $0.toAfter, toAfter: $0.from) }
        inverse.moves.sort { $0.from < $1.from }
        inverse.reloads = reloads
        inverse.reconfigures = reconfigures
        inverse.reconfigureSections = reconfigureSections
        inverse.changesTitle = changesTitle
        inverse.deleteSections = insertSections.map { SectionDelete(from: $0.at, section: $0.section) }
        inverse.insertSections = deleteSections.map { SectionInsert(at: $0.from, section: $0.section) }
        inverse.moveSections = moveSections.map { SectionMove(section: $0.section, from: $0.toAfter, toAfter: $0.from) }
        inverse.moveSections.sort { $0.from < $1.from }
        return inverse
    }
}
