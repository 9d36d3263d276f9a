import CollectionModel

/// Why a change is refused.
extension Reason {
    // MARK: What a collection allows

    static func orderFixed(_ title: String) -> Reason {
        Reason("order-fixed", "The order of \(title) cannot be changed.", values: ["title": title])
    }

    static func insertsUnsupported(_ title: String) -> Reason {
        Reason("inserts-unsupported", "Items cannot be inserted into \(title).", values: ["title": title])
    }

    static func sectionsUnsupported(_ title: String) -> Reason {
        Reason("sections-unsupported", "Sections cannot be inserted into \(title).", values: ["title": title])
    }

    static func deletesUnsupported(_ title: String) -> Reason {
        Reason("deletes-unsupported", "Items cannot be deleted from \(title).", values: ["title": title])
    }

    static func moveRefused(_ item: String, to place: IndexPath, title: String) -> Reason {
        Reason(
            "move-refused", "\(title) does not allow the item to be moved there. Choose another place.",
            values: ["title": title, "item": item])
    }

    static var changedSince: Reason {
        Reason("changed-since", "Others have changed it since then.")
    }

    // MARK: Places

    static func sectionOutside(_ snapshot: Snapshot) -> Reason {
        let count = snapshot.numberOfSections
        return Reason(
            "section-outside", "There is no such section. The collection has \(count).", values: ["count": "\(count)"])
    }

    /// A place outside the section of the index `section`, which has `places` places after the move.
    static func placeOutside(section: Int, places: Int) -> Reason {
        Reason(
            "place-outside", "There is no such position. The section has \(places).",
            values: ["section": "\(section)", "count": "\(places)"])
    }

    static func noPlace(inVersion version: Int) -> Reason {
        Reason(
            "place-outside-version", "The item had no such position in this version of the collection.",
            values: ["version": "\(version)"])
    }

    static func rangesInvalid(_ snapshot: Snapshot) -> Reason {
        Reason(
            "ranges-invalid",
            "Ranges are [first, last], in ascending order, do not overlap, and end before \(snapshot.numberOfItems).",
            values: ["count": "\(snapshot.numberOfItems)"])
    }

    // MARK: Items

    static func ratingUnknown(_ ratings: [String]) -> Reason {
        let list = ratings.joined(separator: ", ")
        return Reason(
            "rating-unknown", list.isEmpty ? "These items cannot be rated." : "The rating must be one of: \(list).",
            values: ["ratings": list])
    }

    static var attributesTooLarge: Reason {
        let limit = GivenItem.attributesLimitBytes / 1024
        return Reason(
            "attributes-too-large", "An item’s attributes may take at most \(limit) KiB.",
            values: ["limit": "\(limit)"])
    }

    static func itemDuplicate(_ item: String) -> Reason {
        Reason(
            "item-duplicate", "The item “\(item)” would appear twice. Nothing was changed.", values: ["item": item])
    }

    static func sectionDuplicate(_ section: String) -> Reason {
        Reason(
            "section-duplicate", "The section “\(section)” would appear twice. Nothing was changed.",
            values: ["section": section])
    }

    static func itemGone(_ item: String) -> Reason {
        Reason(
            "item-gone", "The item “\(item)” is no longer in the collection. Nothing was changed.",
            values: ["item": item])
    }

    // MARK: Versions

    /// A version later than `newest`, the collection's own.
    static func versionUnknown(newest: Int) -> Reason {
        Reason(
            "version-unknown", "There is no such version yet: the newest is \(newest).",
            values: ["version": "\(newest)"])
    }

    static func versionForgotten(_ version: Int) -> Reason {
        Reason(
            "version-forgotten",
            "Version \(version) is too old: its changes are no longer known. Read the collection again, then repeat the change.",
            values: ["version": "\(version)"])
    }

    static func selectionOutdated(_ version: Int, newest: Int) -> Reason {
        Reason(
            "selection-outdated",
            "The collection has changed since the items were selected. Select them again.",
            values: ["version": "\(newest)"])
    }

    /// A patch does not apply, although it was made for this very order.
    static var changeInapplicable: Reason {
        Reason(
            "change-inapplicable",
            "The change no longer fits the collection. Nothing was changed."
        )
    }
}

// MARK: Batch updates and older versions

extension Reason {
    /// A batch update was refused. `item` and `section` return the identifiers of ordinals.
    init(_ error: BatchUpdateError, item: (ItemOrdinal) -> String, section: (SectionOrdinal) -> String) {
        let sentence = error.explanation(item: item, section: section) + " Nothing was changed."
        var values = ["operation": "\(error.source)"]
        switch error {
        case .duplicateItem(let ordinal, _):
            values["item"] = item(ordinal)
            self.init("item-duplicate", sentence, values: values)
        case .duplicateSection(let ordinal, _):
            values["section"] = section(ordinal)
            self.init("section-duplicate", sentence, values: values)
        case .unknownItem(let ordinal, _):
            values["item"] = item(ordinal)
            self.init("item-gone", sentence, values: values)
        default: self.init("batch-contradictory", sentence, values: values)
        }
    }

    /// A change made for an older version was refused. `item` and `section` return the identifiers of ordinals.
    init(_ error: RebaseError, item: (ItemOrdinal) -> String, section: (SectionOrdinal) -> String) {
        let sentence = error.explanation(item: item, section: section) + " Nothing was changed."
        switch error {
        case .itemGone(let ordinal): self.init("item-gone", sentence, values: ["item": item(ordinal)])
        case .itemThere(let ordinal): self.init("item-inserted", sentence, values: ["item": item(ordinal)])
        case .neighboursGone(let ordinal): self.init("neighbours-gone", sentence, values: ["item": item(ordinal)])
        case .sectionGone(let ordinal): self.init("section-gone", sentence, values: ["section": section(ordinal)])
        case .sectionThere(let ordinal): self.init("section-inserted", sentence, values: ["section": section(ordinal)])
        case .neighbourSectionsGone(let ordinal):
            self.init("neighbour-sections-gone", sentence, values: ["section": section(ordinal)])
        case .sectionFilled(let ordinal): self.init("section-filled", sentence, values: ["section": section(ordinal)])
        }
    }
}
