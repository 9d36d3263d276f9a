import Dispatch
import GridEngine

/// Files that are one picture: in one folder, with one name before the ending, case aside, and each with another ending.
///
/// The files of a folder are sorted by that name first, so those of a pair are near each other.
extension PhotoCatalogue {
    /// Maximum files of one pair.
    static let pairLimit = 16

    /// Files of one folder that follow each other, by their places among all of it.
    struct Run: Sendable {
        var folder: Int
        var places: Range<Int>
    }

    /// Runs of about so many files, which no pair is in two of. O(n).
    func runs(of count: Int) -> [Run] {
        folders.indices.flatMap { index in
            let files = folders[index].files
            var runs: [Run] = []
            var start = 0
            while start < files.count {
                var end = min(start + count, files.count)
                while end < files.count, isNear(Int(files[end - 1]), Int(files[end])) { end += 1 }
                runs.append(Run(folder: index, places: start..<end))
                start = end
            }
            return runs
        }
    }

    /// The pairs of a run, with the identifier of each file as `name` has it. O(n).
    func pairs(in run: Run, name: (ItemIdentifier) -> String) -> ListedPairs {
        func id(of file: Int) -> String { name(ItemIdentifier(hash: identifiers[file])) }
        let files = folders[run.folder].files
        var pairs = ListedPairs()
        var start = run.places.lowerBound
        while start < run.places.upperBound {
            var end = start + 1
            while end < run.places.upperBound, isNear(Int(files[end - 1]), Int(files[end])) { end += 1 }
            if end - start == 2, let (face, other) = twins(Int(files[start]), Int(files[start + 1])) {
                pairs.append(id(of: face), id(of: other))
            } else if end - start > 1 {
                for pair in self.pairs(among: files[start..<end].map { Int($0) }) { pairs.append(pair.map(id)) }
            }
            start = end
        }
        return pairs
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
        let names = names.span
        let (first, second) = (stem(of: first), stem(of: second))
        var (one, other) = (first.lowerBound, second.lowerBound)
        while true {
            while one < first.upperBound, names[one] == UInt8(ascii: "0") { one += 1 }
            while other < second.upperBound, names[other] == UInt8(ascii: "0") { other += 1 }
            guard one < first.upperBound, other < second.upperBound else { break }
            let (left, right) = (names[one], names[other])
            if (left | right) >= 0x80 { return haveOneKey(first, second) }
            if left != right, left.smallLetter != right.smallLetter { break }
            one += 1
            other += 1
        }
        if one == first.upperBound, other == second.upperBound { return true }
        // Accents may be behind the place at which the names part.
        while one < first.upperBound, names[one] < 0x80 { one += 1 }
        while other < second.upperBound, names[other] < 0x80 { other += 1 }
        let isPlain = one == first.upperBound && other == second.upperBound
        return !isPlain && haveOneKey(first, second)
    }

    private func haveOneKey(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        var keys: ([UInt8], [UInt8]) = ([], [])
        NaturalOrder.appendKey(ofFile: names[first] + [UInt8(ascii: ".")], to: &keys.0)
        NaturalOrder.appendKey(ofFile: names[second] + [UInt8(ascii: ".")], to: &keys.1)
        return keys.0 == keys.1
    }

    /// The name before its ending, as a part of all names.
    private func stem(of file: Int) -> Range<Int> {
        let (name, names) = (place(ofName: file), names.span)
        var ending = name.upperBound
        while ending > name.lowerBound, names[ending - 1] != UInt8(ascii: ".") { ending -= 1 }
        return name.lowerBound..<(ending > name.lowerBound ? ending - 1 : name.upperBound)
    }

    private func areEqual(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        guard first.count == second.count else { return false }
        let names = names.span
        for offset in 0..<first.count where names[first.lowerBound + offset] != names[second.lowerBound + offset] {
            return false
        }
        return true
    }

    /// Two files as most pairs are, a RAW file and its JPEG: names that are written alike, and two formats, hence two endings. The one
    /// first that stands for both; `nil` of any others.
    private func twins(_ first: Int, _ second: Int) -> (face: Int, other: Int)? {
        let ranks = (files[first].format.rank, files[second].format.rank)
        guard ranks.0 != ranks.1, areEqual(stem(of: first), stem(of: second)) else { return nil }
        return ranks.0 < ranks.1 ? (first, second) : (second, first)
    }

    /// The pairs of files whose names are near each other, the file first of each that stands for all.
    private func pairs(among near: [Int]) -> [[Int]] {
        let byName = Dictionary(grouping: near) { String(decoding: names[stem(of: $0)], as: UTF8.self).lowercased() }
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
    /// Files that one thread looks at before it takes others.
    private static let pairedAtOnce = 1024

    package func forEachPair(_ body: @Sendable (ListedPairs) -> Void) {
        // A copy: items are asked for meanwhile.
        let (catalogue, names) = contents.withLock { ($0.catalogue, $0.names) }
        let runs = catalogue.runs(of: Self.pairedAtOnce)
        DispatchQueue.concurrentPerform(iterations: runs.count) { number in
            let pairs = catalogue.pairs(in: runs[number], name: names.item)
            if !pairs.ends.isEmpty { body(pairs) }
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
