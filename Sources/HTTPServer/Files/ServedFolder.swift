import CMicroHTTPD
import Glibc

/// A folder that files are opened from, and never anything outside it.
///
/// The folder is held open: moving it, or putting another in its place, changes nothing for a running server.
final class ServedFolder: Sendable {
    private let descriptor: Int32

    /// `nil` when there is no such folder, or it may not be read.
    init?(path: String) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens a regular file for reading.
    /// - Parameter segments: names, decoded; neither empty nor dots, without slashes and zero bytes.
    /// - Returns: a descriptor, which the caller closes; `nil` for anything but a regular file.
    func open(_ segments: [String]) -> (descriptor: Int32, status: stat)? {
        guard !segments.isEmpty, segments.allSatisfy(ServedFolder.isName) else { return nil }
        var file = lookahead_open_beneath(descriptor, segments.joined(separator: "/"))
        // No such call before Linux 5.6 and in some containers.
        if file < 0, errno == ENOSYS || errno == EPERM { file = walk(segments) }
        guard file >= 0 else { return nil }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return (file, status)
    }

    /// Opens segment by segment and follows no link at all.
    func walk(_ segments: [String]) -> Int32 {
        var folder = dup(descriptor)
        for segment in segments.dropLast() where folder >= 0 {
            let next = openat(folder, segment, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            folder = next
        }
        guard folder >= 0, let name = segments.last else { return -1 }
        defer { close(folder) }
        return openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }

    /// A leading dot is refused altogether: what hides from people is not meant to be served.
    private static func isName(_ segment: String) -> Bool {
        !segment.isEmpty && segment.utf8.first != UInt8(ascii: ".")
            && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
