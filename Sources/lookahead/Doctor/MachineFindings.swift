import Glibc
import GridAPI
import HTTPServer
import LookaheadKit
import Renditions
import Synchronization

/// Versions, limits, confinement, memory and the clock.
struct MachineFindings {
    private static let memoryWanted = 512 << 20
    /// The first version's day, in seconds since 1970.
    private static let firstVersion = 1_795_305_600
    private static let confinementSeconds = 10

    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    func all() -> [Finding] { [versions(), page(), descriptors(), confinement(), memory(), clock()] }

    private func versions() -> Finding {
        var name = utsname()
        uname(&name)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return .right(
            "Lookahead \(GridAPI.version) on \(text(name.sysname)) \(text(name.release)), \(text(name.machine))")
    }

    private func page() -> Finding {
        guard let folder = PageFolder.find() else {
            return .error("The files of the page are missing.", ServiceError.noPage.description)
        }
        return .right("The page is in \(folder)")
    }

    private func descriptors() -> Finding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = Int(clamping: limit.rlim_max)
        let budget = DescriptorBudget(limit: min(count, 65_536))
        guard count < DescriptorBudget.comfortable else { return .right("Open files: up to \(budget.limit)") }
        return .warning(
            "Open files: at most \(count) (RLIMIT_NOFILE), so at most \(budget.connections) connections, "
                + "\(budget.connectionsPerAddress) of them from one address, and \(budget.originals) originals that "
                + "are sent at once. Each browser takes two or more.",
            "Raise the limit: LimitNOFILE=65536 in the service's unit, or ulimit -Hn before the start.")
    }

    /// Starts a decoder, as the server does, and asks it.
    private func confinement() -> Finding {
        let limits = WorkerLimits()
        let answer = Mutex<Confinement?>(nil)
        let decoder = WorkerDecoder(
            program: serve.decoder ?? "/proc/self/exe", arguments: DecoderProcess.arguments(limits), width: 1,
            limits: limits)
        for _ in 0..<(Self.confinementSeconds * 100) where answer.withLock({ $0 == nil }) {
            usleep(10_000)
            answer.withLock { $0 = decoder.confinement }
        }
        guard let found = answer.withLock(\.self) else {
            return .error(
                "No decoder of pictures could be started.",
                "The log of lookahead serve --verbose says why; libvips may be missing or broken.")
        }
        guard !found.missing.isEmpty else { return .right("Decoders of pictures are fully confined") }
        return .warning(
            "Decoders of pictures are not fully confined; missing: \(found.missing.joined(separator: ", "))",
            "systemCalls need seccomp, files Landlock (Linux 5.13), threads user namespaces "
                + "(kernel.unprivileged_userns_clone, or a container that allows them).")
    }

    private func memory() -> Finding {
        let bytes = sysconf(Int32(_SC_AVPHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let total = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let needed = Self.memoryWanted + serve.memoryCache << 20
        // The kernel gives cached files back, so only the total is certain.
        guard total < needed else { return .right("Memory: \(total >> 20) MB, \(bytes >> 20) MB of it unused") }
        return .warning(
            "Memory: \(total >> 20) MB, and --memory-cache alone may take \(serve.memoryCache) MB.",
            "Choose a smaller --memory-cache, and fewer --loaders.")
    }

    /// A machine without a battery starts with a day long ago.
    private func clock() -> Finding {
        guard time(nil) < Self.firstVersion else { return .right("The clock says a day after this version's") }
        return .error(
            "The clock is wrong: it says a day before this version's.", "Set it, or switch on timedatectl set-ntp true."
        )
    }
}
