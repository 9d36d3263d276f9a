/// Numbers as tags have them.
enum MetadataNumber {
    /// `28/10`, `400`, `2.8`; the first of several. `nil` for what is no finite number, such as `0/0`.
    static func first(_ text: String?) -> Double? {
        guard let text, let word = text.split(separator: " ").first else { return nil }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let numerator = Double(parts[0]),
            let denominator = parts.count == 2 ? Double(parts[1]) : 1
        else { return nil }
        let value = numerator / denominator
        return value.isFinite ? value : nil
    }

    /// The first number when it is more than nothing and at most `limit`.
    static func positive(_ text: String?, upTo limit: Double) -> Double? {
        first(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
    }

    /// Degrees, minutes and seconds: `37/1 33/1 297/5` beside `N`, or `37,33.99N`, as XMP writes them.
    /// - Returns: degrees, negative in the south and the west.
    static func degrees(_ text: String?, direction: String? = nil) -> Double? {
        guard var text else { return nil }
        var word = direction?.prefix(1)
        if text.last?.isLetter == true {
            word = text.suffix(1)
            text.removeLast()
        }
        guard let letter = word?.uppercased(), ["N", "S", "E", "W"].contains(letter) else { return nil }
        let parts = text.split { $0 == " " || $0 == "," }
        guard (1...3).contains(parts.count) else { return nil }
        var degrees = 0.0
        for (index, part) in parts.enumerated() {
            // Some cameras leave the seconds out as 0/0.
            guard let value = first(String(part)) ?? (index > 0 ? 0 : nil), value >= 0 else { return nil }
            degrees += value / [1, 60, 3600][index]
        }
        return ["S", "W"].contains(letter) ? -degrees : degrees
    }
}

/// The name of a camera out of its maker's and its model's.
enum CameraName {
    /// Words that makers add to their names.
    private static let companies: Set<String> = [
        "corporation", "corp", "company", "co", "ltd", "inc", "optical", "imaging", "camera", "electric", "digital",
        "computer", "eastman", "techwin", "gmbh", "ag",
    ]
    /// Descriptions that cameras write when no one has written any.
    private static let descriptions: Set<String> = [
        "olympus digital camera", "sony dsc", "minolta digital camera", "konica minolta digital camera",
        "kodak digital still camera", "digital camera", "digital image", "samsung", "default", "exif_jpeg_picture",
        "camera roll", "processed with vsco", "screenshot",
    ]

    /// `Canon EOS R5` of Canon and Canon EOS R5, `NIKON D750` of NIKON CORPORATION and NIKON D750, `Apple iPhone 15` of Apple and
    /// iPhone 15.
    static func name(maker: String?, model: String?) -> String? {
        guard let model, !model.isEmpty else { return maker.flatMap { $0.isEmpty ? nil : $0 } }
        let words = (maker ?? "").split { $0 == " " || $0 == "," || $0 == "." }
        let short = words.filter { !companies.contains($0.lowercased()) }
        guard let first = short.first ?? words.first else { return model }
        let isNamed = model.lowercased().hasPrefix(first.lowercased())
        return isNamed ? model : "\(short.isEmpty ? String(first) : short.joined(separator: " ")) \(model)"
    }

    /// Names that cameras write for an unknown lens.
    private static let unknownLenses: Set<String> = [
        "n/a", "na", "none", "unknown", "unknown lens", "no lens", "null", "not available", "undefined",
    ]

    /// Whether this is the name of a lens.
    static func isLens(_ text: String) -> Bool {
        text.contains(where: \.isLetter) && !unknownLenses.contains(text.lowercased())
    }

    /// Whether no person has written this description of a picture: the name of a camera, or of its kind.
    static func isWrittenByItself(_ description: String, maker: String?, model: String?) -> Bool {
        if descriptions.contains(description.lowercased()) || description.hasPrefix("DCIM\\")
            || description.hasPrefix("File written by ")
        {
            return true
        }
        let (said, named) = (words(description), Set(words("\(maker ?? "") \(model ?? "")")))
        return said.contains { named.contains($0) && $0.contains(where: \.isLetter) }
            && said.allSatisfy { named.contains($0) || kinds.contains($0) }
    }

    /// Words for kinds of devices.
    private static let kinds: Set<String> = ["digital", "still", "action", "camera", "cam", "dsc", "csc"]

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
