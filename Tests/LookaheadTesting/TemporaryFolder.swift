import Glibc

/// A folder of a test's own, removed with the last reference. Names may be bytes, because file systems do not care for UTF-8.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// - Parameter isInMemory: whether the folder is in memory, where there is some: for many files or many flushes.
    package init(isInMemory: Bool = false) {
        let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/lookahead-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit { Self.remove(Array(path.utf8)) }

    /// The whole path of a name in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a file of `sizeBytes` zero bytes, and the folders above it.
    package func add(_ name: String, sizeBytes: Int = 1) { add(Array(name.utf8), sizeBytes: sizeBytes) }

    /// Creates a file of `sizeBytes` zero bytes, and the folders above it.
    package func add(_ name: [UInt8], sizeBytes: Int = 1) {
        for (index, byte) in name.enumerated() where byte == UInt8(ascii: "/") {
            Self.withPath(whole(Array(name[..<index]))) { mkdir($0, 0o755) }
        }
        let descriptor = Self.withPath(whole(name)) { creat($0, 0o644) }
        precondition(descriptor >= 0, "the file \(name) could not be created")
        ftruncate(descriptor, sizeBytes)
        close(descriptor)
    }

    /// Creates or replaces a file.
    package func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen(file(name), "w") else { preconditionFailure("\(name) could not be created") }
        let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        precondition(fclose(file) == 0 && written == bytes.count, "\(name) could not be written")
    }

    /// Creates or replaces a file.
    package func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

    package func addFolder(_ name: String) { mkdir(file(name), 0o755) }
    package func addLink(_ name: String, to destination: String) { symlink(destination, file(name)) }
    package func addPipe(_ name: String) { mkfifo(file(name), 0o644) }
    package func rename(_ name: String, to other: String) { Glibc.rename(file(name), file(other)) }
    package func remove(_ name: String) { unlink(file(name)) }
    package func setMode(_ mode: mode_t, of name: String) { chmod(file(name), mode) }

    /// Empty when there is no such file.
    package func read(_ name: String) -> [UInt8] { Self.bytes(ofFile: file(name)) }

    /// Empty when there is no such file.
    package static func bytes(ofFile path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        return bytes
    }

    /// The paths of all files below a folder, in no order.
    package static func files(below path: String) -> [String] {
        entries(of: Array(path.utf8)).flatMap { name, isFolder in
            let child = "\(path)/\(String(decoding: name, as: UTF8.self))"
            return isFolder ? files(below: child) : [child]
        }
    }

    private func whole(_ name: [UInt8]) -> [UInt8] { Array(path.utf8) + [UInt8(ascii: "/")] + name }

    @discardableResult
    private static func withPath<Answer>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        (path + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    private static func entries(of path: [UInt8]) -> [(name: [UInt8], isFolder: Bool)] {
        guard let directory = withPath(path, { opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var entries: [(name: [UInt8], isFolder: Bool)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
                }
            }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            entries.append((name, entry.pointee.d_type == UInt8(DT_DIR)))
        }
        return entries
    }

    private static func remove(_ path: [UInt8]) {
        for (name, isFolder) in entries(of: path) {
            let child = path + [UInt8(ascii: "/")] + name
            if isFolder { remove(child) } else { withPath(child) { unlink($0) } }
        }
        withPath(path) { rmdir($0) }
    }
}
