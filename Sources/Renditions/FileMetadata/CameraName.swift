/// The name of a camera out of its maker's and its model's.
enum CameraName {
    /// What makers add to their names.
    private static let companies: Set<String> = [
        "corporation", "corp", "company", "co", "ltd", "inc", "optical", "imaging", "camera", "electric", "digital",
        "computer", "eastman", "techwin", "gmbh", "ag",
    ]
    /// What cameras write as a description when no one has written any.
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

    /// What cameras write for a lens that they do not know.
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

    /// Of devices.
    private static let kinds: Set<String> = ["digital", "still", "action", "camera", "cam", "dsc", "csc"]

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
