import CollectionModel
import Prefetching

/// Items whose texels one collection holds, and where each is among those that were asked for.
struct TexelHolder {
    let collection: LiveCollection
    /// Ordinals in `collection`.
    var items: [UInt32]
    /// Indices; `nil` where each is at its own.
    fileprivate var places: [Int]?

    func place(of index: Int) -> Int { places?[index] ?? index }
}

/// An item in the collection that holds its texel.
struct HeldItem: Hashable, Sendable {
    let collection: LiveCollection
    let item: ItemOrdinal

    /// The scheduler's name of its preview, with which its texel comes.
    var preview: LoadKey { LoadKey(collection: collection.number, item: item.rawValue, rendition: 0).preview }

    static func == (one: HeldItem, other: HeldItem) -> Bool {
        one.collection === other.collection && one.item == other.item
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(collection))
        hasher.combine(item)
    }
}

/// The collections that hold texels: those of an album's items are their originals', which have them once.
extension LoadRunner {
    /// By collection; items whose original is gone are left out. No lock may be held. O(items).
    func texelHolders(of items: [UInt32], in collection: LiveCollection) -> [TexelHolder] {
        guard let references = collection.source.abilities.references else {
            return [TexelHolder(collection: collection, items: items)]
        }
        var found: [String: (names: [String], places: [Int])] = [:]
        for (place, name) in collection.names(of: items.map { ItemOrdinal($0) }, after: "").enumerated() {
            guard let original = references.reference(of: name) else { continue }
            found[original.collection, default: ([], [])].names.append(original.item)
            found[original.collection]!.places.append(place)
        }
        let served = state.withLock { state in state.collections.values.filter { found[$0.id] != nil } }
        return served.compactMap { original in
            guard original.source.abilities.references == nil, let (names, places) = found[original.id] else {
                return nil
            }
            var holder = TexelHolder(collection: original, items: [], places: [])
            original.state.withLock { state in
                guard state.isOpen else { return }
                for (name, place) in zip(names, places) {
                    guard let raw = state.items.ordinal(of: name), state.snapshot.contains(ItemOrdinal(raw)) else {
                        continue
                    }
                    holder.items.append(raw)
                    holder.places!.append(place)
                }
            }
            return holder.items.isEmpty ? nil : holder
        }
    }

    /// `nil` where the item's original is gone.
    func texelHolder(of item: ItemOrdinal, in collection: LiveCollection) -> HeldItem? {
        texelHolders(of: [item.rawValue], in: collection).first.map {
            HeldItem(collection: $0.collection, item: ItemOrdinal($0.items[0]))
        }
    }
}
