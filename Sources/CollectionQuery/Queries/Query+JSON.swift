import JSONText

extension Query {
    /// Reads a query document. Its fields are not known here: see `check(in:)`.
    /// - Throws: when it is not a query, with a pointer to the mistake; `tooMany` when it exceeds a limit.
    package init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var nodes = 0
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "search": search = try Self.readSearch(from: &reader)
            case "where": if try !reader.readNull() { filter = try Filter(from: &reader, depth: 1, nodes: &nodes) }
            case "sort": if try !reader.readNull() { sort = try Self.readSort(from: &reader) }
            case "group": if try !reader.readNull() { group = try Grouping(from: &reader) }
            case "fold": if try !reader.readNull() { folding = try Folding(from: &reader) }
            case "stacks": if try !reader.readNull() { foldsStacks = try Self.readStacks(from: &reader) }
            case "openStacks": if try !reader.readNull() { openStacks = try Self.readOpenStacks(from: &reader) }
            default:
                throw reader.unknownMember(
                    known: "search", "where", "sort", "group", "fold", "stacks", "openStacks")
            }
        }
    }

    private static func readSearch(from reader: inout JSONReader) throws(JSONError) -> String? {
        if try reader.readNull() { return nil }
        let text = try reader.readString()
        if text.count > searchLimit { throw reader.tooMany("characters", limit: searchLimit) }
        if SearchTerm.terms(text).count > termLimit { throw reader.tooMany("words", limit: termLimit) }
        return text
    }

    private static func readSort(from reader: inout JSONReader) throws(JSONError) -> [SortKey] {
        var keys: [SortKey] = []
        try reader.beginArray()
        while try reader.nextElement() {
            if keys.count == sortLimit { throw reader.tooMany("sort keys", limit: sortLimit) }
            keys.append(try SortKey(from: &reader))
        }
        return keys
    }

    private static func readStacks(from reader: inout JSONReader) throws(JSONError) -> Bool {
        switch try reader.readString() {
        case "folded": return true
        case "open": return false
        default: throw reader.unexpected("must be folded or open")
        }
    }

    private static func readOpenStacks(from reader: inout JSONReader) throws(JSONError) -> Set<String> {
        var stacks: Set<String> = []
        try reader.beginArray()
        while try reader.nextElement() {
            if stacks.count == stackLimit { throw reader.tooMany("stacks", limit: stackLimit) }
            stacks.insert(try reader.readString())
        }
        return stacks
    }

    /// Writes the document again.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let search { writer.member("search", search) }
        if let filter {
            writer.key("where")
            filter.write(to: &writer)
        }
        if !sort.isEmpty {
            writer.key("sort")
            writer.beginArray()
            for key in sort { key.write(to: &writer) }
            writer.endArray()
        }
        if let group {
            writer.key("group")
            group.write(to: &writer)
        }
        if let folding {
            writer.key("fold")
            folding.write(to: &writer)
        }
        if foldsStacks { writer.member("stacks", "folded") }
        if foldsStacks, !openStacks.isEmpty { writer.member("openStacks", openStacks.sorted()) }
        writer.endObject()
    }
}

extension SortKey {
    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        self.init(field: "")
        var hasField = false
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "field": (field, hasField) = (try reader.readString(), true)
            case "descending": descending = try reader.readBool()
            case "near": near = try Likeness(from: &reader)
            default: throw reader.unknownMember(known: "field", "descending", "near")
            }
        }
        guard hasField else { throw reader.unexpected("must have a field") }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field", field)
            if descending { writer.member("descending", true) }
            if let near { writer.member("near", near.text) }
        }
    }
}

extension Grouping {
    private static let gapName = "gap"

    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        self.init(field: "")
        var (hasField, isByGap) = (false, false)
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "field": (field, hasField) = (try reader.readString(), true)
            case "by":
                let text = try reader.readString()
                (by, isByGap) = (Period(rawValue: text), text == Self.gapName)
                guard by != nil || isByGap else {
                    throw reader.unexpected("must be year, month, day, hour or gap")
                }
            case "minutes":
                gapMinutes = try reader.readInt()
                guard let minutes = gapMinutes, Self.gapMinutes.contains(minutes) else {
                    throw reader.unexpected("must be \(Self.gapMinutes.lowerBound) to \(Self.gapMinutes.upperBound)")
                }
            default: throw reader.unknownMember(known: "field", "by", "minutes")
            }
        }
        guard hasField else { throw reader.unexpected("must have a field") }
        guard isByGap || gapMinutes == nil else { throw reader.unexpected("has minutes only where by is gap") }
        if isByGap { gapMinutes = gapMinutes ?? Self.usualGapMinutes }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field", field)
            if let by { writer.member("by", by.rawValue) }
            if let gapMinutes {
                writer.member("by", Self.gapName)
                writer.member("minutes", gapMinutes)
            }
        }
    }
}
