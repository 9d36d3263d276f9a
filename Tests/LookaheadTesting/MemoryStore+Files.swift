import GridEngine

/// What the tests do to what is known of files.
extension MemoryStore {
    /// As in a data folder of a version that kept nothing of files.
    package func forgetFiles(of collection: String) {
        database.state.withLock { $0.collections[collection]?.traces = [] }
    }

    /// As if the files lay on another disk.
    package func renumberFiles(of collection: String, by change: (UInt64) -> UInt64) {
        database.state.withLock { state in
            guard let rows = state.collections[collection]?.traces else { return }
            state.collections[collection]?.traces = rows.map { row in
                var files = [StoredTraces.File](repeating: .init(), count: StoredTraces.span)
                try? row.forEach {
                    files[$0] = .init(revision: $1.revision, trace: change($1.trace), folder: $1.folder)
                }
                return StoredTraces(page: row.page, files: files)
            }
        }
    }
}
