import Prefetching

/// Forms that are made for requests only, and in no viewer's plan: whole pictures and regions of them. The scheduler knows each by a
/// rendition number of its own, as long as a request for it is held.
struct DemandedForms: Sendable {
    private struct Demanded: Hashable {
        var collection: UInt16
        var item: UInt32
        var form: RenditionForm
    }

    /// Beyond the numbers of width steps, and before the preview's.
    private static let numbers = UInt16(0x4000)..<UInt16(0xC000)
    /// Maximum forms that are demanded at the same time.
    static let limit = 1024

    private var keys: [Demanded: LoadKey] = [:]
    private var forms: [LoadKey: RenditionForm] = [:]
    private var next = Self.numbers.lowerBound

    /// Whether a key's form is one of these.
    static func isDemanded(_ key: LoadKey) -> Bool { numbers.contains(key.rendition) }

    /// The key of a form of an item.
    /// - Returns: `nil` when too many are demanded.
    mutating func key(of item: UInt32, in collection: UInt16, as form: RenditionForm) -> LoadKey? {
        let demanded = Demanded(collection: collection, item: item, form: form)
        if let key = keys[demanded] { return key }
        guard forms.count < Self.limit else { return nil }
        // A number is not used again soon: a load of its last form may still be running.
        var key = LoadKey(collection: collection, item: item, rendition: next)
        repeat {
            key.rendition = next
            next = next + 1 < Self.numbers.upperBound ? next + 1 : Self.numbers.lowerBound
        } while forms[key] != nil
        keys[demanded] = key
        forms[key] = form
        return key
    }

    /// `nil` when no request for it is held any more.
    func form(of key: LoadKey) -> RenditionForm? { forms[key] }

    /// No request for it is held any more.
    mutating func remove(_ key: LoadKey) {
        guard let form = forms.removeValue(forKey: key) else { return }
        keys[Demanded(collection: key.collection, item: key.item, form: form)] = nil
    }
}
