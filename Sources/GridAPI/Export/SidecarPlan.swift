import GridEngine

/// A way to name sidecars.
enum SidecarNaming: String, CaseIterable, Sendable {
    /// `NAME.jpg.xmp`, as darktable and digiKam have it: no two pictures share one.
    case full
    /// `NAME.xmp`, as Lightroom, Bridge and Photo Mechanic have it. Where pictures share a name it is the RAW file's, and the others keep
    /// `NAME.jpg.xmp`.
    case short
}

/// The files of a list that have sidecars, and the names of those.
struct SidecarPlan: Sendable {
    private static let itemsAtOnce = 256
    private static let ending = Array(".xmp".utf8)

    private let list: ItemList
    private let naming: SidecarNaming
    /// The index in the list of each file with marks, ascending.
    private var rows: [UInt32] = []
    /// By the path without its ending: the file that the short name belongs to. Hashes: of two that clash, one has the full name.
    private var owners: [Int: (path: Int, rank: Int)] = [:]

    /// Looks at every item. May block.
    /// - Returns: `nil` when it was cancelled.
    /// - Throws: why an item's contents could not be read.
    init?(of list: ItemList, naming: SidecarNaming, cancellation: Cancellation) throws(LoadFailure) {
        self.list = list
        self.naming = naming
        for start in stride(from: 0, to: list.count, by: Self.itemsAtOnce) {
            guard !cancellation.isCancelled else { return nil }
            let found = try list.rows(from: start, limit: Self.itemsAtOnce, fields: XMPSidecar.fields)
            for (index, row) in found.enumerated() {
                if naming == .short, case .file(let path, _)? = row.place { claim(path) }
                if XMPSidecar(of: row) != nil { rows.append(UInt32(start + index)) }
            }
        }
    }

    var isEmpty: Bool { rows.isEmpty }

    /// A sidecar: its path below the served folder, and the document; `nil` where something is beside the picture that cannot be read.
    struct Sidecar {
        var path: [UInt8]
        var document: [UInt8]?
    }

    /// Makes the next sidecars. Blocks.
    /// - Parameters:
    ///   - index: of the first; behind the last one made afterwards.
    ///   - limit: maximum number of files that are looked at.
    /// - Returns: some of them; `nil` when there are no more.
    /// - Throws: why an item's contents could not be read.
    func next(from index: inout Int, limit: Int) throws(LoadFailure) -> [Sidecar]? {
        guard index < rows.count else { return nil }
        var wanted: [(path: [UInt8], sidecar: XMPSidecar)] = []
        for row in rows[index...].prefix(limit) {
            // Changes since the plan count: the newest marks, and no sidecar where all are gone.
            guard let row = try list.rows(from: Int(row), limit: 1, fields: XMPSidecar.fields).first,
                let sidecar = XMPSidecar(of: row), case .file(let path, _)? = row.place
            else { continue }
            wanted.append((name(of: sidecar.path, at: path), sidecar))
        }
        index += limit
        let made = list.sidecars(wanted.map { ($0.sidecar.item, $0.sidecar.edits) })
        return zip(wanted, made).map { wanted, made in
            let document: [UInt8]? = if case .document(let text) = made { text } else { nil }
            return Sidecar(path: wanted.path, document: document)
        }
    }

    private func name(of below: [UInt8], at path: [UInt8]) -> [UInt8] {
        guard naming == .short, let stem = Self.stem(of: path), owners[stem.hashValue]?.path == path.hashValue else {
            return below + Self.ending
        }
        return below.dropLast(path.count - stem.count) + Self.ending
    }

    private mutating func claim(_ path: [UInt8]) {
        guard let stem = Self.stem(of: path) else { return }
        let rank = Self.rank(
            PictureFile.Format(ending: String(decoding: path[(stem.count + 1)...], as: UTF8.self).lowercased()))
        if let owner = owners[stem.hashValue], owner.rank <= rank { return }
        owners[stem.hashValue] = (path.hashValue, rank)
    }

    /// The order in which a source chooses among pictures of one name when it reads `NAME.xmp`.
    private static func rank(_ format: PictureFile.Format?) -> Int {
        switch format {
        case .raw: 0
        case .tiff: 1
        case .jpeg: 3
        case .video, nil: 4
        default: 2
        }
    }

    private static func stem(of path: [UInt8]) -> ArraySlice<UInt8>? {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")),
            path.lastIndex(of: UInt8(ascii: "/")).map({ $0 < dot }) ?? true
        else { return nil }
        return path[..<dot]
    }
}
