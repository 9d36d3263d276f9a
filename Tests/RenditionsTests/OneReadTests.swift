import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import Renditions

/// However many renditions of a picture are wanted at once, its original is read once.
@Suite struct OneReadTests {
    private typealias Answer = Result<LoadedRendition, LoadFailure>

    /// Content that arrives when the test says so.
    private final class HeldOriginal: Sendable {
        let barrier = Barrier()
        private let reads = Mutex<[Cancellation]>([])

        /// The cancellations of the reads so far.
        var cancellations: [Cancellation] { reads.withLock { $0 } }

        func read(_ cancellation: Cancellation) throws(LoadFailure) -> Original {
            reads.withLock { $0.append(cancellation) }
            barrier.hold()
            guard !cancellation.isCancelled else { throw .cancelled }
            return .encoded([7])
        }
    }

    private let decoder = ScriptedDecoder()
    private let original = HeldOriginal()

    private func loader() -> RenditionLoader {
        RenditionLoader(configuration: RenditionConfiguration(loaders: 3, decoders: 3), decoder: decoder)
    }

    /// Starts a load at once; the answer is awaited later.
    private func begin(
        _ loader: RenditionLoader, _ form: RenditionForm, byProduct: RenditionForm? = nil,
        cancellation: Cancellation = Cancellation()
    ) -> Task<Answer?, Never> {
        let original = original
        var request = RenditionRequest(
            key: RenditionKey(collection: "c", item: "i", revision: 1, form: form)
        ) { (cancellation) throws(LoadFailure) in try original.read(cancellation) }
        request.byProduct = byProduct
        let answers = AsyncStream<Answer>.makeStream()
        loader.load(request, cancellation: cancellation) { answers.continuation.yield($0) }
        return Task {
            var iterator = answers.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    /// Until so many loads wait for a read or use what it has read.
    private func shared(by count: Int, in loader: RenditionLoader) async throws {
        try await until { loader.state.withLock { $0.readings.values.reduce(0) { $0 + $1.users } } == count }
    }

    @Test func `two sizes under way share one read`() async throws {
        let loader = loader()
        let small = begin(loader, .width(96))
        await original.barrier.isReached()
        let large = begin(loader, .width(640))
        try await shared(by: 2, in: loader)
        original.barrier.open()
        let (one, two) = (try #require(await small.value).get(), try #require(await large.value).get())
        #expect((one.rendition.width, two.rendition.width) == (96, 640))
        #expect(one.isFromSource && !two.isFromSource, "the second did not wait for the whole read")
        #expect(original.cancellations.count == 1 && loader.statistics.originals == 1)
    }

    @Test func `a picture and its preview under way come out of one decode`() async throws {
        let loader = loader()
        let preview = begin(loader, .preview, byProduct: .width(96))
        await original.barrier.isReached()
        let full = begin(loader, .width(96), byProduct: .preview)
        try await shared(by: 2, in: loader)
        original.barrier.open()
        let made = try #require(await preview.value).get()
        #expect(made.byProduct?.form == .width(96) && made.byProduct?.rendition.width == 96)
        let other = try #require(await full.value).get()
        #expect(other.rendition.width == 96)
        #expect(original.cancellations.count == 1 && decoder.decoded.count == 1)
        #expect(loader.statistics.running == 0 && loader.statistics.finished == 2)
    }

    @Test func `a full picture brings the preview that memory lacks`() async throws {
        let loader = loader()
        original.barrier.open()
        let first = try #require(await begin(loader, .width(96), byProduct: .preview).value).get()
        #expect(first.byProduct?.form == .preview)
        let second = try #require(await begin(loader, .width(640), byProduct: .preview).value).get()
        #expect(second.byProduct == nil)
    }

    @Test func `a read goes on for those that stay, and ends with the last`() async throws {
        let loader = loader()
        let (one, two) = (Cancellation(), Cancellation())
        let first = begin(loader, .width(96), cancellation: one)
        await original.barrier.isReached()
        let second = begin(loader, .width(640), cancellation: two)
        try await shared(by: 2, in: loader)
        one.cancel()
        _ = await first.value
        #expect(original.cancellations.map(\.isCancelled) == [false])
        let third = begin(loader, .width(320))
        try await shared(by: 2, in: loader)
        two.cancel()
        _ = await second.value
        #expect(original.cancellations.map(\.isCancelled) == [false])
        original.barrier.open()
        let kept = try #require(await third.value).get()
        #expect(kept.rendition.width == 320)
        #expect(original.cancellations.count == 1)
    }

    @Test func `after the last has left, the next load reads again`() async throws {
        let loader = loader()
        let cancellation = Cancellation()
        let first = begin(loader, .width(96), byProduct: .preview, cancellation: cancellation)
        await original.barrier.isReached()
        cancellation.cancel()
        _ = await first.value
        #expect(original.cancellations.map(\.isCancelled) == [true])
        let second = begin(loader, .width(96), byProduct: .preview)
        try await until { original.cancellations.count == 2 }
        original.barrier.open()
        let made = try #require(await second.value).get()
        #expect(made.byProduct != nil)
        #expect(loader.statistics.cancelled == 1)
    }

    @Test func `one whose rendition another was to make goes on by itself when that one leaves`() async throws {
        let loader = loader()
        let cancellation = Cancellation()
        let preview = begin(loader, .preview, byProduct: .width(96), cancellation: cancellation)
        await original.barrier.isReached()
        let full = begin(loader, .width(96))
        try await shared(by: 2, in: loader)
        cancellation.cancel()
        _ = await preview.value
        original.barrier.open()
        let other = try #require(await full.value).get()
        #expect(other.rendition.width == 96)
        #expect(original.cancellations.count == 1)
    }

    @Test func `a failed read fails all that waited for it, and the next one tries again`() async throws {
        let loader = loader()
        let missing = RenditionKey(collection: "c", item: "gone", revision: 1, form: .width(96))
        let failures = AsyncStream<Answer>.makeStream()
        let barrier = Barrier()
        for form in [RenditionForm.width(96), .width(640)] {
            let request = RenditionRequest(key: missing.with(form)) { (_) throws(LoadFailure) in
                barrier.hold()
                throw .missing
            }
            loader.load(request, cancellation: Cancellation()) { failures.continuation.yield($0) }
        }
        try await shared(by: 2, in: loader)
        barrier.open()
        var iterator = failures.stream.makeAsyncIterator()
        for _ in 0..<2 {
            guard case .failure(.missing)? = await iterator.next() else { return #expect(Bool(false), "it succeeded") }
        }
        #expect(loader.statistics.originals == 1 && loader.statistics.failed == 2)
        let mended = RenditionRequest(key: missing) { _ in .encoded([1]) }
        loader.load(mended, cancellation: Cancellation()) { failures.continuation.yield($0) }
        let made = try #require(await iterator.next()).get()
        #expect(made.rendition.width == 96)
    }
}
