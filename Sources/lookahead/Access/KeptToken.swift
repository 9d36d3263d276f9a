import Glibc
import HTTPServer

/// The token of `--token auto`, or `--read-only-token auto`, in a file of the data folder that only its owner can read.
/// To change the token, delete the file.
struct KeptToken {
    private let folder: String
    /// The file's name.
    private let name: String
    private var path: String { "\(folder)/\(name)" }

    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The one that is kept, or a new one that is kept from now on; `nil` where none can be: then each start has its own.
    var token: AccessToken? { read() ?? make() }

    /// Reads the token. A file that others can read, or a link, does not count as a secret.
    private func read() -> AccessToken? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let line = bytes[..<count].prefix { $0 != 10 && $0 != 13 }
        guard line.count >= TokenChoice.fewestCharacters, line.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            return nil
        }
        return AccessToken(String(decoding: line, as: UTF8.self))
    }

    private func make() -> AccessToken? {
        // The store makes the folder otherwise, with the same mode.
        // Parents that are there already may refuse, whatever the reason: what counts is the folder itself.
        for end in folder.indices where folder[end] == "/" && end > folder.startIndex {
            mkdir(String(folder[..<end]), 0o700)
        }
        if mkdir(folder, 0o700) != 0, errno != EEXIST { return nil }
        let token = AccessToken.random()
        let line = Array("\(token.text)\n".utf8)
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0, rename(draft, path) == 0 else {
            unlink(draft)
            return nil
        }
        return token
    }
}
