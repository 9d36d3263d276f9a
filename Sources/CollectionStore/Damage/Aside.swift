import Foundation
import GridEngine

/// A new folder for files that something else takes the place of: moved or copied there, never deleted by the program.
struct Aside {
    let folder: String
    private let files: StoreFiles

    /// Makes the folder, durably.
    /// - Throws: `.diskFull`, `.failed`
    init(in files: StoreFiles) throws(StoreError) {
        self.files = files
        let name = files.aside + "/" + StoreBackups.name(of: Date())
        var folder = name
        var number = 1
        while StoreFiles.exists(folder) {
            number += 1
            folder = "\(name)-\(number)"
        }
        self.folder = folder
        try PrivateFolder.make(folder)
        try StoreFiles.flushFolder(of: folder)
        try StoreFiles.flushFolder(of: files.aside)
    }

    /// Moves those of the files that are there.
    /// - Throws: `.failed`
    func move(_ paths: [String]) throws(StoreError) {
        for path in paths where StoreFiles.exists(path) {
            guard rename(path, target(path)) == 0 else { throw StoreFiles.failure("move", path) }
        }
        try StoreFiles.flushFolder(of: folder + "/")
        try StoreFiles.flushFolder(of: files.database)
    }

    /// Copies a file, durably.
    /// - Throws: `.diskFull`, `.failed`
    func copy(_ path: String) throws(StoreError) {
        do {
            try FileManager.default.copyItem(atPath: path, toPath: target(path))
        } catch {
            throw .failed("cannot copy \(path) to \(folder): \(error.localizedDescription)")
        }
        let descriptor = open(target(path), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw StoreFiles.failure("flush", folder) }
        try StoreFiles.flushFolder(of: folder + "/")
    }

    /// Gives a file, if it is there, a second name in the folder: what replaces it under the first one leaves it alone.
    /// - Throws: `.diskFull`, `.failed`
    func keep(_ path: String) throws(StoreError) {
        guard StoreFiles.exists(path) else { return }
        // Some file systems know no second names.
        guard link(path, target(path)) == 0 else { return try copy(path) }
        try StoreFiles.flushFolder(of: folder + "/")
    }

    private func target(_ path: String) -> String { folder + "/" + path.split(separator: "/").last! }
}
