#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import Downloads
import Synchronization

/// The validators of contents that were downloaded, and the number of times that each has changed: an item's revision is that
/// of its address plus its changes.
///
/// With a file they are kept over restarts, like the renditions on disk, whose names hold revisions. The file has one line per
/// item, of which the last counts; it is rewritten without the old lines when it is read. A damaged line is left out, and its
/// item is downloaded again some time.
package final class ContentValidators: Sendable {
    fileprivate struct Known: Sendable {
        var base: UInt64
        var changes: UInt64
        var validator: Validator
    }

    fileprivate struct State: Sendable {
        var known: [String: Known] = [:]
        var file: Int32?
    }

    private let state: Mutex<State>

    /// - Parameter path: `nil` to remember until the program ends. A file that cannot be written is done without.
    package init(path: String? = nil) {
        var state = State()
        if let path {
            state.known = Self.read(path)
            state.file = Self.rewrite(path, state.known)
        }
        self.state = Mutex(state)
    }

    deinit {
        if let file = state.withLock({ $0.file }) { close(file) }
    }

    /// The item's revision. O(1).
    func revision(of id: String, base: UInt64) -> UInt64 {
        state.withLock { state in
            guard let known = state.known[id], known.base == base else { return base }
            return (base &+ known.changes) & 0x1f_ffff_ffff_ffff
        }
    }

    func validator(of id: String, base: UInt64) -> Validator? {
        state.withLock { state in
            guard let known = state.known[id], known.base == base, !known.validator.isEmpty else { return nil }
            return known.validator
        }
    }

    /// Records a download. The first validator is kept: if another one differs, the content has changed, and the next refresh
    /// finds and counts that, and notifies the viewers.
    func record(_ validator: Validator, of id: String, base: UInt64) {
        state.withLock { state in
            guard !validator.isEmpty, state.known[id]?.base != base else { return }
            state.set(id, Known(base: base, changes: 0, validator: validator))
        }
    }

    /// A refresh found another content.
    func change(of id: String, base: UInt64, to validator: Validator) {
        state.withLock { state in
            let changes = state.known[id].map { $0.base == base ? $0.changes : 0 } ?? 0
            state.set(id, Known(base: base, changes: changes + 1, validator: validator))
        }
    }
}

extension ContentValidators.State {
    fileprivate mutating func set(_ id: String, _ known: ContentValidators.Known) {
        self.known[id] = known
        guard let file else { return }
        let line = ContentValidators.line(id, known)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
}

// MARK: The file

extension ContentValidators {
    /// Identifiers and what servers say hold no tab and no line end, or are not remembered.
    fileprivate static func line(_ id: String, _ known: Known) -> [UInt8] {
        let fields = [
            id, String(known.base), String(known.changes), known.validator.entityTag ?? "",
            known.validator.lastModified ?? "",
        ]
        guard !fields.contains(where: { $0.utf8.contains { $0 == 9 || $0 == 10 } }) else { return [] }
        return Array(fields.joined(separator: "\t").utf8) + [10]
    }

    private static func read(_ path: String) -> [String: Known] {
        guard let bytes = WholeFile.read(path, limitBytes: 1 << 30) else { return [:] }
        var known: [String: Known] = [:]
        for line in bytes.split(separator: 10) {
            let fields = line.split(separator: 9, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard fields.count == 5, let base = UInt64(fields[1]), let changes = UInt64(fields[2]) else { continue }
            known[fields[0]] = Known(
                base: base, changes: changes,
                validator: Validator(
                    entityTag: fields[3].isEmpty ? nil : fields[3], lastModified: fields[4].isEmpty ? nil : fields[4]))
        }
        return known
    }

    /// Writes a new file, then renames it: a crash leaves one or the other. Returns the file, open for appending.
    private static func rewrite(_ path: String, _ known: [String: Known]) -> Int32? {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        let bytes = known.flatMap { line($0.key, $0.value) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + written, bytes.count - written) }
            guard count > 0 else { break }
            written += count
        }
        guard written == bytes.count, rename(new, path) == 0 else {
            close(file)
            unlink(new)
            return nil
        }
        return file
    }
}
