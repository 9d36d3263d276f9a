import CollectionQuery
import GridEngine
import JSONText

/// The marks of one file as a document of XMP, for a file `NAME.jpg.xmp`.
///
/// It has the properties that the well-known programs read: `xmp:Rating` (−1 for a rejected picture), the flag once more as Lightroom and
/// digiKam have it, labels as `dc:subject` beside the file's own keywords, and as `xmp:Label` the colour label, else the colour of the first
/// label, or else what the file has.
struct XMPSidecar {
    /// Below the served folder.
    let path: [UInt8]
    let text: [UInt8]

    private static let ending = Array(".xmp".utf8)
    private static let namespaces = [
        ("dc", "http://purl.org/dc/elements/1.1/"), ("digiKam", "http://www.digikam.org/ns/1.0/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"), ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
    ]

    /// `nil` of an item without marks, and of one without a file.
    /// - Parameter row: with its fields `keywords` and `label`.
    init?(of row: ItemList.Row) {
        guard case .file(let path, let folderBytes)? = row.place else { return nil }
        let attributes = row.item.attributes
        let (flag, labels) = (attributes["flag"]?.text, Self.labels(attributes["labels"]))
        var stars: Int?
        if case .int(let number)? = attributes["stars"] { stars = number }
        let label = attributes["colourLabel"]?.text.flatMap(Label.Colour.init)
        guard row.isMarked || stars != nil || flag != nil || label != nil || !labels.isEmpty else { return nil }
        self.path = path[folderBytes...].drop { $0 == UInt8(ascii: "/") } + Self.ending

        var properties: [(name: String, value: String)] = []
        if flag == "reject" {
            properties += [
                ("xmp:Rating", "-1"), ("xmpDM:pick", "-1"), ("xmpDM:good", "False"), ("digiKam:PickLabel", "1"),
            ]
        } else {
            // 0 too: the file itself may say more.
            properties.append(("xmp:Rating", String(stars ?? 0)))
        }
        if flag == "pick" {
            properties += [("xmpDM:pick", "1"), ("xmpDM:good", "True"), ("digiKam:PickLabel", "3")]
        }
        if let colour = label.map(XMPColour.init) ?? labels.lazy.compactMap(\.colour).first {
            properties.append(("xmp:Label", colour.name))
            if let number = colour.number { properties.append(("digiKam:ColorLabel", String(number))) }
        } else if row.fields.count > 1, case .keywords(let words)? = row.fields[1], let word = words.first {
            // What stood there already: this document takes the place of that one. A colour is shown, unless somebody took it away.
            let isTaken = Mark.colourLabels.contains(word.lowercased())
            properties.append(("xmp:Label", isTaken ? "" : Self.escaped(word, isAttribute: true)))
        }
        var subjects: [String] = []
        if case .keywords(let keywords)?? = row.fields.first { subjects = keywords }
        for label in labels where !subjects.contains(label.name) { subjects.append(label.name) }
        text = Array(Self.document(properties, subjects: subjects).utf8)
    }

    private static func labels(_ value: JSONValue?) -> [(name: String, colour: XMPColour?)] {
        guard case .array(let labels)? = value else { return [] }
        return labels.compactMap { label in
            guard case .object(let label) = label, let name = label["name"]?.text else { return nil }
            return (name, label["colour"]?.text.flatMap(Label.Colour.init).map(XMPColour.init))
        }
    }

    private static func document(_ properties: [(name: String, value: String)], subjects: [String]) -> String {
        var text = """
            <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Lookahead">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
            """
        for (prefix, address) in namespaces { text += "\n    xmlns:\(prefix)=\"\(address)\"" }
        for (name, value) in properties { text += "\n   \(name)=\"\(value)\"" }
        text += ">\n"
        if !subjects.isEmpty {
            text += "   <dc:subject>\n    <rdf:Bag>\n"
            for subject in subjects { text += "     <rdf:li>\(escaped(subject))</rdf:li>\n" }
            text += "    </rdf:Bag>\n   </dc:subject>\n"
        }
        return text + "  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>\n"
    }

    /// As content of an element, or of an attribute. U+FFFD stands for what XML cannot have at all.
    private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped += "&amp;"
            case 0x3c: escaped += "&lt;"
            case 0x3e: escaped += "&gt;"
            case 0x0d: escaped += "&#xD;"
            case 0x22 where isAttribute: escaped += "&quot;"
            case 0x09, 0x0a: escaped.unicodeScalars.append(scalar)
            case 0..<0x20, 0xfffe, 0xffff: escaped.unicodeScalars.append("\u{fffd}")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
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
