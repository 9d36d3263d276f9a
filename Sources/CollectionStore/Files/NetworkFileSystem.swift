#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

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
