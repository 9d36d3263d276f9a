import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The data folder's lock: one server at a time, and the file names it.
///
/// `flock` belongs to the open file, so it ends with the process however that ends; a file left behind by a
/// killed server locks nobody out.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of `folder` at once or not at all.
    /// - Throws: `.locked` with what the other server wrote; `.failed` when the file cannot be opened.
    init(folder: String) throws(StoreError) {
        let path = folder + "/lookahead.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("cannot write \(path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(descriptor) }
            guard reason == EWOULDBLOCK else {
                throw .failed("cannot lock \(path): \(String(cString: strerror(reason)))")
            }
            let holder = Self.holder(descriptor)
            throw .locked(pid: holder.pid, url: holder.url)
        }
        self.descriptor = descriptor
    }

    /// Closing alone is not enough: a child process that is being started at this moment has the open file too.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Lets the next server in, once nothing here uses the folder any more.
    func release() { flock(descriptor, LOCK_UN) }

    /// Writes the holder of the lock, for the message of a second server and for programs that ask this one: the process, the address,
    /// and the file of the certificate.
    func announce(url: String?, certificateFile: String? = nil) {
        let text = Array("\(getpid())\n\(url ?? "")\n\(certificateFile.map { $0 + "\n" } ?? "")".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    private static func holder(_ descriptor: Int32) -> (pid: Int32?, url: String?, certificateFile: String?) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let lines = buffer.prefix(max(0, count)).split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        func line(_ number: Int) -> String? { lines.count > number && !lines[number].isEmpty ? lines[number] : nil }
        return (line(0).flatMap { Int32($0) }, line(1), line(2))
    }
}

extension FolderLock {
    /// The address of the server that uses a data folder, and the file of its certificate if it has one; `nil` when none does, or it has no
    /// address yet. Takes no lock.
    package static func server(of folder: String) -> (address: String, certificateFile: String?)? {
        let descriptor = open(folder + "/lookahead.lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Closing it gives the lock back, when it was free.
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        let holder = holder(descriptor)
        return holder.url.map { ($0, holder.certificateFile) }
    }
}

/// File systems on other machines. SQLite's write-ahead log needs shared memory between processes and locks that hold,
/// and a flush that reaches the disk; over a network none of the three is certain.
package enum NetworkFileSystem {
    /// By the kinds of mounts. FUSE alone is no evidence, many local disks are mounted with it; these are remote.
    private static let names = [
        "nfs": "NFS", "nfs4": "NFS", "cifs": "SMB", "smb3": "SMB", "smbfs": "SMB", "9p": "9P", "ceph": "Ceph",
        "afs": "AFS", "coda": "Coda", "ncpfs": "NCP", "ocfs2": "OCFS2", "gfs2": "GFS2", "lustre": "Lustre",
        "glusterfs": "GlusterFS", "fuse.glusterfs": "GlusterFS", "fuse.sshfs": "SSHFS", "fuse.rclone": "rclone",
        "fuse.davfs": "WebDAV", "fuse.davfs2": "WebDAV", "davfs": "WebDAV", "fuse.s3fs": "S3", "fuse.gcsfuse": "GCS",
        "fuse.curlftpfs": "FTP", "fuse.smbnetfs": "SMB", "fuse.ceph": "Ceph", "fuse.moosefs": "MooseFS",
        "fuse.juicefs": "JuiceFS",
    ]

    /// The name of the network file system that holds the folder; `nil` for a local or unknown one.
    package static func name(ofFolder path: String) -> String? { name(ofKind: kind(ofFolder: path)) }

    static func name(ofKind kind: String?) -> String? { kind.flatMap { names[$0] } }

    static func kind(ofFolder path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, let file = fopen("/proc/self/mountinfo", "r") else { return nil }
        defer { fclose(file) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { text += part[..<count] }
        let device = status.st_dev
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff
        return kind(ofDevice: "\(major):\(minor)", in: String(decoding: text, as: UTF8.self))
    }

    /// The file system's kind as `/proc/self/mountinfo` (proc(5)) names it.
    static func kind(ofDevice device: String, in mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[2] == device, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            return String(fields[dash + 1])
        }
        return nil
    }
}
