import Glibc
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import Renditions

@Suite struct RenditionLoaderTests {
    private let folder = TemporaryFolder()
    private let decoder = ScriptedDecoder()

    private func loader(
        loaders: Int = 1, memory: Int = 1 << 20, disk: Bool = false, decoder: (any PictureDecoder)? = nil
    ) -> RenditionLoader {
        RenditionLoader(
            configuration: RenditionConfiguration(
                loaders: loaders, memoryCacheBytes: memory, diskCacheFolder: disk ? folder.file("cache") : nil),
            decoder: decoder ?? self.decoder)
    }

    private func key(_ number: UInt8, revision: UInt64 = 1, width: Int = 96) -> RenditionKey {
        RenditionKey(collection: "photos", item: "item-\(number)", revision: revision, form: .width(width))
    }

    private func request(_ number: UInt8, holding barrier: Barrier? = nil) -> RenditionRequest {
        RenditionRequest(key: key(number)) { _ in
            barrier?.hold()
            return .encoded([number])
        }
    }

    private func load(
        _ loader: RenditionLoader, _ request: RenditionRequest, cancellation: Cancellation = Cancellation()
    ) async -> Result<Rendition, LoadFailure> {
        await withCheckedContinuation { continuation in
            loader.load(request, cancellation: cancellation) { continuation.resume(returning: $0.map(\.rendition)) }
        }
    }

    /// Starts a load at once, so that what follows comes after it; the answer is awaited later.
    private func begin(
        _ loader: RenditionLoader, _ request: RenditionRequest, cancellation: Cancellation = Cancellation()
    ) -> Task<Result<Rendition, LoadFailure>?, Never> {
        let answer = AsyncStream<Result<Rendition, LoadFailure>>.makeStream()
        loader.load(request, cancellation: cancellation) { answer.continuation.yield($0.map(\.rendition)) }
        return Task {
            var iterator = answer.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test func `a second load comes from memory, a new loader's from disk`() async throws {
        let first = loader(disk: true)
        #expect(first.cached(key(1)) == nil)
        let made = try await load(first, request(1)).get()
        #expect(first.cached(key(1))?.bytes == made.bytes)
        _ = try await load(first, request(1)).get()
        _ = await load(first, request(2))
        #expect(decoder.decoded == [[1], [2]])
        // Files are written after the answer, by another thread where one takes long.
        try await until { first.statistics.diskEntries >= 2 }
        #expect(first.statistics.memoryHits == 2)

        let second = loader(disk: true)
        let kept = try await load(second, request(1)).get()
        #expect(kept.bytes == made.bytes)
        #expect(
            (kept.contentType, kept.width, kept.originalWidth, kept.originalHeight) == ("image/test", 96, 1000, 500))
        #expect(decoder.decoded == [[1], [2]], "nothing is decoded again")
        #expect(second.statistics.diskHits == 1)
    }

    @Test func `another revision or width is another rendition`() async throws {
        let loader = loader()
        _ = await load(loader, request(1))
        #expect(loader.cached(key(1, revision: 2)) == nil)
        #expect(loader.cached(key(1, width: 160)) == nil)
        #expect(loader.cached(key(1)) != nil)
    }

    @Test func `a load called off while it waits never begins`() async throws {
        let loader = loader()
        let barrier = Barrier()
        let first = begin(loader, request(1, holding: barrier))
        await barrier.isReached()
        let cancellation = Cancellation()
        let second = begin(loader, request(2), cancellation: cancellation)
        #expect(loader.statistics.queued == 1)
        cancellation.cancel()
        // The answer comes though the only thread is busy.
        guard case .failure(.cancelled) = await second.value else {
            Issue.record("a load that is called off says so")
            return
        }
        #expect(loader.statistics.queued == 0)
        barrier.open()
        _ = try #require(await first.value).get()
        _ = await load(loader, request(3))
        #expect(decoder.decoded == [[1], [3]])
        #expect(loader.statistics.cancelled == 1)
        #expect(loader.statistics.finished == 2)
    }

    @Test func `a load called off while its original is fetched does not decode`() async {
        let loader = loader()
        let barrier = Barrier()
        let cancellation = Cancellation()
        let task = begin(loader, request(1, holding: barrier), cancellation: cancellation)
        await barrier.isReached()
        cancellation.cancel()
        guard case .failure(.cancelled) = await task.value else {
            Issue.record("a load that is called off says so")
            return
        }
        barrier.open()
        _ = await load(loader, request(2))
        #expect(decoder.decoded == [[2]])
        #expect(loader.cached(key(1)) == nil)
        #expect(loader.statistics.decodes == 1)
        #expect(loader.statistics.cancelled == 1)
    }

    @Test func `asks for one key share one load, and one who leaves takes nothing away`() async throws {
        let loader = loader(loaders: 2)
        let barrier = Barrier()
        let leaving = Cancellation()
        let first = begin(loader, request(1, holding: barrier), cancellation: leaving)
        await barrier.isReached()
        let second = begin(loader, request(1, holding: barrier))
        leaving.cancel()
        guard case .failure(.cancelled) = await first.value else {
            Issue.record("whoever leaves is told so")
            return
        }
        barrier.open()
        _ = try #require(await second.value).get()
        #expect(decoder.decoded == [[1]])
        #expect(loader.statistics.shared == 1)
        #expect(loader.statistics.cancelled == 0)
    }

    @Test func `the last to leave calls the load off, and the next ask begins anew`() async throws {
        let loader = loader(loaders: 2)
        let barrier = Barrier()
        let seen = Mutex<Cancellation?>(nil)
        let observed = RenditionRequest(key: key(1)) { cancellation in
            seen.withLock { $0 = cancellation }
            barrier.hold()
            return .encoded([1])
        }
        let (one, two) = (Cancellation(), Cancellation())
        let first = begin(loader, observed, cancellation: one)
        await barrier.isReached()
        let second = begin(loader, observed, cancellation: two)
        one.cancel()
        #expect(seen.withLock { $0?.isCancelled } == false)
        two.cancel()
        #expect(seen.withLock { $0?.isCancelled } == true)
        _ = await (first.value, second.value)
        let third = try await load(loader, request(1)).get()
        #expect(third.bytes[0] == 1)
        barrier.open()
    }

    @Test func `a failure is told, counted, and tried again when asked`() async {
        let loader = loader()
        let broken = RenditionRequest(key: key(1)) { _ in .encoded([]) }
        for _ in 0..<2 {
            guard case .failure(.unreadable(.fileEmpty)) = await load(loader, broken) else {
                Issue.record("the decoder's reason is passed on")
                return
            }
        }
        #expect(decoder.decoded.count == 2)
        #expect(loader.statistics.failed == 2)
        guard case .success = await load(loader, request(1)) else {
            Issue.record("the mended file is read")
            return
        }
    }

    @Test func `a file in the midst of being written is not yet broken`() async throws {
        try TestPicture.quarters(width: 300, height: 200).save("jpegsave", to: folder.file("whole.jpg"))
        let whole = folder.read("whole.jpg")
        folder.write(Array(whole.prefix(whole.count / 2)), to: "a.jpg")
        let folder = folder
        let request = RenditionRequest(key: key(1)) { _ throws(LoadFailure) in try folder.original("a.jpg") }
        let loader = loader(decoder: VipsDecoder())
        guard case .failure(.notYet) = await load(loader, request) else {
            Issue.record("half a file that was written just now is waited for")
            return
        }
        var configuration = loader.configuration
        configuration.settlingSeconds = 0
        let impatient = RenditionLoader(configuration: configuration, decoder: VipsDecoder())
        guard case .failure(.unreadable) = await load(impatient, request) else {
            Issue.record("half a file that nobody writes to is broken")
            return
        }
        folder.write(whole, to: "a.jpg")
        guard case .success = await load(loader, request) else {
            Issue.record("the whole file is read")
            return
        }
    }

    @Test func `a complete file that is broken is not waited for`() async throws {
        try TestPicture.quarters(width: 300, height: 200).save("jpegsave", to: folder.file("whole.jpg"))
        let whole = folder.read("whole.jpg")
        folder.write(Array(whole.prefix(whole.count / 2)), to: "upload")
        let path = folder.file("upload")
        let request = RenditionRequest(key: key(1)) { _ throws(LoadFailure) in
            .file(OpenFile(descriptor: open(path, O_RDONLY | O_CLOEXEC), isComplete: true), name: "upload")
        }
        guard case .failure(.unreadable) = await load(loader(decoder: VipsDecoder()), request) else {
            Issue.record("nobody writes to an upload that was taken")
            return
        }
    }

    @Test func `a cancellation raised before gives its answer too`() async {
        let cancellation = Cancellation()
        cancellation.cancel()
        guard case .failure(.cancelled) = await load(loader(), request(1), cancellation: cancellation) else {
            Issue.record("every completion is called")
            return
        }
        #expect(decoder.decoded.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func `completions come under nobody's lock`() async {
        let loader = loader()
        let answers = AsyncStream<Bool>.makeStream()
        let cancellation = Cancellation()
        // A caller that holds a lock would wait for itself if a completion ran on its thread, inside `load` or `cancel`.
        let caller = pthread_self()
        let isCalling = Mutex(true)
        let answer = { @Sendable (_: Result<LoadedRendition, LoadFailure>) in
            let isInside = isCalling.withLock { $0 } && pthread_equal(pthread_self(), caller) != 0
            answers.continuation.yield(isInside)
            return
        }
        loader.load(request(1), cancellation: cancellation, completion: answer)
        cancellation.cancel()
        loader.load(request(2), cancellation: cancellation, completion: answer)
        isCalling.withLock { $0 = false }
        var iterator = answers.stream.makeAsyncIterator()
        for _ in 0..<2 { #expect(await iterator.next() == false) }
    }

    @Test func `a loader that goes away answers what was waiting`() async {
        let barrier = Barrier()
        var loader: RenditionLoader? = loader()
        let first = begin(loader!, request(1, holding: barrier))
        await barrier.isReached()
        let second = begin(loader!, request(2))
        loader = nil
        barrier.open()
        #expect(await first.value != nil)
        #expect(await second.value != nil)
    }

    @Test func `memory stays within its limit, and what was used last stays`() async {
        let entry = 100 + MemoryCache.entryOverheadBytes
        let loader = loader(memory: 3 * entry)
        for number in 1...3 { _ = await load(loader, request(UInt8(number))) }
        #expect(loader.cached(key(1)) != nil)
        _ = await load(loader, request(4))
        #expect(loader.cached(key(2)) == nil, "the least recently used one left")
        for number in [1, 3, 4] { #expect(loader.cached(key(UInt8(number))) != nil) }
        #expect(loader.statistics.memoryBytes == 3 * entry)
        #expect(loader.statistics.memoryEntries == 3)
    }

    @Test func `real files are made into renditions by many threads at once`() async throws {
        for number in 0..<8 {
            try TestPicture.quarters(width: 200 + number * 10, height: 200).save(
                "jpegsave", to: folder.file("\(number).jpg"))
        }
        let loader = loader(loaders: 4, disk: true, decoder: VipsDecoder())
        let folder = folder
        let widths = await withTaskGroup(of: Int?.self, returning: [Int].self) { group in
            for number in 0..<32 {
                let request = RenditionRequest(key: key(UInt8(number % 8))) { _ throws(LoadFailure) in
                    try folder.original("\(number % 8).jpg")
                }
                group.addTask { try? await load(loader, request).get().originalWidth }
            }
            var widths: [Int] = []
            for await width in group { widths.append(width ?? 0) }
            return widths.sorted()
        }
        let expected: [Int] = (0..<8).flatMap { number in [Int](repeating: 200 + number * 10, count: 4) }
        #expect(widths == expected)
        #expect(loader.statistics.decodes == 8)
    }

    @Test func `a file that is gone is missing`() async {
        let folder = folder
        let request = RenditionRequest(key: key(1)) { _ throws(LoadFailure) in try folder.original("gone.jpg") }
        guard case .failure(.missing) = await load(loader(decoder: VipsDecoder()), request) else {
            Issue.record("a missing file is missing")
            return
        }
    }
}
