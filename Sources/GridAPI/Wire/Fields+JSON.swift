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
        beginObject()
        member("collection", list.collection)
        member("total", list.total)
        reading(list.reading)
        key("fields")
        beginArray()
        for field in list.fields {
            beginObject()
            member("field", field.name)
            member("type", field.type.rawValue)
            member("known", field.known)
            endObject()
        }
        endArray()
        endObject()
    }

    /// How much is known, as members of an object.
    mutating func reading(_ reading: FieldReading) {
        member("complete", reading.isComplete)
        if let progress = reading.progress {
            key("reading")
            beginObject()
            member("done", progress.done)
            member("total", progress.total)
            endObject()
        }
        if reading.waiting > 0 { member("waiting", reading.waiting) }
    }

    /// A date as ISO 8601: local time, with its zone where that is known. One keyword as a text, several as an array.
    mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .keywords(let words) where words.count == 1: string(words[0])
        case .keywords(let words):
            beginArray()
            for word in words { string(word) }
            endArray()
        case .number(let number): double(number)
        case .date(let date): string(date.text)
        case .boolean(let boolean): bool(boolean)
        }
    }

    mutating func facet(_ facet: Facet) {
        beginObject()
        member("field", facet.field)
        member("type", facet.type.rawValue)
        key("values")
        beginArray()
        for (value, count) in facet.values {
            beginObject()
            key("value")
            self.value(value)
            member("count", count)
            endObject()
        }
        endArray()
        key("buckets")
        beginArray()
        for bucket in facet.buckets {
            beginObject()
            key("from")
            value(bucket.from)
            key("until")
            value(bucket.until)
            member("count", bucket.count)
            endObject()
        }
        endArray()
        member("missing", facet.missing)
        member("more", facet.hasMore)
        endObject()
    }
}
