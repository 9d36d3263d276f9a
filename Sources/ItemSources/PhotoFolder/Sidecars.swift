/// The files in one folder that describe pictures beside them, as programs for photos write them: `NAME.jpg.xmp`, or
/// `NAME.xmp` for all pictures of that name.
struct Sidecars {
    private static let endings = [".xmp", ".XMP"].map { Array($0.utf8) }

    /// Names without their ending.
    private var described: [[UInt8]: [UInt8]] = [:]
    private var used: Set<[UInt8]> = []

    /// Whether a file is one by its name.
    static func isSidecar(_ name: [UInt8]) -> Bool {
        endings.contains { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
    }

    /// Where the sidecar of a picture may be, the most particular first.
    static func paths(besides picture: [UInt8]) -> [[UInt8]] {
        var paths = endings.map { picture + $0 }
        if let dot = picture.lastIndex(of: UInt8(ascii: ".")) { paths += endings.map { picture[..<dot] + $0 } }
        return paths
    }

    init(among names: some Sequence<[UInt8]>) {
        for name in names where Self.isSidecar(name) { described[name.dropLast(4)] = name }
    }

    /// The name of the picture's sidecar.
    mutating func name(for picture: [UInt8]) -> [UInt8]? {
        guard !described.isEmpty else { return nil }
        let stem = picture.lastIndex(of: UInt8(ascii: ".")).map { Array(picture[..<$0]) }
        guard let name = described[picture] ?? stem.flatMap({ described[$0] }) else { return nil }
        used.insert(name)
        return name
    }

    /// How many no picture was found for.
    var unusedCount: Int { described.count - used.count }
}

extension [UInt8] {
    fileprivate func dropLast(_ count: Int) -> [UInt8] { Array(self[..<(self.count - count)]) }
}
