import Testing

@testable import CollectionStore

@Suite struct NetworkFileSystemTests {
    private static let mounts = """
        22 28 0:21 / /proc rw,nosuid shared:13 - proc proc rw
        36 28 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
        98 28 0:52 / /mnt/nas rw,nosuid,nodev - fuse.sshfs me@nas:/photos rw,user_id=0
        99 28 0:53 / /mnt/stick rw,nosuid,nodev shared:7 master:2 - fuseblk /dev/sdb1 rw
        broken line
        """

    @Test(
        arguments: [
            ("nfs4", "NFS"), ("cifs", "SMB"), ("9p", "9P"), ("fuse.sshfs", "SSHFS"), ("ext4", nil), ("btrfs", nil),
            ("fuseblk", nil), ("fuse.mergerfs", nil), ("overlay", nil), ("tmpfs", nil), (nil, nil),
        ] as [(String?, String?)])
    func `what other machines keep is told from this machine's own`(kind: String?, name: String?) {
        #expect(NetworkFileSystem.name(ofKind: kind) == name)
    }

    @Test func `the mount of a device is found among the others`() {
        #expect(NetworkFileSystem.kind(ofDevice: "0:52", in: Self.mounts) == "fuse.sshfs")
        #expect(NetworkFileSystem.kind(ofDevice: "0:53", in: Self.mounts) == "fuseblk")
        #expect(NetworkFileSystem.kind(ofDevice: "8:2", in: Self.mounts) == "ext4")
        #expect(NetworkFileSystem.kind(ofDevice: "9:9", in: Self.mounts) == nil)
    }

    @Test func `a folder of this very machine is found out about`() {
        #expect(NetworkFileSystem.kind(ofFolder: "/proc") == "proc")
    }

    @Test func `this machine's own disks are none`() throws {
        #expect(NetworkFileSystem.name(ofFolder: try Scratch().folder) == nil)
        #expect(NetworkFileSystem.name(ofFolder: "/proc") == nil)
        #expect(NetworkFileSystem.name(ofFolder: "/nowhere/at/all") == nil)
    }
}
