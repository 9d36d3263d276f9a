import Glibc
import GridEngine

/// A folder of its own for each test, removed with the last reference.
final class TestFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/lookahead-renditions-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit { Self.remove(path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) {
        let file = fopen(self.file(name), "w")
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
    }

    func read(_ name: String) -> [UInt8] { Self.bytes(ofFile: file(name)) }

    func original(_ name: String) throws(LoadFailure) -> Original {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing }
        return .file(OpenFile(descriptor: descriptor), name: name)
    }

    static func bytes(ofFile path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        return bytes
    }

    /// Every regular file below, by path.
    static func files(below path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var files: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                files += Self.files(below: "\(path)/\(name)")
            } else {
                files.append("\(path)/\(name)")
            }
        }
        return files
    }

    private static func remove(_ path: String) {
        for file in files(below: path) { unlink(file) }
        for _ in 0..<6 { removeEmptyFolders(path) }
    }

    private static func removeEmptyFolders(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." && entry.pointee.d_type == UInt8(DT_DIR) {
                removeEmptyFolders("\(path)/\(name)")
            }
        }
        closedir(directory)
        rmdir(path)
    }
}
