/// What keeps a decoder process from doing anything but decode. What is missing, the kernel or its settings do not allow.
package struct Confinement: OptionSet, Sendable, CustomStringConvertible {
    package let rawValue: UInt32

    /// Only the system calls that decoding takes (seccomp).
    package static let systemCalls = Confinement(rawValue: 1 << 0)
    /// No path can be opened, whatever the system call (Landlock).
    package static let files = Confinement(rawValue: 1 << 1)
    /// No capability, and no way to get one.
    package static let capabilities = Confinement(rawValue: 1 << 2)
    /// A session of its own, so that the server's terminal is out of reach.
    package static let session = Confinement(rawValue: 1 << 3)
    /// A maximum of threads (`RLIMIT_NPROC` in a user namespace of its own).
    package static let threads = Confinement(rawValue: 1 << 4)

    package static let complete: Confinement = [.systemCalls, .files, .capabilities, .session, .threads]

    private static let names: [(Confinement, String)] = [
        (.systemCalls, "systemCalls"), (.files, "files"), (.capabilities, "capabilities"), (.session, "session"),
        (.threads, "threads"),
    ]

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The names of the parts, in a fixed order; programs read them in `/healthz`.
    package var parts: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// The names of the parts that are missing.
    package var missing: [String] { Self.complete.subtracting(self).parts }

    package var description: String { parts.joined(separator: ", ") }
}
