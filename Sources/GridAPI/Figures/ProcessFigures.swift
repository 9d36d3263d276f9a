import Glibc

/// Resources that the process itself uses, without its decoders. From /proc; a figure that cannot be read is left out.
struct ProcessFigures {
    /// By name, as Prometheus' client libraries name them.
    var gauges: [(name: String, value: Double)] = []
    /// In user and system mode, since the start.
    var processorSeconds = 0.0

    static let help = [
        "cpu_seconds": "Processor time, in user and system mode.",
        "resident_memory_bytes": "Memory in use.",
        "open_fds": "Open file descriptors.",
        "max_fds": "Maximum number of open file descriptors.",
        "threads": "Threads.",
        "start_time_seconds": "When the process began, in seconds since 1970.",
    ]

    static func now() -> ProcessFigures {
        var figures = ProcessFigures()
        figures.readStatus()
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            figures.gauges.append(("max_fds", Double(limit.rlim_cur)))
        }
        if let count = descriptors() { figures.gauges.append(("open_fds", Double(count))) }
        return figures
    }

    /// proc_pid_stat(5): what follows the name, which is in parentheses and may have any characters.
    private mutating func readStatus() {
        guard let text = ProcessFigures.text(of: "/proc/self/stat"), let end = text.lastIndex(of: ")") else { return }
        let fields = text[end...].split(separator: " ").dropFirst().map { Double($0) ?? 0 }
        // The first is the state, the third field of the manual.
        func field(_ number: Int) -> Double { fields.indices.contains(number - 3) ? fields[number - 3] : 0 }
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        processorSeconds = (field(14) + field(15)) / ticks
        gauges.append(("threads", field(20)))
        gauges.append(("resident_memory_bytes", field(24) * Double(sysconf(Int32(_SC_PAGESIZE)))))
        if let boot = ProcessFigures.bootTime { gauges.append(("start_time_seconds", boot + field(22) / ticks)) }
    }

    /// In seconds since 1970.
    private static let bootTime: Double? = {
        guard let line = text(of: "/proc/stat")?.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }) else {
            return nil
        }
        return Double(line.dropFirst(6))
    }()

    private static func descriptors() -> Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Not the two names for the folder and the one above it, nor the descriptor that reads it.
        return count - 3
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
