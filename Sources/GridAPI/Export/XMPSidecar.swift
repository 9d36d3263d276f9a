import CollectionQuery
import GridEngine
import JSONText

/// The marks of one file as changes to the document of XMP beside it.
///
/// They are the properties that the well-known programs read: `xmp:Rating` (−1 for a rejected picture), the flag once more as Lightroom and
/// digiKam have it, labels as `dc:subject` beside the file's own keywords, and as `xmp:Label` the colour label, else the colour of the first
/// label. Other properties stay as other programs wrote them.
struct XMPSidecar {
    let item: String
    /// The picture's path below the served folder.
    let path: [UInt8]
    let edits: [SidecarEdit]

    /// The fields of a row that it needs, in their order.
    static let fields = ["keywords", "label", "taken"]

    /// `nil` of an item without marks, and of one without a file.
    /// - Parameter row: with its `fields`.
    init?(of row: ItemList.Row) {
        guard case .file(let path, let folderBytes)? = row.place else { return nil }
        let attributes = row.item.attributes
        let (flag, labels) = (attributes["flag"]?.text, Self.labels(attributes["labels"]))
        var stars: Int?
        if case .int(let number)? = attributes["stars"] { stars = number }
        let colour = attributes["colourLabel"]?.text.flatMap(Label.Colour.init).map(XMPColour.init)
        guard row.isMarked || stars != nil || flag != nil || colour != nil || !labels.isEmpty else { return nil }
        item = row.item.id
        self.path = Array(path[folderBytes...].drop { $0 == UInt8(ascii: "/") })
        let word: String? =
            if row.fields.count > 1, case .keywords(let words)? = row.fields[1] { words.first } else { nil }
        var edits = Self.flag(flag, stars: stars)
        edits += Self.label(colour ?? labels.lazy.compactMap(\.colour).first, over: word)
        var keywords: [String] = []
        if case .keywords(let words)?? = row.fields.first { keywords = words.map(Self.cleaned) }
        edits += Self.subjects(labels.map { Self.cleaned($0.name) }, besides: keywords)
        if attributes["timeShift"] != nil, row.fields.count > 2, case .date(let date)? = row.fields[2] {
            for tag in ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate"] {
                edits.append(.set(tag, date.text))
            }
        }
        self.edits = edits
    }

    private static func flag(_ flag: String?, stars: Int?) -> [SidecarEdit] {
        // 0 too: the file itself may say more.
        let rating = SidecarEdit.set("Xmp.xmp.Rating", flag == "reject" ? "-1" : String(stars ?? 0))
        let (pick, good, label) = ("Xmp.xmpDM.pick", "Xmp.xmpDM.good", "Xmp.digiKam.PickLabel")
        return switch flag {
        case "reject": [rating, .set(pick, "-1"), .set(good, "False"), .set(label, "1")]
        case "pick": [rating, .set(pick, "1"), .set(good, "True"), .set(label, "3")]
        default: [rating, .remove(pick), .remove(good), .remove(label)]
        }
    }

    /// - Parameters:
    ///   - colour: what is shown.
    ///   - word: what the file says.
    /// - Returns: what becomes of the label.
    private static func label(_ colour: XMPColour?, over word: String?) -> [SidecarEdit] {
        let (label, number) = ("Xmp.xmp.Label", "Xmp.digiKam.ColorLabel")
        if let colour {
            return [.set(label, colour.name), colour.number.map { .set(number, String($0)) } ?? .remove(number)]
        }
        guard let word else { return [] }
        // A colour is shown, unless somebody took it away; any other word is that of a program, and stays.
        guard Mark.colourLabels.contains(word.lowercased()) else { return [.set(label, cleaned(word))] }
        return [.set(label, ""), .remove(number)]
    }

    /// Keywords of the file are repeated: of two lists of keywords some programs read the sidecar's only. Trees of keywords get what they
    /// lack as well, since digiKam and Lightroom look at the tree first; a name with the separator of a tree would become a branch there.
    private static func subjects(_ labels: [String], besides keywords: [String]) -> [SidecarEdit] {
        guard !labels.isEmpty || !keywords.isEmpty else { return [] }
        return [
            .fill("Xmp.dc.subject", keywords),
            .add("Xmp.dc.subject", labels),
            .addIfListed("Xmp.lr.hierarchicalSubject", labels.filter { !$0.contains("|") }),
            .addIfListed("Xmp.digiKam.TagsList", labels.filter { !$0.contains("/") }),
        ]
    }

    private static func labels(_ value: JSONValue?) -> [(name: String, colour: XMPColour?)] {
        guard case .array(let labels)? = value else { return [] }
        return labels.compactMap { label in
            guard case .object(let label) = label, let name = label["name"]?.text else { return nil }
            return (name, label["colour"]?.text.flatMap(Label.Colour.init).map(XMPColour.init))
        }
    }

    /// U+FFFD stands for what XML cannot have.
    private static func cleaned(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0x09, 0x0a, 0x0d: scalar
                    case 0..<0x20, 0xfffe, 0xffff: "\u{fffd}"
                    default: scalar
                    }
                }))
    }
}

/// The colour of a label as programs for photos name it.
private struct XMPColour {
    /// `xmp:Label`: Lightroom and darktable know Red, Yellow, Green, Blue and Purple; others are shown as words.
    let name: String
    /// `digiKam:ColorLabel`; it has no teal.
    let number: Int?

    init(_ colour: Label.Colour) {
        (name, number) =
            switch colour {
            case .red: ("Red", 1)
            case .orange: ("Orange", 2)
            case .yellow: ("Yellow", 3)
            case .green: ("Green", 4)
            case .teal: ("Teal", nil)
            case .blue: ("Blue", 5)
            case .purple: ("Purple", 6)
            case .grey: ("Gray", 7)
            }
    }
}
