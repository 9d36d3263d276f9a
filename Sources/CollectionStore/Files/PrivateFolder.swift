import Foundation
import GridEngine

/// Orders, ratings and posted collections belong to the user who runs the server: nobody else on the machine reads them.
package enum PrivateFolder {
    /// Creates a folder of the user's own; in one that is there, takes away what others may do with the store's files. The
    /// folder itself is left as it is when it holds other files too: it may be everybody's.
    /// - Throws: `.failed` when it cannot be created.
    package static func make(_ path: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .failed("cannot make the data folder \(path): \(error.localizedDescription)")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where StoreFiles.isOwn(name) { restrict("\(path)/\(name)") }
        if names.allSatisfy(StoreFiles.isOwn) { restrict(path, isRecursive: false) }
    }

    /// Failures are passed over: a folder of another user's is that one's to share.
    private static func restrict(_ path: String, isRecursive: Bool = true) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        // A link may lead anywhere.
        guard kind == S_IFREG || kind == S_IFDIR else { return }
        if status.st_mode & 0o077 != 0 { chmod(path, status.st_mode & 0o700) }
        guard kind == S_IFDIR, isRecursive else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] { restrict("\(path)/\(name)") }
    }
}
