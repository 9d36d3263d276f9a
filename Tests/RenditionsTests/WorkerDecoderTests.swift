import CVips
import Dispatch
import Glibc
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import Renditions

/// Real workers of the real program; what breaks them are real signals, real limits and real pictures.
@Suite(.serialized) struct WorkerDecoderTests {
    private let folder = TemporaryFolder()
    /// 256 megapixels: some seconds of work, and 768 MB in memory as a whole.
    private static let large = LargePicture()

    static let program: String = {
        if let named = getenv("LOOKAHEAD_BINARY") { return String(cString: named) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/.build/debug/lookahead"
    }()

    private func decoder(width: Int = 1, _ change: (inout WorkerLimits) -> Void = { _ in }) -> WorkerDecoder {
        var limits = WorkerLimits()
        change(&limits)
        let arguments = ["decode-worker", "--address-space", "\(limits.addressSpaceBytes)"]
        return WorkerDecoder(program: Self.program, arguments: arguments, width: width, limits: limits)
    }

    private func small(_ name: String = "small.jpg") throws -> Original {
        try TestPicture.quarters(width: 300, height: 200).save("jpegsave", to: folder.file(name))
        return try folder.original(name)
    }

    private func decode(
        _ original: Original, with decoder: WorkerDecoder, cancellation: Cancellation = Cancellation()
    ) async -> Result<Rendition, LoadFailure> {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(LoadFailure) {
                    let rendition = try decoder.rendition(of: original, as: .width(96), cancellation: cancellation)
                    continuation.resume(returning: .success(rendition))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    @Test func `a part of a picture is made as the whole is`() throws {
        let decoder = decoder()
        let region = try #require(PictureRegion(x: 100, y: 50, width: 150, height: 100, shrink: 2))
        let made = try decoder.rendition(of: small(), as: .region(region), cancellation: Cancellation())
        #expect((made.width, made.height, made.originalWidth, made.originalHeight) == (75, 50, 300, 200))
    }

    @Test func `a worker makes what this process would make`() async throws {
        let decoder = decoder()
        _ = try small()
        try TestPicture.quarters(width: 200, height: 400).save("pngsave", to: folder.file("a.png"))
        for name in ["small.jpg", "a.png"] {
            let expected = try VipsDecoder().rendition(
                of: folder.original(name), as: .width(96), cancellation: Cancellation())
            for original in [try folder.original(name), .encoded(folder.read(name))] {
                let made = try await decode(original, with: decoder).get()
                #expect(made.contentType == expected.contentType)
                let (picture, other) = (try TestPicture(reading: made.bytes), try TestPicture(reading: expected.bytes))
                // Vectors, which only workers use, are rounded otherwise.
                var (differences, count) = (0, 0)
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        for (one, two) in zip(picture[x, y], other[x, y]) {
                            differences += abs(Int(one) - Int(two))
                            count += 1
                        }
                    }
                }
                #expect(count == picture.width * picture.height * 3 && differences <= count)
                #expect((made.width, made.height) == (expected.width, expected.height))
                #expect(made.originalWidth == expected.originalWidth && made.originalHeight == expected.originalHeight)
            }
        }
        folder.write([], to: "empty.jpg")
        folder.write(Array("no picture".utf8), to: "text.jpg")
        #expect(
            await decode(try folder.original("empty.jpg"), with: decoder).failure
                == .unreadable(.fileEmpty))
        #expect(
            await decode(try folder.original("text.jpg"), with: decoder).failure
                == .unreadable(.notAPicture))
        #expect(decoder.statistics.crashed == 0)
    }

    @Test func `a worker is used for many pictures, and replaced after its share`() async throws {
        let decoder = decoder { $0.pictures = 10 }
        try await until { decoder.idleProcesses.count == 2 }
        let original = try small()
        let first = try #require(decoder.idleProcesses.last)
        for _ in 0..<10 {
            #expect(decoder.idleProcesses.last == first)
            _ = try await decode(original, with: decoder).get()
        }
        #expect(!decoder.idleProcesses.contains(first))
        _ = try await decode(original, with: decoder).get()
        #expect(decoder.statistics.retired == 1 && decoder.statistics.crashed == 0)
        try await until { kill(first, 0) != 0 }
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGABRT])
    func `a crash costs the picture it happened in, and the next one finds a worker waiting`(signal: Int32) async throws
    {
        let decoder = decoder()
        let small = try small()
        try await until { decoder.idleProcesses.count == 2 }
        // Stopped, the one that gets the picture cannot be done with it before the signal, which it meets when it goes on.
        let workers = decoder.idleProcesses
        for worker in workers { kill(worker, SIGSTOP) }
        async let broken = decode(Self.large.original(), with: decoder)
        try await until { !decoder.busyProcesses.isEmpty }
        let spare = try #require(decoder.idleProcesses.first)
        kill(try #require(decoder.busyProcesses.first), signal)
        for worker in workers { kill(worker, SIGCONT) }
        guard case .unreadable(let reason) = await broken.failure else { return #expect(Bool(false), "no reason") }
        #expect([Reason.decoderCrashed, .decoderMemoryLimit].contains(reason))
        _ = try await decode(small, with: decoder).get()
        #expect(decoder.statistics.crashed == 1)
        try await until { decoder.idleProcesses.count == 2 }
        #expect(decoder.idleProcesses.contains(spare))
    }

    @Test func `a worker that hangs is ended after its time`() async throws {
        let decoder = decoder { $0.wallTime = .milliseconds(300) }
        try await until { decoder.idleProcesses.count == 2 }
        let workers = decoder.idleProcesses
        for worker in workers { kill(worker, SIGSTOP) }
        async let hanging = decode(Self.large.original(), with: decoder)
        try await until { !decoder.busyProcesses.isEmpty }
        let process = try #require(decoder.busyProcesses.first)
        for worker in workers where worker != process { kill(worker, SIGCONT) }
        guard case .unavailable(let reason, _) = await hanging.failure else { return #expect(Bool(false), "no reason") }
        #expect(reason.code == "decoder-timeout")
        _ = try await decode(small(), with: decoder).get()
        #expect(decoder.statistics.timedOut == 1)
        try await until { kill(process, 0) != 0 }
    }

    @Test func `a picture may take so much processor time and no more`() async throws {
        let decoder = decoder { $0.processorSeconds = 0 }
        let result = await decode(Self.large.original(interlaced: true), with: decoder)
        #expect(result.failure == .unreadable(.decoderProcessorLimit))
        _ = try await decode(small(), with: decoder).get()
    }

    @Test func `a picture may take so much memory and no more`() async throws {
        // All of its pixels must be in memory before the first is known; they are more than the limit.
        let decoder = decoder { $0.addressSpaceBytes = 900 << 20 }
        guard case .unreadable = await decode(Self.large.original(interlaced: true), with: decoder).failure else {
            return #expect(Bool(false), "it fitted")
        }
        _ = try await decode(small(), with: decoder).get()
    }

    @Test func `a decode is called off within its worker, which lives on`() async throws {
        let decoder = decoder()
        try await until { decoder.idleProcesses.count == 2 }
        let cancellation = Cancellation()
        async let unwanted = decode(Self.large.original(), with: decoder, cancellation: cancellation)
        try await until { !decoder.busyProcesses.isEmpty }
        let process = try #require(decoder.busyProcesses.first)
        cancellation.cancel()
        #expect(await unwanted.failure == .cancelled)
        #expect(decoder.idleProcesses.last == process)
        _ = try await decode(small(), with: decoder).get()
        #expect(decoder.idleProcesses.last == process && decoder.statistics.started == 2)
    }

    @Test func `workers that die while nobody needs them cost nothing`() async throws {
        let decoder = decoder()
        let small = try small()
        try await until { decoder.idleProcesses.count == 2 }
        for process in decoder.idleProcesses { kill(process, SIGKILL) }
        _ = try await decode(small, with: decoder).get()
        #expect(decoder.statistics.crashed == 0)
    }

    @Test func `a slow picture gives its place to the next`() async throws {
        let decoder = decoder { $0.slowAfter = .milliseconds(20) }
        let small = try small()
        try await until { decoder.idleProcesses.count == 2 }
        // The one that the next picture goes to.
        let process = try #require(decoder.idleProcesses.last)
        kill(process, SIGSTOP)
        async let slow = decode(small, with: decoder)
        try await until { decoder.busyProcesses == [process] }
        _ = try await decode(self.small("next.jpg"), with: decoder).get()
        #expect(decoder.busyProcesses == [process])
        kill(process, SIGCONT)
        _ = try await slow.get()
    }

    @Test func `a picture whose header says that it takes long does not hold up others`() async throws {
        let decoder = decoder()
        let small = try small()
        try await until { decoder.idleProcesses.count == 2 }
        let isSlow = Mutex(false)
        let cancellation = Cancellation()
        async let heavy = blocking {
            try? decoder.rendition(
                of: Self.large.original(interlaced: true), as: .width(96), cancellation: cancellation
            ) { isSlow.withLock { $0 = true } }
        }
        // On a thread of its own: where others block the pool, the picture would be done before anybody looks.
        let stopped = await blocking { () -> pid_t? in
            for _ in 0..<40_000 {
                if isSlow.withLock({ $0 }), let process = decoder.busyProcesses.first {
                    kill(process, SIGSTOP)
                    return process
                }
                usleep(500)
            }
            return nil
        }
        let process = try #require(stopped)
        _ = try await decode(small, with: decoder).get()
        #expect(decoder.busyProcesses == [process])
        kill(process, SIGCONT)
        cancellation.cancel()
        _ = await heavy
    }

    @Test func `one decode makes the full picture and its preview`() async throws {
        let decoder = decoder()
        let original = try small()
        for decoder: any PictureDecoder in [VipsDecoder(), decoder] {
            let both = try decoder.renditions(
                of: original, as: [.width(96), .preview], cancellation: Cancellation(), whenSlow: {})
            let full = try decoder.rendition(of: original, as: .width(96), cancellation: Cancellation())
            try #require(both.count == 2)
            #expect(both[0].bytes == full.bytes)
            #expect((both[1].width, both[1].height) == (72, 48) && both[1].colour != nil)
            #expect(both[1].bytes.count <= RenditionForm.previewBytes)
        }
    }

    @Test(arguments: [
        ("/bin/true", [], "decoders-keep-crashing"), ("/nowhere/at/all", [], "decoder-not-started"),
        ("/bin/sh", ["-c", "head -c 4096 /dev/zero >&3; sleep 60"], "decoder-invalid"),
    ])
    func `a program that is no worker is told of`(program: String, arguments: [String], code: String) async throws {
        let decoder = WorkerDecoder(program: program, arguments: arguments, width: 1)
        let failure = await decode(try small(), with: decoder).failure
        #expect(failure?.reason.code == code, "\(String(describing: failure))")
    }

    @Test func `workers end with the decoder that started them`() async throws {
        var decoder: WorkerDecoder? = decoder(width: 2)
        try await until { decoder?.idleProcesses.count == 3 }
        let processes = decoder?.idleProcesses ?? []
        decoder = nil
        try await until { processes.allSatisfy { kill($0, 0) != 0 } }
    }
}

extension Result where Failure == LoadFailure {
    fileprivate var failure: LoadFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
