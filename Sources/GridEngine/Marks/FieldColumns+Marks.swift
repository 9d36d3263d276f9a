import CollectionModel
import CollectionQuery

extension FieldColumns {
    /// Sets fields of items that were marked.
    /// - Parameters:
    ///   - fields: those that may have changed; others are left alone.
    ///   - items: of which a mark that nobody has set keeps the value that is there.
    ///   - marks: as they are now.
    mutating func setMarks(_ fields: Set<String>, of items: [ItemOrdinal], _ marks: MarkTable) {
        for name in fields.sorted() {
            guard let field = index(of: name) else { continue }
            var known: [MarkWord: FieldValue?] = [:]
            var last: (word: MarkWord, value: FieldValue?)?
            for item in items {
                let word = marks.word(of: item).marks
                if last?.word != word {
                    if known[word] == nil {
                        guard let value = marks.value(of: name, word) else {
                            last = nil
                            continue
                        }
                        known[word] = .some(value)
                    }
                    last = (word, known[word]!)
                }
                if let last { set(fieldAt: field, to: last.value, of: item) }
            }
        }
    }
}

extension MarkTable {
    /// The value of a field; `.some(nil)` where somebody took it away, `nil` where nobody has set it.
    fileprivate func value(of field: String, _ word: MarkWord) -> FieldValue?? {
        switch field {
        case Marking.stars: word.stars.map { $0 == 0 ? nil : .number(Double($0)) }
        case Marking.flag: word.flag.map { $0.name.map { .keywords([$0]) } }
        case Marking.rating: word.rating.map { $0.map { .keywords([ratings[$0]]) } }
        default:
            word.labels == 0
                ? nil : .some(word.labels == 1 ? nil : .keywords(labels.labels(ofList: word.labels).map(\.name)))
        }
    }
}
