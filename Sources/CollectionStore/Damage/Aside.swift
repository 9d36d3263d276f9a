import Foundation
import GridEngine

/// Files that something else took the place of: moved or copied to a folder of their own, never deleted by the program.
enum Aside {
    /// Moves files. Returns the folder.
    static func move(_ paths: [String], in files: StoreFiles) throws(StoreError) -> String {
        let folder = try make(in: files)
        for path in paths where StoreFiles.exists(path) {
            guard rename(path, target(path, folder)) == 0 else { throw StoreFiles.failure("move", path) }
        }
        try StoreFiles.flushFolder(of: folder + "/")
        try StoreFiles.flushFolder(of: files.database)
        return folder
    }

    /// Copies a file, durably. Returns the folder.
    static func copy(_ path: String, in files: StoreFiles) throws(StoreError) -> String {
        let folder = try make(in: files)
        do {
            try FileManager.default.copyItem(atPath: path, toPath: target(path, folder))
        } catch {
            throw .failed("cannot copy \(path) to \(folder): \(error.localizedDescription)")
        }
        let descriptor = open(target(path, folder), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw StoreFiles.failure("flush", folder) }
        try StoreFiles.flushFolder(of: folder + "/")
        return folder
    }

    private static func target(_ path: String, _ folder: String) -> String {
        folder + "/" + path.split(separator: "/").last!
    }

    /// A folder that nothing is in yet.
    private static func make(in files: StoreFiles) throws(StoreError) -> String {
        let name = files.aside + "/" + StoreBackups.name(of: Date())
        var folder = name
        var number = 1
        while StoreFiles.exists(folder) {
            number += 1
            folder = "\(name)-\(number)"
        }
        try PrivateFolder.make(folder)
        try StoreFiles.flushFolder(of: folder)
        return folder
    }
}
