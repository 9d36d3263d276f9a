import JSONText

/// Whether the bursts of a collection are stacks: a setting that the collection remembers.
///
/// It is kept as a saved query under a name that nobody can give one: so each store, copy and backup has it, and other servers hear of it.
package struct BurstSetting: Sendable, Hashable {
    package static let gaps = 1...60_000

    package var isOn: Bool
    /// The longest time between two shots of a burst.
    package var gapMilliseconds: Int

    package init(isOn: Bool = false, gapMilliseconds: Int = 1000) {
        self.isOn = isOn
        self.gapMilliseconds = gapMilliseconds
    }

    init(in queries: [SavedQuery]) {
        self.init()
        guard let saved = queries.first(where: \.isSetting),
            case .object(let object)? = try? JSONValue(decoding: Array(saved.document.utf8))
        else { return }
        if case .bool(let isOn)? = object["bursts"] { self.isOn = isOn }
        if case .int(let gap)? = object["gapMilliseconds"], Self.gaps.contains(gap) { gapMilliseconds = gap }
    }

    var saved: SavedQuery {
        SavedQuery(
            name: SavedQuery.settingName, title: "",
            document: #"{"bursts":\#(isOn),"gapMilliseconds":\#(gapMilliseconds)}"#)
    }
}

extension SavedQuery {
    /// Requests cannot name it: names of theirs have no control characters. Backups refuse an empty one.
    fileprivate static let settingName = "\u{1}settings"

    /// Whether it is no query of people's, but the collection's settings.
    var isSetting: Bool { name == Self.settingName }
}

extension CollectionState {
    var burstSetting: BurstSetting { BurstSetting(in: savedQueries) }
}
