import CollectionQuery
import Dispatch
import Glibc
import GridEngine
import LookaheadTesting
import SeededRandom
import Synchronization
import Testing

@testable import Renditions

/// Real confined workers of the real program.
@Suite(.serialized) struct MetadataReaderTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private static let program: String = {
        if let named = getenv("LOOKAHEAD_BINARY") { return String(cString: named) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/.build/debug/lookahead"
    }()

    private func reader(
        readers: Int = 1, limits: WorkerLimits = .metadata, isLoading: @escaping @Sendable () -> Bool = { false }
    ) -> BackgroundMetadataReader {
        BackgroundMetadataReader(
            program: Self.program,
            arguments: ["decode-worker", "--address-space", "\(limits.addressSpaceBytes)", "--metadata"],
            readers: readers, cacheFolder: cache.path, limits: limits, isLoading: isLoading)
    }

    private func request(_ names: [String], revision: UInt64 = 1) -> [MetadataRequest] {
        names.map { MetadataRequest(item: $0, revision: revision) }
    }

    /// What is found, by item. Each comes once.
    private func read(
        _ items: [MetadataRequest], with reader: BackgroundMetadataReader, source: FolderOfFiles? = nil,
        cancellation: Cancellation = Cancellation(), whenFound: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [String: MetadataAnswer] {
        let source = source ?? FolderOfFiles(folder)
        return await blocking {
            let found = Mutex<[String: MetadataAnswer]>([:])
            reader.readMetadata(of: items, in: source, cancellation: cancellation) { batch in
                found.withLock { found in
                    for (index, answer) in batch {
                        #expect(found.updateValue(answer, forKey: items[index].item) == nil)
                    }
                }
                whenFound(batch.count)
            }
            return found.withLock { $0 }
        }
    }

    private func picture(_ number: Int) -> [UInt8] {
        var picture = DescribedPicture()
        picture.main = [.text(0x110, "Camera \(number)")]
        picture.exif = [.number(0x8827, 100 + number), .text(0x9003, "2024:05:17 12:33:0\(number % 10)")]
        return picture.tiff
    }

    private func write(_ count: Int) -> [String] {
        (0..<count).map { number in
            folder.write(picture(number), to: "\(number)")
            return "\(number)"
        }
    }

    @Test func `workers read what this process would read`() async throws {
        let described = PictureMetadataTests.described
        try TestPicture.quarters(width: 32, height: 24).save(
            "jpegsave", to: folder.file("plain"), options: "strip=true")
        folder.write(described.jpeg(folder.read("plain")), to: "a.jpg")
        folder.write(described.heif, to: "b.heic")
        folder.write(DescribedPicture.xmp("<xmp:Rating>2</xmp:Rating>"), to: "a.jpg.xmp")
        folder.write("no picture", to: "c.png")
        var older = DescribedPicture()
        older.iptc = [(120, [0xb9, 0xd9, 0xb4, 0xd9])]
        older.exif = [
            .bytes(0x9286, Array("UNICODE\0".utf8) + DescribedPicture.utf16("댓글"))
        ]
        folder.write(older.jpeg(folder.read("plain")), to: "d.jpg")
        let reader = reader()
        let found = await read(request(["a.jpg", "b.heic", "c.png", "d.jpg", "gone"]), with: reader)
        guard case .file(let file, _) = try folder.original("b.heic") else { return }
        let expected = try #require(MetadataExtractor.metadata(in: file))
        #expect(found["b.heic"] == .read(expected))
        var beside = expected
        beside.stars = 2
        (beside.width, beside.height) = (32, 24)
        #expect(found["a.jpg"] == .read(beside))
        // Korean of older systems, and UTF-16: what no confined process could load the tables for.
        #expect(found["d.jpg"]?.metadata?.caption == "바다")
        // It was written a moment ago, and the other one may come back.
        #expect(found.count == 5 && found["c.png"] == .waiting && found["gone"] == .waiting)
        #expect(reader.statistics.crashed == 0)
    }

    @Test func `each revision is read once, also over restarts`() async {
        let names = write(70)
        #expect(await read(request(names), with: reader()).count == 70)
        // Files of the same revision are not even opened.
        for name in names { folder.write("changed", to: name) }
        let again = reader()
        let found = await read(request(names), with: again)
        #expect(found.count == 70 && found["42"]?.metadata?.camera == "Camera 42")
        #expect(again.statistics.known == 70 && again.statistics.read == 0 && again.processes.isEmpty)
        #expect(await read(request(["42", "43"], revision: 2), with: again) == ["42": .waiting, "43": .waiting])
        #expect(again.statistics.read == 2)
    }

    @Test func `what loads measured is kept for the revision, also where nothing was read before`() async {
        let names = write(2)
        let source = FolderOfFiles(folder)
        // The first one has no log yet, the second one has not read it.
        let measures = [
            PictureMeasures(sharpness: 321),
            PictureMeasures(sharpness: 322, likeness: Likeness(bits: 0xf00d)),
        ]
        for one in measures { reader().keep([MeasuredPicture(request(names)[1], one)], in: source) }
        #expect(await answers(request(names)) == [names[1]: measures])
        #expect(await answers(request(names)) == [names[1]: measures])
        #expect(await answers(request(names, revision: 2)).isEmpty)
    }

    /// What a reader says was measured, by item.
    private func answers(_ items: [MetadataRequest]) async -> [String: [PictureMeasures]] {
        let (reader, source) = (reader(), FolderOfFiles(folder))
        return await blocking {
            let found = Mutex<[String: [PictureMeasures]]>([:])
            reader.readMetadata(of: items, in: source, cancellation: Cancellation()) { batch in
                for case (let index, .measured(let measures)) in batch {
                    found.withLock { $0[items[index].item, default: []].append(measures) }
                }
            }
            return found.withLock { $0 }
        }
    }

    @Test func `those first that are first, in batches, and processes end with the reading`() async {
        let names = write(100)
        let order = Mutex<[Int]>([])
        let reader = reader()
        let (items, source) = (request(names), FolderOfFiles(folder))
        await blocking {
            reader.readMetadata(of: items, in: source, cancellation: Cancellation()) { batch in
                order.withLock { $0 += batch.map(\.index) }
            }
        }
        #expect(order.withLock { $0 } == Array(0..<100))
        #expect(reader.processes.isEmpty)
    }

    @Test func `a reading that is cancelled goes on later where it was`() async {
        let names = write(150)
        let cancellation = Cancellation()
        let found = await read(request(names), with: reader(), cancellation: cancellation) { _ in cancellation.cancel()
        }
        #expect((1..<150).contains(found.count))
        let next = reader()
        #expect(await read(request(names), with: next).count == 150)
        #expect(next.statistics.known == found.count && next.statistics.read == 150 - found.count)
    }

    /// Stops the process that is to read the second file, and does something to it while it has the file.
    private func readDisturbed(
        _ names: [String], revision: UInt64, limits: WorkerLimits = .metadata,
        _ disturb: @escaping @Sendable (pid_t) -> Void
    ) async -> (found: [String: MetadataAnswer], crashed: Int) {
        let calls = Mutex(0)
        let box = Mutex<BackgroundMetadataReader?>(nil)
        let disturbed = reader(limits: limits) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard call == 2, let process = box.withLock({ $0?.processes.first }) else { return false }
            kill(process, SIGSTOP)
            disturb(process)
            return false
        }
        box.withLock { $0 = disturbed }
        defer { box.withLock { $0 = nil } }
        return (await read(request(names, revision: revision), with: disturbed), disturbed.statistics.crashed)
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS])
    func `a crash costs one file's fields, and that file is not tried again`(signal: Int32) async throws {
        let names = write(3)
        // A process that ends before it has the file costs nothing: again, with more time.
        for attempt in 1..<UInt64(60) {
            let (found, crashed) = await readDisturbed(names, revision: attempt) { process in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(10 * attempt))) {
                    kill(process, signal)
                    kill(process, SIGCONT)
                }
            }
            #expect(found["0"]?.metadata?.camera == "Camera 0" && found["2"]?.metadata?.camera == "Camera 2")
            guard crashed > 0 else { continue }
            #expect(crashed == 1 && found["1"] == .read(nil))
            let again = reader()
            #expect(await read(request(names, revision: attempt), with: again) == found)
            #expect(again.statistics.known == 3)
            return
        }
        Issue.record("no process ended at a file")
    }

    @Test func `a process that hangs costs one file's fields for now`() async {
        let names = write(3)
        var limits = WorkerLimits.metadata
        limits.wallTime = .seconds(2)
        let (found, crashed) = await readDisturbed(names, revision: 1, limits: limits) { _ in }
        #expect(found.count == 3 && found["1"] == .waiting && crashed == 0)
        #expect(await read(request(names), with: reader())["1"]?.metadata?.camera == "Camera 1")
    }

    @Test func `a program that is no worker costs nothing but time, and nothing is kept of it`() async {
        let names = write(3)
        let broken = BackgroundMetadataReader(program: "/bin/true", arguments: [], readers: 1, cacheFolder: cache.path)
        #expect(await read(request(names), with: broken).values.allSatisfy { $0 == .waiting })
        let reader = reader()
        #expect(await read(request(names), with: reader)["2"]?.metadata?.camera == "Camera 2")
        #expect(reader.statistics.known == 0)
    }

    @Test func `reading waits while pictures are loaded, but not for ever`() async {
        let names = write(2)
        let asked = Mutex(0)
        let busy = reader {
            asked.withLock { $0 += 1 }
            return true
        }
        #expect(await read(request(names), with: busy).count == 2)
        #expect(asked.withLock { $0 } > 4)
        let calls = Mutex(0)
        let quiet = reader {
            calls.withLock { $0 += 1 }
            return false
        }
        #expect(await read(request(names, revision: 2), with: quiet).count == 2)
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func `several collections are read side by side`() async {
        let names = write(200)
        let reader = reader()
        let first = Mutex(0)
        let second = Mutex<Int?>(nil)
        let folder = folder
        let requests = request(names)
        let isBegun = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        _ = await read(requests, with: reader) { count in
            let isFirst = first.withLock {
                $0 += count; return $0 == count
            }
            if isFirst {
                DispatchQueue(label: "second").async {
                    isBegun.signal()
                    reader.readMetadata(
                        of: Array(requests.prefix(64)), in: FolderOfFiles(folder, id: "b"), cancellation: Cancellation()
                    ) { _ in
                        second.withLock { $0 = $0 ?? first.withLock { $0 } }
                        isDone.signal()
                    }
                }
                isBegun.wait()
            }
            // The only thread that reads is this one: between two chunks, the second one comes into the queue.
            if second.withLock({ $0 }) == nil { usleep(50_000) }
        }
        await blocking { isDone.wait() }
        // It was not kept until the first one had ended.
        #expect(second.withLock { $0 }! < 200)
    }

    @Test func `damaged and hostile files cost their fields only`() async throws {
        let good = PictureMetadataTests.described
        try TestPicture.quarters(width: 32, height: 24).save(
            "jpegsave", to: folder.file("plain"), options: "strip=true")
        var names: [String] = []
        let add = { (bytes: [UInt8]) in
            names.append("\(names.count)")
            folder.write(bytes, to: names.last!)
        }
        for bytes in Self.hostile { add(bytes) }
        var random = SeededRandom(seed: 2036)
        for base in [good.jpeg(folder.read("plain")), good.tiff, good.heif] {
            for count in stride(from: 1, to: base.count, by: max(1, base.count / 40)) { add(Array(base[..<count])) }
            for _ in 0..<120 {
                var damaged = base
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    damaged[Int.random(in: 0..<min(damaged.count, 900), using: &random)] = [0, 1, 0x7f, 0x80, 0xff]
                        .randomElement(using: &random)!
                }
                add(damaged)
            }
        }
        add(good.tiff)
        let reader = reader(readers: 2)
        let found = await read(request(names), with: reader)
        #expect(found.count == names.count)
        #expect(found[names.last!]?.metadata?.camera == "Canon EOS R5")
        #expect(reader.processes.isEmpty)
    }

    /// Directories without end, counts beyond all memory, entities that grow.
    private static var hostile: [[UInt8]] {
        let head = joined([DescribedPicture.ascii("II*\0"), little(8, 4)])
        // Sub-directories, those of Exif and of the place, and the next one all lead back to the first.
        let loop = joined([
            head, little(4, 2), entry(0x14a, 4, 1, 8), entry(0x8769, 4, 1, 8), entry(0x8825, 4, 1, 8),
            entry(0xa005, 4, 1, 8), little(8, 4),
        ])
        let huge = joined([
            head, little(3, 2), entry(0x10e, 2, 0xffff_fff0, 8), entry(0x110, 2, 0x7fff_ffff, 0xffff_ff00),
            entry(0x829a, 5, 0x2000_0001, 8), little(0, 4),
        ])
        let many = joined([head, little(0xffff, 2), entry(0x110, 2, 4, 0x4141_4141)])
        let wide = joined(
            [head, little(2000, 2)] + (0..<2000).map { _ in entry(0x14a, 4, 1, 8) } + [little(8, 4)])
        let lies = joined([[0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff], DescribedPicture.ascii("Exif\0\0"), huge])
        var nested: [UInt8] = []
        for _ in 0..<2000 { nested = DescribedPicture.box("meta", joined([little(0, 4), nested])) }
        let kind = DescribedPicture.box("ftyp", DescribedPicture.ascii("heicmif1"))
        let endless = joined([
            kind, [0, 0, 0, 1], DescribedPicture.ascii("meta"), [UInt8](repeating: 0xff, count: 64),
        ])
        return [loop, huge, many, wide, lies, laughs, deep, joined([kind, nested]), endless]
    }

    /// Entities that double three times each.
    private static var laughs: [UInt8] {
        var entities = "<!ENTITY e0 \"ha\">"
        for number in 1...9 {
            let before = String(repeating: "&e\(number - 1);", count: 8)
            entities += "<!ENTITY e\(number) \"\(before)\">"
        }
        let xmp = DescribedPicture.xmp("<photoshop:City>&e9;</photoshop:City>")
        return DescribedPicture.ascii("<?xml version=\"1.0\"?><!DOCTYPE x [\(entities)]>\(xmp)")
    }

    private static var deep: [UInt8] {
        DescribedPicture.ascii(
            DescribedPicture.xmp(String(repeating: "<dc:title><rdf:Alt><rdf:li>", count: 20_000)))
    }

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        joined([little(tag, 2), little(type, 2), little(count, 4), little(value, 4)])
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] { DescribedPicture.little(number, count) }
    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }
}

extension MetadataAnswer {
    fileprivate var metadata: PictureMetadata? { if case .read(let metadata) = self { metadata } else { nil } }
}
