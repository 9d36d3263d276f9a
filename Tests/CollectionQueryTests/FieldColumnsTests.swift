import CollectionModel
import SeededRandom
import Testing

@testable import CollectionQuery

@Suite struct FieldColumnsTests {
    @Test func `what was set is read, through all widths of a page, and copies keep what they had`() throws {
        for seed in 0..<UInt64(30) {
            var generator = SeededRandom(seed: seed)
            var columns = FieldColumns()
            for (name, type) in RandomLife.fields { columns.declare(name, type) }
            var model: [String: [UInt32: FieldValue]] = [:]
            var copies: [(FieldColumns, [String: [UInt32: FieldValue]])] = []
            for step in 0..<300 {
                let field = RandomLife.fields.randomElement(using: &generator)!.0
                let item = UInt32(generator.below(3) * 4_090 + generator.below(20))
                var value = RandomLife.randomValue(of: field, using: &generator)
                if field == "size", generator.isTrue(0.5) {
                    let exponent = generator.below(60)
                    value = .number(Double(generator.below(1 << exponent)) * (generator.isTrue(0.5) ? -1 : 1) + 0)
                    if case .number(let number) = value, number == 0 { value = .number(0) }
                }
                if case .keywords(let words) = value, words.count > 1, words[0] == words[1] {
                    value = .keywords([words[0]])
                }
                columns.set(field, to: value, of: ItemOrdinal(item))
                model[field, default: [:]][item] = value
                if step % 100 == 50 { copies.append((columns, model)) }
            }
            for (columns, model) in copies + [(columns, model)] {
                for field in columns.fields {
                    let values = model[field.name] ?? [:]
                    #expect(field.known == values.count, "seed \(seed) \(field)")
                    for page in 0..<UInt32(3) {
                        for item in (page * 4_090)..<(page * 4_090 + 20) {
                            #expect(
                                columns.value(of: field.name, of: ItemOrdinal(item)) == values[item],
                                "seed \(seed) \(field) \(item)")
                        }
                    }
                }
            }
        }
    }

    @Test func `values of another type are converted where that is sensible, else left out`() throws {
        var columns = FieldColumns()
        for type in FieldType.allCases { columns.declare(type.rawValue, type) }
        let date = try #require(FieldDate(iso8601: "2024-05-01"))
        let conversions: [(FieldType, FieldValue, FieldValue?)] = [
            (.text, .number(3), .text("3")), (.text, .number(0.5), .text("0.5")),
            (.text, .boolean(true), .text("true")),
            (.text, .text(""), nil), (.keyword, .text("a"), .keywords(["a"])),
            (.keyword, .keywords(["a", "", "a"]), .keywords(["a"])),
            (.keyword, .keywords([]), nil), (.number, .text("12.5"), .number(12.5)), (.number, .text("large"), nil),
            (.number, .number(.nan), nil), (.number, .number(.infinity), nil), (.number, .number(-0.0), .number(0)),
            (.number, .text("nan"), nil), (.date, .text("2024-05-01"), .date(date)),
            (.date, .text("2024:05:01 00:00:00"), .date(date)),
            (.date, .number(5), nil), (.boolean, .text("true"), .boolean(true)), (.boolean, .number(1), nil),
        ]
        for (type, value, expected) in conversions {
            columns.set(type.rawValue, to: value, of: ItemOrdinal(5))
            #expect(columns.value(of: type.rawValue, of: ItemOrdinal(5)) == expected, "\(value) as \(type)")
        }
        columns.set("unknown", to: .number(1), of: ItemOrdinal(5))
        #expect(columns.value(of: "unknown", of: ItemOrdinal(5)) == nil)
        columns.declare("number", .text)
        #expect(columns.fields.first { $0.name == "number" }?.type == .number)
    }

    @Test func `date, rating, camera and size take less than 24 bytes an item`() {
        var columns = FieldColumns()
        for (name, type) in [("taken", FieldType.date), ("rating", .keyword), ("camera", .keyword), ("size", .number)] {
            columns.declare(name, type)
        }
        var generator = SeededRandom(seed: 1)
        let count = 12_288
        for item in 0..<UInt32(count) {
            let item = ItemOrdinal(item)
            let second = 1_000_000_000 + Int64(generator.below(700_000_000))
            columns.set("taken", to: .date(FieldDate(localSeconds: second, zoneMinutes: 540)), of: item)
            columns.set("rating", to: .keywords([["like", "zero", "reject"][generator.below(3)]]), of: item)
            columns.set("camera", to: .keywords(["Camera \(generator.below(400))"]), of: item)
            columns.set("size", to: .number(Double(generator.below(40_000_000))), of: item)
        }
        #expect(Double(columns.sizeBytes) / Double(count) < 24)
    }
}
