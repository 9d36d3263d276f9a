import LookaheadTesting
import SeededRandom
import Testing

@testable import GridEngine

/// What was known of files, as bytes.
@Suite struct StoredTracesTests {
    private func files(_ row: StoredTraces) throws -> [Int: StoredTraces.File] {
        var files: [Int: StoredTraces.File] = [:]
        try row.forEach { files[$0] = $1 }
        return files
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a row comes back as it was, without what is unknown`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 0...StoredTraces.span, using: &random)
            let made = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? StoredTraces.File()
                    : StoredTraces.File(
                        revision: random.next() | 1, trace: random.next() | 1,
                        folder: Bool.random(using: &random) ? UInt32.random(in: 0..<UInt32.max, using: &random) : nil)
            }
            let row = StoredTraces(page: 3, files: made)
            let known = made.enumerated().filter { $0.element.trace != 0 }
            #expect(try files(row) == Dictionary(uniqueKeysWithValues: known.map { ($0.offset, $0.element) }))
            #expect(row.bytes.count == (known.last.map { $0.offset + 1 } ?? 0) * 20, "16 bytes of file, 4 of folder")
        }
    }

    @Test func `a row fills what another one does not know`() throws {
        let (one, two) = (StoredTraces.File(revision: 1, trace: 2), StoredTraces.File(revision: 3, trace: 4, folder: 5))
        let older = StoredTraces(page: 0, files: [one, one])
        let newer = StoredTraces(page: 0, files: [.init(), two, two])
        #expect(try files(newer.merged(over: older)) == [0: one, 1: two, 2: two])
    }

    @Test(arguments: [
        [1], [UInt8](repeating: 1, count: 19), [UInt8](repeating: 1, count: 20 * (StoredTraces.span + 1)),
    ])
    func `a row of another length is damaged`(_ bytes: [UInt8]) {
        #expect(throws: StoreError.self) { try files(StoredTraces(page: 0, bytes: bytes)) }
    }

    @Test func `rows that are damaged, or beyond the items, are passed over`() {
        var state = CollectionState()
        for id in ["a", "b"] { _ = state.items.intern(id) }
        let file = StoredTraces.File(revision: 7, trace: 8, folder: 3)
        state.restore([
            StoredTraces(page: -1, files: [file]), StoredTraces(page: 0, files: [file, file, file]),
            StoredTraces(page: 0, bytes: [1, 2, 3]), StoredTraces(page: 1, files: [file]),
            StoredTraces(page: .max, files: [file]),
        ])
        #expect(state.traces == [FileTrace(file: 8), FileTrace(file: 8)], "and a folder that is no section is none")
        #expect(state.revisions == [7, 7])
        #expect(state.unstoredTraces.isEmpty)
    }
}
