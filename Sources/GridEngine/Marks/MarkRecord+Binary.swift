import CollectionModel

/// The stored form of marks: one format byte, then LEB128 integers. It has its own words for everything, so that it means the same
/// to every server that reads it: ratings, labels with their colours, lists of labels; then runs of items, and runs of equal marks.
/// 200,000 neighbours that are given the same take about 30 bytes.
extension MarkTable {
    func encode(_ record: MarkRecord) -> [UInt8] {
        let hasStacks = !record.stacks.isEmpty
        let hasShifts = hasStacks || !shifts.isEmpty
        let format: MarkRecordFormat = hasStacks ? .withStacks : hasShifts ? .withShifts : .plain
        var out = VarintWriter(format: format.rawValue)
        out.append(ratings.count)
        for rating in ratings { out.append(rating) }
        if hasShifts {
            out.append(shifts.count)
            // Small numbers of either sign are short.
            for shift in shifts { out.append(shift < 0 ? -2 * shift - 1 : 2 * shift) }
        }
        var local = LocalLists()
        for set in record.old { local.note(set[.labels], in: labels) }
        for set in record.new { local.note(set[.labels], in: labels) }
        for recolouring in record.recolourings { local.note(label: recolouring.label) }
        out.append(local.labels.count)
        for label in local.labels {
            let recolouring = record.recolourings.first { $0.label == label }
            out.append(labels.names[Int(label)])
            out.append((recolouring?.new ?? labels.colours[Int(label)]).number)
            out.append((recolouring?.old.number).map { $0 + 1 } ?? 0)
        }
        out.append(local.lists.count)
        for list in local.lists {
            out.append(labels.lists[list].count)
            for label in labels.lists[list] { out.append(local.number(ofLabel: label)) }
        }
        out.append(runsOf: record.items)
        for sets in [record.new, record.old] {
            out.append(sets.isEmpty ? 0 : 1)
            out.append(runsOf: sets) { set in
                var set = set
                set[.labels] = local.number(ofList: set[.labels])
                return set.stored
            }
        }
        out.append(record.changes.isEmpty ? 0 : 1)
        out.append(runsOf: record.changes) { Int($0) }
        if hasStacks {
            out.append(runsOf: record.stacks.map(\.item))
            out.append(runsOf: record.stacks.map(\.old)) { Int($0.rawValue) }
            out.append(runsOf: record.stacks.map(\.new)) { Int($0.rawValue) }
        }
        return out.bytes
    }

    /// Reads what `encode` wrote; the numbers are those of this table, which learns the words that it does not have.
    /// - Parameters:
    ///   - bytes: of a record.
    ///   - itemCount: ordinals are below it.
    /// - Returns: the record, which is not applied.
    /// - Throws: `.damaged` when the bytes are anything else.
    mutating func decode(_ bytes: [UInt8], itemCount: Int) throws(PatchError) -> MarkRecord {
        // Of an unknown format, the reader says that it is one.
        let format = MarkRecordFormat(of: bytes) ?? .plain
        let hasShifts = format != .plain
        var input = try VarintReader(bytes, format: format.rawValue)
        let ratings = try decodeRatings(&input)
        let shifts = hasShifts ? try decodeShifts(&input) : []
        var record = MarkRecord()
        let lists = try decodeLists(&input, &record)
        record.items = try input.readRuns(below: itemCount)
        let count = record.items.count
        func set(_ stored: Int) -> MarkSet? {
            guard var set = MarkSet(stored: stored), lists.indices.contains(set[.labels]) else { return nil }
            set[.labels] = lists[set[.labels]]
            if case .some(.some(let number)) = set.rating {
                guard ratings.indices.contains(number) else { return nil }
                set.rating = ratings[number].map { .some($0) }
            }
            if case .some(.some(let number)) = set.timeShift {
                guard shifts.indices.contains(number) else { return nil }
                set.timeShift = shifts[number].map { .some($0) }
            }
            return set
        }
        if try input.read() == 1 { record.new = try input.readRuns(of: count, set) }
        if try input.read() == 1 { record.old = try input.readRuns(of: count, set) }
        if try input.read() == 1 { record.changes = try input.readRuns(of: count) { UInt32(exactly: $0) } }
        if format == .withStacks { record.stacks = try Self.decodeStacks(&input, itemCount: itemCount) }
        guard input.isAtEnd, record.new.count == count, record.old.count == count || record.changes.count == count
        else { throw .damaged(offset: input.offset) }
        return record
    }

    private static func decodeStacks(
        _ input: inout VarintReader, itemCount: Int
    ) throws(PatchError) -> [StackMarks.Change] {
        let items = try input.readRuns(below: itemCount)
        let old = try input.readRuns(of: items.count) { StackMark(stored: $0) }
        let new = try input.readRuns(of: items.count) { StackMark(stored: $0) }
        return items.indices.map { StackMarks.Change(item: items[$0], old: old[$0], new: new[$0]) }
    }

    /// The numbers here of a record's ratings; `nil` of one for which there is no room.
    private mutating func decodeRatings(_ input: inout VarintReader) throws(PatchError) -> [Int?] {
        var numbers: [Int?] = []
        for _ in 0..<(try input.readCount()) { numbers.append(intern(rating: try input.readText())) }
        return numbers
    }

    /// The numbers here of a record's time shifts; `nil` of one for which there is no room.
    private mutating func decodeShifts(_ input: inout VarintReader) throws(PatchError) -> [Int?] {
        var numbers: [Int?] = []
        for _ in 0..<(try input.readCount()) {
            let shift = try input.read()
            numbers.append(intern(shift: shift.isMultiple(of: 2) ? shift / 2 : -(shift / 2) - 1))
        }
        return numbers
    }

    /// The numbers here of a record's lists of labels.
    private mutating func decodeLists(
        _ input: inout VarintReader, _ record: inout MarkRecord
    ) throws(PatchError) -> [Int] {
        var numbers: [UInt16] = []
        for _ in 0..<(try input.readCount()) {
            let name = try input.readText()
            let (colour, old) = (Label.Colour(number: try input.read()), Label.Colour(number: try input.read() - 1))
            guard let colour, let number = labels.intern(Label(name: name, colour: colour)) else {
                throw .damaged(offset: input.offset)
            }
            numbers.append(number)
            if let old { record.recolourings.append(.init(label: number, old: old, new: colour)) }
        }
        var lists = [0, 1]
        for _ in 0..<(try input.readCount()) {
            var list: [UInt16] = []
            for _ in 0..<(try input.readCount()) {
                let label = try input.read()
                guard numbers.indices.contains(label) else { throw .damaged(offset: input.offset) }
                list.append(numbers[label])
            }
            guard let number = labels.intern(list: list) else { throw .damaged(offset: input.offset) }
            lists.append(number)
        }
        return lists
    }
}

/// The labels and lists that a record needs, in numbers of its own: lists from 2, as 0 and 1 mean the same everywhere.
private struct LocalLists {
    private(set) var labels: [UInt16] = []
    private(set) var lists: [Int] = []
    private var labelNumbers: [UInt16: Int] = [:]
    private var listNumbers: [Int: Int] = [0: 0, 1: 1]

    mutating func note(_ list: Int, in table: LabelTable) {
        guard list > 1, listNumbers[list] == nil else { return }
        listNumbers[list] = lists.count + 2
        lists.append(list)
        for label in table.lists[list] { note(label: label) }
    }

    mutating func note(label: UInt16) {
        guard labelNumbers[label] == nil else { return }
        labelNumbers[label] = labels.count
        labels.append(label)
    }

    func number(ofLabel label: UInt16) -> Int { labelNumbers[label]! }
    func number(ofList list: Int) -> Int { listNumbers[list]! }
}

extension Label.Colour {
    fileprivate var number: Int { Self.allCases.firstIndex(of: self)! }

    fileprivate init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}

extension VarintWriter {
    /// Appends values as runs of equal ones: the number of each run, and its value.
    fileprivate mutating func append<Value: Equatable>(runsOf values: [Value], _ number: (Value) -> Int) {
        var start = 0
        for index in values.indices where index + 1 == values.count || values[index + 1] != values[index] {
            append(index + 1 - start)
            append(number(values[index]))
            start = index + 1
        }
    }
}

extension VarintReader {
    /// What `append(runsOf:)` wrote of `count` values.
    fileprivate mutating func readRuns<Value>(
        of count: Int, _ value: (Int) -> Value?
    ) throws(PatchError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        while values.count < count {
            let run = try read()
            guard run > 0, run <= count - values.count, let value = value(try read()) else {
                throw .damaged(offset: offset)
            }
            values.append(contentsOf: repeatElement(value, count: run))
        }
        return values
    }
}
