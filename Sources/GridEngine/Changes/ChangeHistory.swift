import CollectionModel
import JSONText

/// The changes that can be taken back, and made again, newest last.
struct ChangeHistory: Sendable {
    struct Entry: Sendable {
        var patch: Patch
        /// The version that the patch led to.
        var version: Int
        /// What items showed before, where the change was one of these.
        var contents: [ItemOrdinal: Contents] = [:]
    }

    struct Contents: Sendable {
        var attributes: JSONObject
        /// Of a posted item.
        var item: SourceItem?
    }

    /// What one change did to the history: enough to do it again at the next start.
    struct Step: Sendable {
        enum Kind: String {
            case recorded, undone, redone
        }

        var kind: Kind
        /// Entries that were taken from one end, those in vain included.
        var taken = 0
        var contents: [ItemOrdinal: Contents] = [:]
    }

    private static let limit = 100

    private(set) var undoable: [Entry] = []
    private(set) var redoable: [Entry] = []
    /// What was done since `beginStep`.
    private(set) var step: Step?

    mutating func beginStep() { step = nil }

    /// A new change of a person. What was taken back before can no longer be made again.
    mutating func record(_ entry: Entry) {
        push(undoable: entry)
        redoable.removeAll()
        step = Step(kind: .recorded, contents: entry.contents)
    }

    mutating func append(undoable entry: Entry) {
        push(undoable: entry)
        step?.contents = entry.contents
    }

    mutating func append(redoable entry: Entry) {
        redoable.append(entry)
        step?.contents = entry.contents
    }

    mutating func takeUndoable() -> Entry? {
        step = Step(kind: .undone, taken: (step?.taken ?? 0) + 1)
        return undoable.popLast()
    }

    mutating func takeRedoable() -> Entry? {
        step = Step(kind: .redone, taken: (step?.taken ?? 0) + 1)
        return redoable.popLast()
    }

    /// Does again what a change did when it was made.
    mutating func repeatStep(_ step: Step, patch: Patch, version: Int) {
        let entry = Entry(patch: patch, version: version, contents: step.contents)
        switch step.kind {
        case .recorded: record(entry)
        case .undone:
            undoable.removeLast(min(step.taken, undoable.count))
            redoable.append(entry)
        case .redone:
            redoable.removeLast(min(step.taken, redoable.count))
            push(undoable: entry)
        }
        self.step = nil
    }

    private mutating func push(undoable entry: Entry) {
        undoable.append(entry)
        if undoable.count > Self.limit { undoable.removeFirst(undoable.count - Self.limit) }
    }
}

extension ChangeHistory.Step {
    /// How a step lies in the store: its kind, and what items showed before.
    var stored: String {
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        if taken > 0 { object["taken"] = .int(taken) }
        if !contents.isEmpty {
            object["contents"] = .array(
                contents.sorted { $0.key < $1.key }.map { item, contents in
                    let overlay = CollectionState.Overlay(attributes: contents.attributes, changes: 0)
                    return .array([.int(Int(item.rawValue)), .string(overlay.stored(contents.item))])
                })
        }
        return String(decoding: JSONValue.object(object).encoded, as: UTF8.self)
    }

    /// Reads what `stored` wrote; `nil` when the text is invalid. `name` returns the identifier of an item.
    init?(stored: String, name: (ItemOrdinal) -> String?) {
        guard case .object(let object)? = try? JSONValue(decoding: Array(stored.utf8)),
            case .string(let text)? = object["kind"], let kind = Kind(rawValue: text)
        else { return nil }
        self.init(kind: kind)
        if case .int(let taken)? = object["taken"] { self.taken = max(0, taken) }
        guard case .array(let entries)? = object["contents"] else { return }
        for case .array(let pair) in entries {
            guard pair.count == 2, case .int(let number) = pair[0], case .string(let json) = pair[1],
                let raw = UInt32(exactly: number), let id = name(ItemOrdinal(rawValue: raw)),
                let found = CollectionState.Overlay.read(stored: json, of: id)
            else { return nil }
            contents[ItemOrdinal(rawValue: raw)] = ChangeHistory.Contents(
                attributes: found.overlay.attributes, item: found.content)
        }
    }
}
