#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A folder of its own for each test, removed with the last reference. Names are bytes where a test says so.
final class TestFolder: Sendable {
    let path: String

    /// - Parameter parent: where it lies; memory, where there is some, for tests that make very many files.
    init(in parent: String = "/tmp") {
        var template = Array("\(parent)/lookahead-sources-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit { Self.remove(Array(path.utf8)) }

    /// Makes a file of `sizeBytes` zero bytes, and the folders above it.
    func add(_ name: String, sizeBytes: Int = 1) { add(Array(name.utf8), sizeBytes: sizeBytes) }

    func add(_ name: [UInt8], sizeBytes: Int = 1) {
        for (index, byte) in name.enumerated() where byte == UInt8(ascii: "/") {
            Self.withPath(whole(Array(name[..<index]))) { mkdir($0, 0o755) }
        }
        let descriptor = Self.withPath(whole(name)) { creat($0, 0o644) }
        precondition(descriptor >= 0, "no file \(name)")
        ftruncate(descriptor, sizeBytes)
        close(descriptor)
    }

    /// Makes a file that holds `text`.
    func write(_ name: String, _ text: String) {
        let descriptor = creat("\(path)/\(name)", 0o644)
        precondition(descriptor >= 0, "no file \(name)")
        let bytes = Array(text.utf8)
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "no room for \(name)")
        close(descriptor)
    }

    func addFolder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }
    func addLink(_ name: String, to destination: String) { symlink(destination, "\(path)/\(name)") }
    func rename(_ name: String, to other: String) { Glibc.rename("\(path)/\(name)", "\(path)/\(other)") }
    func remove(_ name: String) { unlink("\(path)/\(name)") }
    func setMode(_ mode: mode_t, of name: String) { chmod("\(path)/\(name)", mode) }

    private func whole(_ name: [UInt8]) -> [UInt8] { Array(path.utf8) + [UInt8(ascii: "/")] + name }

    @discardableResult
    private static func withPath<Answer>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        (path + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    private static func remove(_ path: [UInt8]) {
        guard let directory = withPath(path, { opendir($0) }) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
                }
            }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            let child = path + [UInt8(ascii: "/")] + name
            if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { withPath(child) { unlink($0) } }
        }
        closedir(directory)
        withPath(path) { rmdir($0) }
    }
}
