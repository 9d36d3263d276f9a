import GridEngine

/// The files in one folder that describe pictures beside them, as programs for photos write them: `NAME.jpg.xmp`, or `NAME.xmp`.
///
/// Where several pictures have that name, `NAME.xmp` belongs to the one whose ending it names (`photoshop:SidecarForExtension`), else to the
/// RAW file, to the TIFF, and only then to formats that programs write metadata into, as JPEG. A video beside a photo comes last.
struct Sidecars {
    private static let endings = [".xmp", ".XMP"].map { Array($0.utf8) }

    /// Names without their ending.
    private var described: [[UInt8]: [UInt8]] = [:]
    /// By the name that several pictures share, those that its sidecar is of.
    private var owners: [[UInt8]: Set<[UInt8]>] = [:]
    private var used: Set<[UInt8]> = []

    /// Whether a file is one by its name.
    static func isSidecar(_ name: [UInt8]) -> Bool {
        endings.contains { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
    }

    /// Where the sidecar of a picture may be, the most particular first.
    static func paths(besides picture: [UInt8]) -> [[UInt8]] {
        var paths = endings.map { picture + $0 }
        if let stem = stem(of: picture) { paths += endings.map { stem + $0 } }
        return paths
    }

    /// - Parameters:
    ///   - names: of the folder's files.
    ///   - head: of a sidecar, for those that more than one picture may have.
    init(among names: [[UInt8]], head: ([UInt8]) -> [UInt8]) {
        for name in names where Self.isSidecar(name) { described[Array(name[..<(name.count - 4)])] = name }
        guard !described.isEmpty else { return }
        var sharing: [[UInt8]: [(name: [UInt8], ending: FileEnding)]] = [:]
        for name in names where described[name] == nil {
            guard let ending = FileEnding(name), ending.format != nil, let stem = Self.stem(of: name),
                described[stem] != nil
            else { continue }
            sharing[stem, default: []].append((name, ending))
        }
        for (stem, pictures) in sharing where pictures.count > 1 {
            let declared = described[stem].flatMap { Self.ending(declaredIn: head($0)) }
            let named = pictures.filter { $0.ending.text == declared }
            let first = pictures.map { Self.rank($0.ending) }.min()
            let chosen = named.isEmpty ? pictures.filter { Self.rank($0.ending) == first } : named
            owners[stem] = Set(chosen.map(\.name))
        }
    }

    /// The name of the picture's sidecar.
    mutating func name(for picture: [UInt8]) -> [UInt8]? {
        guard !described.isEmpty else { return nil }
        guard let name = described[picture] ?? shared(by: picture) else { return nil }
        used.insert(name)
        return name
    }

    private func shared(by picture: [UInt8]) -> [UInt8]? {
        guard let stem = Self.stem(of: picture), let name = described[stem] else { return nil }
        return owners[stem]?.contains(picture) == false ? nil : name
    }

    /// How many no picture was found for.
    var unusedCount: Int { described.count - used.count }

    private static func stem(of name: [UInt8]) -> [UInt8]? {
        name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) }
    }

    private static func rank(_ ending: FileEnding) -> Int {
        switch ending.format {
        case .raw: 0
        case .tiff: 1
        case .jpeg: 3
        case .video, nil: 4
        default: 2
        }
    }

    /// Bytes of a sidecar that are looked at.
    static let headBytes = 64 << 10

    private static let property = Array("SidecarForExtension".utf8)

    /// In small letters, as an attribute or as an element has it.
    private static func ending(declaredIn head: [UInt8]) -> String? {
        guard let found = head.firstRange(of: property) else { return nil }
        let isLetter = { (byte: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let ending = head[found.upperBound...].prefix(16).drop { !isLetter($0) }.prefix(while: isLetter)
        return ending.isEmpty ? nil : String(decoding: ending, as: UTF8.self).lowercased()
    }
}
