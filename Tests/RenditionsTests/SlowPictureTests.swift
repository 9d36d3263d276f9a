import Glibc
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import Renditions

/// What waits for a decode that takes long gives up its loader, as long as there is memory for the loads that begin in its place.
@Suite struct SlowPictureTests {
    /// A load that was begun.
    private final class Load: Sendable {
        private let state = Mutex<(isSlow: Bool, answer: Result<LoadedRendition, LoadFailure>?)>((false, nil))
        let cancellation = Cancellation()

        var isSlow: Bool { state.withLock { $0.isSlow } }
        var answer: Result<LoadedRendition, LoadFailure>? { state.withLock { $0.answer } }
        var loaded: LoadedRendition? { try? answer?.get() }

        func noteSlow() { state.withLock { $0.isSlow = true } }
        func end(_ answer: Result<LoadedRendition, LoadFailure>) { state.withLock { $0.answer = answer } }
    }

    private let folder = TemporaryFolder()

    private func loader(_ decoder: ScriptedDecoder, slowBytes: Int = 1 << 20, decoders: Int = 4) -> RenditionLoader {
        var configuration = RenditionConfiguration(loaders: 4, decoders: decoders)
        configuration.slowBytes = slowBytes
        return RenditionLoader(configuration: configuration, decoder: decoder)
    }

    /// Begins a load of the item that is named as its first byte. Its content is `bytes`, a download, or `file`.
    private func begin(
        _ loader: RenditionLoader, _ bytes: [UInt8], _ form: RenditionForm = .width(96),
        byProduct: RenditionForm? = nil, reading: Barrier? = nil, file: String? = nil
    ) -> Load {
        let load = Load()
        let folder = folder
        var request = RenditionRequest(
            key: RenditionKey(collection: "c", item: "\(bytes[0])", revision: 1, form: form)
        ) { (_) throws(LoadFailure) in
            reading?.hold()
            return if let file { try folder.original(file) } else { .encoded(bytes) }
        }
        request.byProduct = byProduct
        request.whenSlow = { load.noteSlow() }
        loader.load(request, cancellation: load.cancellation) { load.end($0) }
        return load
    }

    /// Until so many loads wait for a read or use what it has read.
    private func shared(by count: Int, in loader: RenditionLoader) async throws {
        try await until { loader.state.withLock { $0.readings.values.reduce(0) { $0 + $1.users } } == count }
    }

    @Test(arguments: [false, true])
    func `a load that waits for a slow decode gives up its loader, whenever it came`(isEarly: Bool) async throws {
        let (reading, decode) = (Barrier(), Barrier())
        let loader = loader(ScriptedDecoder(slow: [1: decode]))
        let preview = begin(loader, [1], .preview, byProduct: .width(96), reading: reading)
        await reading.isReached()
        let full: Load
        if isEarly {
            full = begin(loader, [1])
            try await shared(by: 2, in: loader)
            #expect(!full.isSlow)
            reading.open()
        } else {
            reading.open()
            try await until { preview.isSlow }
            full = begin(loader, [1])
        }
        try await until { full.isSlow && preview.isSlow }
        #expect(full.answer == nil)
        decode.open()
        try await until { full.answer != nil && preview.answer != nil }
        // It says nothing of what its next load costs.
        #expect(full.loaded?.isFromSource == false && preview.loaded?.isFromSource == true)
    }

    @Test func `a download gives up its loader before it is decoded, unless the decoders fall behind`() async throws {
        let barrier = Barrier()
        let decoder = ScriptedDecoder(slow: [1: barrier, 2: barrier, 3: barrier, 4: barrier], saysSlow: false)
        let loader = loader(decoder, decoders: 1)
        folder.write([4], to: "four")
        let file = begin(loader, [4], file: "four")
        await barrier.isReached()
        let downloads = (UInt8(1)...2).map { begin(loader, [$0]) }
        try await until { downloads.allSatisfy(\.isSlow) }
        let third = begin(loader, [3])
        try await until { loader.state.withLock { $0.readings.values.count { $0.original != nil } } == 4 }
        barrier.open()
        try await until { ([file, third] + downloads).allSatisfy { $0.loaded != nil } }
        #expect(!third.isSlow && !file.isSlow)
    }

    @Test func `slow downloads beyond their memory keep their loaders until there is room`() async throws {
        let barriers = (1...4).map { _ in Barrier() }
        let decoder = ScriptedDecoder(slow: Dictionary(uniqueKeysWithValues: zip(UInt8(1)...4, barriers)))
        let loader = loader(decoder, slowBytes: 10)
        func bytes(_ item: UInt8) -> [UInt8] { Array(repeating: item, count: 8) }
        let one = begin(loader, bytes(1))
        try await until { one.isSlow }
        let two = begin(loader, bytes(2))
        await barriers[1].isReached()
        let three = begin(loader, bytes(3))
        await barriers[2].isReached()
        // Of a file nothing is held.
        folder.write(bytes(4), to: "four")
        let four = begin(loader, bytes(4), file: "four")
        try await until { four.isSlow }
        #expect(!two.isSlow && !three.isSlow)
        two.cancellation.cancel()
        barriers[0].open()
        try await until { three.isSlow }
        #expect(!two.isSlow)
        for barrier in barriers { barrier.open() }
        try await until { three.answer != nil && four.answer != nil }
        // Whatever was held is free again.
        try await shared(by: 0, in: loader)
        let again = begin(loader, bytes(2), .width(640))
        try await until { again.answer != nil }
        #expect(again.isSlow)
    }

    @Test func `what one decode makes, another one beside it leaves out, and a third makes when that one fails`()
        async throws
    {
        let (reading, decode) = (Barrier(), Barrier())
        let decoder = ScriptedDecoder(slow: [1: decode], failing: .width(96))
        let loader = loader(decoder)
        let small = begin(loader, [1], .width(96), byProduct: .preview, reading: reading)
        await reading.isReached()
        let large = begin(loader, [1], .width(640), byProduct: .preview)
        let preview = begin(loader, [1], .preview)
        try await shared(by: 3, in: loader)
        reading.open()
        try await until { decoder.forms.count == 2 }
        #expect(Set(decoder.forms) == [[.width(96), .preview], [.width(640)]])
        decode.open()
        try await until { small.answer != nil && large.answer != nil && preview.answer != nil }
        #expect(small.loaded == nil && large.loaded != nil && preview.loaded != nil)
        #expect(decoder.forms.count == 3 && decoder.forms.last == [.preview])
    }

    @Test func `a file's second size waits for a decode that makes it, too`() async throws {
        let decode = Barrier()
        let decoder = ScriptedDecoder(slow: [1: decode])
        let loader = loader(decoder)
        folder.write([1], to: "picture")
        let preview = begin(loader, [1], .preview, byProduct: .width(96), file: "picture")
        try await until { preview.isSlow }
        let full = begin(loader, [1], file: "picture")
        try await until { full.isSlow }
        decode.open()
        try await until { full.answer != nil && preview.answer != nil }
        #expect(decoder.forms == [[.width(96), .preview]])
    }

    @Test func `a download is kept once, and each decode reads it from its start`() throws {
        func read(_ shared: SharedOriginal) -> [UInt8] {
            guard case .file(let file, _) = shared.original else { return [] }
            var bytes = [UInt8](repeating: 0, count: 10)
            let count = Glibc.read(file.descriptor, &bytes, 10)
            return Array(bytes.prefix(max(0, count)))
        }
        let download = try SharedOriginal(.encoded([1, 2, 3]))
        #expect(download.memoryBytes == 3 && !download.isFile)
        let (one, two) = (try download.again(), try download.again())
        #expect(read(one) == [1, 2, 3] && read(one) == [] && read(two) == [1, 2, 3])
        guard case .file(let file, _) = two.original else { return #expect(Bool(false), "it is no memory file") }
        #expect(write(file.descriptor, [9], 1) < 0)
    }
}
