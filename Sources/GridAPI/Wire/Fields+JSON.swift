import CollectionQuery
import GridEngine
import JSONText

extension Query {
    /// The document that means this query.
    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.take()
    }
}

extension JSONWriter {
    mutating func fields(_ list: FieldList) {
        object { writer in
            writer.member("collection", list.collection)
            writer.member("total", list.total)
            writer.reading(list.reading)
            writer.array("fields") { writer in
                for field in list.fields {
                    writer.object { writer in
                        writer.member("field", field.name)
                        writer.member("type", field.type.rawValue)
                        writer.member("known", field.known)
                    }
                }
            }
        }
    }

    /// How much is known, as members of an object.
    mutating func reading(_ reading: FieldReading) {
        member("complete", reading.isComplete)
        if let progress = reading.progress {
            object("reading") { writer in
                writer.member("done", progress.done)
                writer.member("total", progress.total)
            }
        }
        if reading.waiting > 0 { member("waiting", reading.waiting) }
    }

    /// A date as ISO 8601: local time, with its zone where that is known. One keyword as a text, several as an array.
    mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .keywords(let words) where words.count == 1: string(words[0])
        case .keywords(let words):
            array { writer in for word in words { writer.string(word) } }
        case .number(let number): double(number)
        case .date(let date): string(date.text)
        case .boolean(let boolean): bool(boolean)
        }
    }

    mutating func facet(_ facet: Facet) {
        object { writer in
            writer.member("field", facet.field)
            writer.member("type", facet.type.rawValue)
            writer.array("values") { writer in
                for (value, count) in facet.values {
                    writer.object { writer in
                        writer.key("value")
                        writer.value(value)
                        writer.member("count", count)
                    }
                }
            }
            writer.array("buckets") { writer in
                for bucket in facet.buckets {
                    writer.object { writer in
                        writer.key("from")
                        writer.value(bucket.from)
                        writer.key("until")
                        writer.value(bucket.until)
                        writer.member("count", bucket.count)
                    }
                }
            }
            writer.member("missing", facet.missing)
            writer.member("more", facet.hasMore)
        }
    }
}
