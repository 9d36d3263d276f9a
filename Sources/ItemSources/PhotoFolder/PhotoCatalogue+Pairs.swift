import GridEngine

/// Files that are one picture: in one folder, with one name before the ending, case aside, and each with another ending.
///
/// The files of a folder are sorted by that name first, so those of a pair are near each other.
extension PhotoCatalogue {
    /// Maximum files of one pair.
    static let pairLimit = 16

    /// Calls `body` with the files of each pair, the one first that stands for all. O(n).
    func forEachPair(_ body: ([Int]) -> Void) {
        for folder in folders {
            var start = 0
            while start < folder.files.count {
                var end = start + 1
                while end < folder.files.count, isNear(Int(folder.files[end - 1]), Int(folder.files[end])) { end += 1 }
                if end - start > 1 {
                    for pair in pairs(among: folder.files[start..<end].map { Int($0) }) { body(pair) }
                }
                start = end
            }
        }
    }

    /// The files of the pair that a file is in, the one first that stands for all; empty of one that is in none. O(log n) for the n files
    /// of its folder.
    func pair(of file: Int) -> [Int] {
        let files = folder(of: file).files
        guard let place = place(of: file, among: files) else { return [] }
        var (start, end) = (place, place + 1)
        while start > 0, isNear(Int(files[start - 1]), Int(files[start])) { start -= 1 }
        while end < files.count, isNear(Int(files[end - 1]), Int(files[end])) { end += 1 }
        guard end - start > 1 else { return [] }
        return pairs(among: files[start..<end].map { Int($0) }).first { $0.contains(file) } ?? []
    }

    private func place(of file: Int, among files: [Int32]) -> Int? {
        let wanted = sortKey(of: file)
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if sortKey(of: Int(files[middle])).lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return files[low...].firstIndex(of: Int32(file))
    }

    private func sortKey(of file: Int) -> [UInt8] {
        var key: [UInt8] = []
        NaturalOrder.appendKey(ofFile: name(of: file), to: &key)
        return key
    }

    /// Whether the names of two files that follow each other may be one before their endings, in some writing: never `false` where they
    /// are sorted as equal.
    private func isNear(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (stem(of: first), stem(of: second))
        if first.allSatisfy({ $0 < 0x80 }), second.allSatisfy({ $0 < 0x80 }) {
            let zero = UInt8(ascii: "0")
            return first.lazy.filter { $0 != zero }.map(\.smallLetter)
                .elementsEqual(second.lazy.filter { $0 != zero }.map(\.smallLetter))
        }
        var keys: ([UInt8], [UInt8]) = ([], [])
        NaturalOrder.appendKey(ofFile: first + [UInt8(ascii: ".")], to: &keys.0)
        NaturalOrder.appendKey(ofFile: second + [UInt8(ascii: ".")], to: &keys.1)
        return keys.0 == keys.1
    }

    private func stem(of file: Int) -> ArraySlice<UInt8> {
        let name = name(of: file)
        return name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    }

    /// The pairs of files whose names are near each other.
    private func pairs(among near: [Int]) -> [[Int]] {
        let byName = Dictionary(grouping: near) { String(decoding: stem(of: $0), as: UTF8.self).lowercased() }
        return byName.values.filter(isPair).map { files in
            files.sorted { first, second in
                let ranks = (self.files[first].format.rank, self.files[second].format.rank)
                return ranks.0 != ranks.1
                    ? ranks.0 < ranks.1 : name(of: first).lexicographicallyPrecedes(name(of: second))
            }
        }
    }

    private func isPair(_ files: [Int]) -> Bool {
        guard 2...Self.pairLimit ~= files.count, files.contains(where: { self.files[$0].format != .video }) else {
            return false
        }
        return Set(files.map { FileEnding(Array(name(of: $0)))?.text }).count == files.count
    }
}

extension PictureFile.Format {
    /// The smaller it is, the rather a file stands for its pair: what a camera or a program made to be looked at.
    fileprivate var rank: Int {
        switch self {
        case .jpeg: 0
        case .heif: 1
        case .png, .webp, .gif: 2
        case .tiff: 3
        case .raw: 4
        case .video: 5
        }
    }
}

extension UInt8 {
    fileprivate var smallLetter: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}

extension PhotoFolder: PairingSource {
    package func forEachPair(_ body: ([String]) -> Void) {
        // A copy: items are asked for meanwhile.
        let (catalogue, names) = contents.withLock { ($0.catalogue, $0.names) }
        catalogue.forEachPair { files in
            body(files.map { names.item(listedAs: ItemIdentifier(hash: catalogue.identifiers[$0])) })
        }
    }

    package func pair(of id: String) -> [String] {
        contents.withLock { contents in
            guard let file = contents.file(of: id) else { return [] }
            return contents.catalogue.pair(of: file).map {
                contents.names.item(listedAs: ItemIdentifier(hash: contents.catalogue.identifiers[$0]))
            }
        }
    }
}
