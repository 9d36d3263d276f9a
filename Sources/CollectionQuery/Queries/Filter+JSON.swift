import JSONText

extension Filter {
    /// Reads a filter. `nodes` counts all of the query.
    /// - Throws: when it is not a filter, or holds too many filters, or too deep ones.
    init(from reader: inout JSONReader, depth: Int, nodes: inout Int) throws(JSONError) {
        if depth > Query.depthLimit { throw reader.tooMany("filters in each other", limit: Query.depthLimit) }
        nodes += 1
        if nodes > Query.nodeLimit { throw reader.tooMany("filters", limit: Query.nodeLimit) }
        var members = Members()
        try reader.beginObject()
        while try reader.nextMember() { try members.read(from: &reader, depth: depth, nodes: &nodes) }
        guard let filter = members.filter else {
            throw reader.unexpected(
                "must be one of all, any and not, or a field with in, from, until, contains, timeOfDay, near or exists")
        }
        self = filter
    }

    private struct Members {
        private var joined: [Filter] = []
        private var field: String?
        private var condition: ((String) -> Filter)?
        private var from: Operand?
        private var until: Operand?
        private var near: Likeness?
        private var within: Int?
        /// Members that each make a filter.
        private var kinds = 0

        /// The filter that the members make together; `nil` when they do not fit together.
        var filter: Filter? {
            let hasRange = from != nil || until != nil
            guard kinds + (hasRange ? 1 : 0) == 1 else { return nil }
            if let near { return field.map { .near(field: $0, near, within: within ?? Likeness.usualDistance) } }
            guard within == nil else { return nil }
            guard let field else { return condition == nil && !hasRange ? joined.first : nil }
            if hasRange { return .range(field: field, from: from, until: until) }
            return condition?(field)
        }

        mutating func read(from reader: inout JSONReader, depth: Int, nodes: inout Int) throws(JSONError) {
            switch reader.key {
            case "all": joined = [.all(try list(from: &reader, depth, &nodes))]
            case "any": joined = [.any(try list(from: &reader, depth, &nodes))]
            case "not": joined = [.not(try Filter(from: &reader, depth: depth + 1, nodes: &nodes))]
            case "field":
                field = try reader.readString()
                return
            case "from":
                from = try Operand(from: &reader)
                return
            case "until":
                until = try Operand(from: &reader)
                return
            case "near": near = try Likeness(from: &reader)
            case "within":
                let read = try reader.readInt()
                guard 0...UInt64.bitWidth ~= read else { throw reader.unexpected("must be 0 to 64") }
                within = read
                return
            case "in":
                let values = try Self.values(from: &reader)
                condition = { .oneOf(field: $0, values) }
            case "contains":
                let text = try reader.readString()
                if text.count > Query.searchLimit { throw reader.tooMany("characters", limit: Query.searchLimit) }
                condition = { .contains(field: $0, text) }
            case "timeOfDay":
                let (from, until) = try Self.timeOfDay(from: &reader)
                condition = { .timeOfDay(field: $0, from: from, until: until) }
            case "exists":
                let exists = try reader.readBool()
                condition = { .exists(field: $0, exists) }
            default:
                throw reader.unknownMember(
                    known: "all", "any", "not", "field", "from", "until", "in", "contains", "timeOfDay", "near",
                    "within",
                    "exists")
            }
            kinds += 1
        }

        private func list(from reader: inout JSONReader, _ depth: Int, _ nodes: inout Int) throws(JSONError) -> [Filter]
        {
            var filters: [Filter] = []
            try reader.beginArray()
            while try reader.nextElement() {
                filters.append(try Filter(from: &reader, depth: depth + 1, nodes: &nodes))
            }
            return filters
        }

        /// `["22:00","02:30"]`
        private static func timeOfDay(from reader: inout JSONReader) throws(JSONError) -> (Int, Int) {
            var times: [Int] = []
            try reader.beginArray()
            while try reader.nextElement() {
                guard times.count < 2, let second = TimesOfDay.seconds(try reader.readString()) else {
                    throw reader.unexpected("must be two times of day as 09:30")
                }
                times.append(second)
            }
            guard times.count == 2 else { throw reader.unexpected("must be two times of day as 09:30") }
            return (times[0], times[1])
        }

        private static func values(from reader: inout JSONReader) throws(JSONError) -> [Operand] {
            var values: [Operand] = []
            try reader.beginArray()
            while try reader.nextElement() {
                if values.count == Query.valueLimit { throw reader.tooMany("values", limit: Query.valueLimit) }
                values.append(try Operand(from: &reader))
            }
            return values
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writeMember(to: &$0) }
    }

    private func writeMember(to writer: inout JSONWriter) {
        switch self {
        case .all(let parts): writer.array("all") { writer in parts.forEach { $0.write(to: &writer) } }
        case .any(let parts): writer.array("any") { writer in parts.forEach { $0.write(to: &writer) } }
        case .not(let part):
            writer.key("not")
            part.write(to: &writer)
        case .oneOf(let field, let values):
            writer.member("field", field)
            writer.array("in") { writer in values.forEach { $0.write(to: &writer) } }
        case .range(let field, let from, let until):
            writer.member("field", field)
            if let from {
                writer.key("from")
                from.write(to: &writer)
            }
            if let until {
                writer.key("until")
                until.write(to: &writer)
            }
        case .timeOfDay(let field, let from, let until):
            writer.member("field", field)
            writer.member("timeOfDay", [TimesOfDay.text(from), TimesOfDay.text(until)])
        case .contains(let field, let text):
            writer.member("field", field)
            writer.member("contains", text)
        case .exists(let field, let exists):
            writer.member("field", field)
            writer.member("exists", exists)
        case .near(let field, let likeness, let within):
            writer.member("field", field)
            writer.member("near", likeness.text)
            writer.member("within", within)
        }
    }
}

extension Filter.Operand {
    fileprivate init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.nextByte() {
        case UInt8(ascii: "\""): self = .text(try reader.readString())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean(try reader.readBool())
        case let byte? where 0x30...0x39 ~= byte || byte == 0x2D: self = .number(try reader.readDouble())
        default: throw reader.unexpected("must be a text, a number, true or false")
        }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .number(let number):
            if let integer = Int(exactly: number) { writer.int(integer) } else { writer.double(number) }
        case .boolean(let isTrue): writer.bool(isTrue)
        }
    }
}
