import CollectionLayout
import CollectionModel
import GridEngine
import JSONText
import Prefetching

extension RangeEvent {
    /// The members' names, packed once: a literal in a `case` would be packed again for each member of each event.
    private enum Name {
        static let sequence: JSONKey = "seq"
        static let version: JSONKey = "version"
        static let rect: JSONKey = "rect"
        static let visible: JSONKey = "visible"
        static let velocity: JSONKey = "velocity"
        static let phase: JSONKey = "phase"
        static let decay: JSONKey = "decay"
        static let end: JSONKey = "end"
        static let have: JSONKey = "have"
        static let pictureDelay: JSONKey = "pictureDelay"
        static let form: JSONKey = "form"
    }

    /// Reads a visible-range event as it comes: no tree, no strings but the phase's. Members that are not known are passed
    /// over: an older server serves a newer page.
    init(from reader: inout JSONReader) throws(JSONError) {
        var sequence: Int?
        var visible: Visible?
        self.init(sequence: 0, version: 0, visible: .items(0...0))
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case Name.sequence: sequence = try reader.readExactInt()
            case Name.version: version = try reader.readExactInt()
            case Name.rect: visible = .rect(try Rect(from: &reader))
            case Name.visible:
                let items = try reader.readItemRange()
                if !items.isEmpty { visible = visible ?? .items(ClosedRange(items)) }
            case Name.velocity:
                velocity = try reader.readNumbers(2, "must be [vx, vy]")[1]
            case Name.phase:
                guard let known = ScrollPhase(rawValue: try reader.readString()) else {
                    throw reader.unexpected("is no phase of a scroll")
                }
                phase = known
            case Name.decay: decay = try reader.readNull() ? nil : try reader.readDouble()
            case Name.end: end = try reader.readNull() ? nil : try reader.readDouble()
            case Name.have:
                let items = try reader.readNull() ? 0..<0 : try reader.readItemRange()
                have = items.isEmpty ? nil : ClosedRange(items)
            case Name.pictureDelay: pictureDelay = try reader.readNull() ? nil : try reader.readDouble()
            case Name.form:
                guard let known = Form(rawValue: try reader.readString()) else {
                    throw reader.unexpected("must be cell or texel")
                }
                form = known
            default: try reader.skipValue()
            }
        }
        guard let sequence else { throw reader.missing("seq") }
        guard let visible else { throw reader.missing("rect") }
        self.sequence = sequence
        self.visible = visible
    }
}

extension Rect {
    init(from reader: inout JSONReader) throws(JSONError) {
        let numbers = try reader.readNumbers(4, "must be [x, y, w, h]")
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard width >= 0, height >= 0, abs(x) <= 1e12, abs(y) <= 1e12, width <= 1e6, height <= 1e6 else {
            throw reader.unexpected("must be [x, y, w, h] within a content's bounds")
        }
    }
}

extension JSONReader {
    /// An array of exactly `count` (at most 4) numbers.
    mutating func readNumbers(_ count: Int, _ shape: String) throws(JSONError) -> [4 of Double] {
        var numbers = [4 of Double](repeating: 0)
        var found = 0
        try beginArray()
        while try nextElement() {
            guard found < count else { throw unexpected(shape) }
            numbers[found] = try readDouble()
            found += 1
        }
        guard found == count else { throw unexpected(shape) }
        return numbers
    }

    /// Flat indices of items: `[first, last]`, the last included. Empty when the last is less than the first.
    /// - Returns: at most up to `UInt32.max`, the limit of a collection.
    /// - Throws: for anything else.
    mutating func readItemRange() throws(JSONError) -> Range<Int> {
        var first = 0
        var last = 0
        var found = 0
        try beginArray()
        while try nextElement() {
            let number = try readExactInt()
            if found == 0 { first = number } else { last = number }
            found += 1
        }
        guard found == 2, first >= 0, last >= -1 else { throw unexpected("must be [first, last] item indices") }
        // No collection has more items; nothing is computed with larger numbers.
        let limit = Int(UInt32.max)
        return min(first, limit)..<max(min(first, limit), min(last, limit - 1) + 1)
    }

    /// An object that lacks a member.
    func missing(_ name: String) -> JSONError {
        JSONError(kind: .unexpected("is missing"), offset: 0, pointer: pointer + "/" + name)
    }
}
