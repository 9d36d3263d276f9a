import CollectionModel
import CollectionQuery
import JSONText

/// The fields of items that queries can name, in any collection, and the sources of their values.
enum ItemFields {
    /// The fields that every collection has, known or not, in the order in which people are shown them.
    static let standard = plain + marks + fileFields

    /// The names of those that files say.
    static let told = Set(["title", "taken"] + fileFields.map(\.name))

    private static let plain: [(name: String, type: FieldType)] = [
        ("title", .text), ("name", .text), ("folder", .keyword), ("kind", .keyword), ("format", .keyword),
        ("taken", .date),
    ]

    private static let marks = Mark.shown.map { mark in
        (name: mark.rawValue, type: mark == .stars || mark == .timeShift ? FieldType.number : FieldType.keyword)
    }

    private static let fileFields: [(name: String, type: FieldType)] = [
        ("keywords", .keyword), ("caption", .text), ("camera", .keyword), ("cameraSerial", .keyword),
        ("lens", .keyword), ("focalLength", .number), ("aperture", .number), ("exposure", .number), ("iso", .number),
        ("latitude", .number), ("longitude", .number), ("width", .number), ("height", .number), ("shape", .keyword),
        ("duration", .number), ("bytes", .number), ("label", .keyword), ("focusX", .number), ("focusY", .number),
        ("sharpness", .number), ("likeness", .likeness),
    ]

    /// Fields whose words are not searched: "j" is not to find every JPEG.
    static let unsearched = Set(["kind", "format", "shape", "label", "cameraSerial"] + Mark.allCases.map(\.rawValue))
        .subtracting([Mark.labels.rawValue])

    /// The value of an attribute; `nil` if queries cannot ask for it.
    static func value(_ json: JSONValue) -> FieldValue? {
        switch json {
        // A colour is for the page to paint with, and no text to search.
        case .string(let text) where isColour(text): nil
        case .string(let text): FieldDate(iso8601: text).map { .date($0) } ?? .keywords([text])
        case .int(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .bool(let flag): .boolean(flag)
        case .array(let values):
            .keywords(values.compactMap { $0.text ?? name(of: $0) })
        case .null, .object: nil
        }
    }

    /// Labels are objects with a name, and boxes with a label.
    private static func name(of value: JSONValue) -> String? {
        guard case .object(let object) = value else { return nil }
        return object["name"]?.text ?? object["label"]?.text
    }

    private static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#") && UInt32(text.dropFirst(), radix: 16) != nil
    }

    /// The file ending of a title, in small letters, where it is one of a picture.
    static func format(of title: String) -> String? {
        guard let dot = title.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = title[title.utf8.index(after: dot)...].lowercased()
        return PictureFile.Format(ending: ending) == nil ? nil : ending
    }

    static func shape(_ size: CollectionState.PictureSize) -> String {
        size.width == size.height ? "square" : size.width > size.height ? "landscape" : "portrait"
    }
}

extension FieldColumns {
    /// Columns with the fields that every collection has.
    static var standard: FieldColumns {
        var columns = FieldColumns()
        for field in ItemFields.standard {
            columns.declare(field.name, field.type, isSearched: !ItemFields.unsearched.contains(field.name))
        }
        return columns
    }

    mutating func set(folder: String, of ordinal: ItemOrdinal) {
        set("folder", to: folder.isEmpty ? nil : .keywords([folder]), of: ordinal)
    }

    /// Sets the fields that an item shows. `set(_: PictureMetadata, …)` sets those of its file.
    /// - Parameters:
    ///   - item: as browsers see it.
    ///   - folder: the title of its section.
    ///   - file: what is known of its file.
    ///   - ordinal: the item's.
    ///   - others: fields of attributes that it may have had before, and that its file does not say.
    mutating func set(
        _ item: Item, folder: String, file: PictureFile?, of ordinal: ItemOrdinal, clearing others: Set<String> = []
    ) {
        // First: the listing may say what people no longer do.
        for name in others where item.attributes[name] == nil { setShown(name, to: nil, of: ordinal) }
        let format = ItemFields.format(of: item.title)
        // A file's title is what stands in it.
        if format == nil { set("title", to: .text(item.title), of: ordinal) }
        set("name", to: .text(item.title), of: ordinal)
        set(folder: folder, of: ordinal)
        set("bytes", to: file.map { .number(Double($0.bytes)) }, of: ordinal)
        set("format", to: format.map { .keywords([$0]) }, of: ordinal)
        let kind = format.flatMap { PictureFile.Format(ending: $0)?.kind }
        set("kind", to: kind.map { .keywords([$0]) }, of: ordinal)
        if let width = item.width, let height = item.height, width > 0, height > 0 {
            setSize(
                CollectionState.PictureSize(width: Int32(clamping: width), height: Int32(clamping: height)), of: ordinal
            )
        }
        setMeasures(item.measures, of: ordinal)
        // Nobody but a measure says a likeness.
        for member in item.attributes.members where member.name != "likeness" {
            guard let value = ItemFields.value(member.value) else { continue }
            declare(member.name, value.type)
            setShown(member.name, to: value, of: ordinal)
            // The demos' pictures say when they were taken in this way.
            if file == nil, member.name == "date", case .date = value { setTaken(value, of: ordinal) }
        }
    }
}

extension FieldColumns {
    /// Sets the date that an item's source or file says, by the clock that its time shift mends.
    mutating func setTaken(_ value: FieldValue?, of item: ItemOrdinal) {
        guard case .date(let date)? = value, let shift = timeShift(of: item) else {
            return set("taken", to: value, of: item)
        }
        set("taken", to: .date(date.shifted(byMilliseconds: shift)), of: item)
    }

    /// Sets an item's time shift, and moves the date that it has by the difference.
    mutating func setTimeShift(_ value: FieldValue?, of item: ItemOrdinal) {
        let old = timeShift(of: item) ?? 0
        set("timeShift", to: value, of: item)
        let difference = (timeShift(of: item) ?? 0) - old
        guard difference != 0, case .date(let date)? = self.value(of: "taken", of: item) else { return }
        set("taken", to: .date(date.shifted(byMilliseconds: difference)), of: item)
    }

    private func timeShift(of item: ItemOrdinal) -> Int64? {
        guard case .number(let seconds)? = value(of: "timeShift", of: item) else { return nil }
        return Int64((seconds * 1000).rounded())
    }

    private mutating func setShown(_ name: String, to value: FieldValue?, of item: ItemOrdinal) {
        switch name {
        case Mark.timeShift.rawValue: setTimeShift(value, of: item)
        case "taken": setTaken(value, of: item)
        default: set(name, to: value, of: item)
        }
    }

    /// Sets the size of a picture as it is shown, in px, and what follows from it.
    mutating func setSize(_ size: CollectionState.PictureSize?, of ordinal: ItemOrdinal) {
        set("width", to: size.map { .number(Double($0.width)) }, of: ordinal)
        set("height", to: size.map { .number(Double($0.height)) }, of: ordinal)
        set("shape", to: size.map { .keywords([ItemFields.shape($0)]) }, of: ordinal)
    }
}

extension FieldValue {
    var type: FieldType {
        switch self {
        case .text: .text
        case .keywords: .keyword
        case .number: .number
        case .date: .date
        case .boolean: .boolean
        }
    }
}

extension ItemMarks {
    /// The value of a field; `.some(nil)` where somebody took it away, `nil` where nobody has set it.
    func value(of mark: Mark) -> FieldValue?? { self[mark].map { ItemFields.value($0) } }
}

extension Item {
    /// Whether its attributes say what its file may say too.
    var tellsFields: Bool { attributes.members.contains { ItemFields.told.contains($0.name) } }
}
