import Glibc
import CollectionQuery
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

@Suite struct MetadataLogTests {
    private let folder = TemporaryFolder()

    private func record(_ number: Int, revision: UInt64 = 1) -> MetadataRecord {
        var metadata = PictureMetadata()
        metadata.caption = String(repeating: "c", count: number % 50 + 1)
        metadata.iso = Double(number + 1)
        return MetadataRecord(item: "item-\(number)", revision: revision, metadata: number % 3 == 0 ? nil : metadata)
    }

    private func log(_ collection: String = "c") -> MetadataLog {
        MetadataLog(path: folder.file("log"), collection: collection)
    }

    private func all(_ log: MetadataLog) -> [MetadataRecord] {
        var records: [MetadataRecord] = []
        log.read {
            records += $0
            return true
        }
        return records
    }

    @Test func `what was written is there after a restart`() {
        let records = (0..<3000).map { record($0) }
        do {
            let log = log()
            #expect(all(log).isEmpty)
            for start in stride(from: 0, to: records.count, by: 100) {
                log.append(Array(records[start..<(start + 100)]))
            }
        }
        #expect(all(log()) == records)
    }

    @Test func `what was measured lies among what was read, and is no metadata`() {
        let measured = (0..<40).map {
            MetadataRecord(
                MeasuredPicture(
                    MetadataRequest(item: "item-\($0)", revision: 1),
                    PictureMeasures(
                        sharpness: $0 % 3 == 0 ? nil : $0 * 25,
                        likeness: $0 % 3 == 1 ? nil : Likeness(bits: .max / UInt64($0 + 1)))))
        }
        let records = zip((0..<40).map { record($0) }, measured).flatMap { [$0, $1] }
        do {
            let log = log()
            log.readIfNeeded()
            log.append(records)
        }
        let read = all(log())
        #expect(read == records && read[1].metadata == nil && read[3].measures == PictureMeasures(sharpness: 25))
        let request = MetadataRequest(item: "i", revision: 1)
        let tooSharp = MetadataRecord(MeasuredPicture(request, PictureMeasures(sharpness: 1001))).encoded
        #expect(MetadataRecord(head: tooSharp.prefix(8), body: tooSharp.dropFirst(8)) == nil)
    }

    @Test func `a log that ends anywhere keeps its whole records, and goes on behind them`() {
        let records = (0..<12).map { record($0) }
        do { log().append(records) }
        let bytes = folder.read("log")
        for count in 0...bytes.count {
            folder.write(Array(bytes[..<count]), to: "log")
            let kept: Int
            do {
                let log = log()
                kept = all(log).count
                #expect(all(log) == Array(records[..<kept]))
                log.append([record(99)])
            }
            #expect(all(log()) == records[..<kept] + [record(99)])
            #expect(count < bytes.count || kept == records.count)
        }
    }

    @Test func `damage costs what is behind it, and nothing crashes`() {
        let records = (0..<6).map { record($0) }
        do { log().append(records) }
        let bytes = folder.read("log")
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7f, 0xff] where bytes[place] != value {
                var damaged = bytes
                damaged[place] = value
                folder.write(damaged, to: "log")
                let found = all(log())
                #expect(found.count < records.count && found == Array(records[..<found.count]))
            }
        }
    }

    @Test func `a log of another collection, or of another form, is begun again`() {
        do { log("other").append([record(1)]) }
        let log = log()
        #expect(all(log).isEmpty)
        log.append([record(2)])
        #expect(all(log) == [record(2)])
    }

    @Test func `a second server reads, and does not write`() {
        let first = log()
        first.append([record(1)])
        let second = log()
        #expect(all(second) == [record(1)])
        second.append([record(2)])
        first.append([record(4)])
        #expect(all(log()) == [record(1), record(4)])
    }

    @Test func `a log is written again without what is not needed, once that is more than half`() {
        let log = log()
        let count = 30_000
        for start in stride(from: 0, to: count, by: 1000) { log.append((start..<(start + 1000)).map { record($0) }) }
        let before = log.sizeBytes
        // Two thirds are as they were.
        log.compact { $0.hasSuffix("0") ? 2 : 1 }
        #expect(log.sizeBytes == before)
        for start in stride(from: 0, to: count, by: 1000) {
            log.append((start..<(start + 1000)).map { record($0, revision: 2) })
        }
        for start in stride(from: 0, to: count, by: 1000) {
            log.append((start..<(start + 1000)).map { record($0, revision: 3) })
        }
        log.compact { $0 == "item-7" ? nil : 3 }
        let expected = (0..<count).filter { $0 != 7 }.map { record($0, revision: 3) }
        #expect(all(log) == expected && log.sizeBytes < before * 11 / 10)
        log.append([record(7, revision: 4)])
        #expect(all(log) == expected + [record(7, revision: 4)])
        #expect(access(folder.file("log.draft"), F_OK) != 0)
    }

    @Test func `a full log takes no more, and a disk that cannot be written costs nothing else`() {
        let small = MetadataLog(path: folder.file("log"), collection: "c", limitBytes: 300)
        small.append([record(1)])
        small.append((0..<100).map { record($0) })
        #expect(all(small) == [record(1)])
        let nowhere = MetadataLog(path: folder.file("no/log"), collection: "c")
        nowhere.append([record(1)])
        #expect(all(nowhere).isEmpty)
    }

    @Test func `logs together are bounded, and the oldest leave`() {
        for number in 0..<4 {
            let logs = MetadataLogs(folder: folder.path)
            logs.log(of: "c\(number)").append([
                MetadataRecord(item: String(repeating: "i", count: 900), revision: 1, metadata: nil)
            ])
            let times = [timespec(tv_sec: 1000 + number, tv_nsec: 0), timespec(tv_sec: 1000 + number, tv_nsec: 0)]
            utimensat(AT_FDCWD, logs.path(of: "c\(number)"), times, 0)
        }
        let logs = MetadataLogs(folder: folder.path, limitBytes: 2000)
        #expect((0..<4).map { access(logs.path(of: "c\($0)"), F_OK) == 0 } == [false, false, true, true])
    }

    @Test func `what an earlier version has measured is taken over, and what it has read is not`() {
        let measured = MetadataRecord(
            MeasuredPicture(MetadataRequest(item: "item-1", revision: 1), PictureMeasures(sharpness: 321)))
        let old = (3...4).map { MetadataLogs(folder: folder.path).path(of: "c", version: $0) }
        for path in old {
            mkdir(String(path[..<path.lastIndex(of: "/")!]), 0o700)
            MetadataLog(path: path, collection: "c").append([record(1), measured, record(2)])
        }
        for others in [[], [record(9)]] {
            let log = MetadataLogs(folder: folder.path).log(of: "c")
            #expect(all(log) == [measured])
            #expect(old.allSatisfy { access($0, F_OK) != 0 })
            log.append(others)
        }
        #expect(all(MetadataLogs(folder: folder.path).log(of: "c")) == [measured, record(9)])
    }
}
