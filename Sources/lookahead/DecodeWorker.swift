import ArgumentParser
import Glibc
import Renditions

/// The worker process that decodes pictures. Started by the server, with a socket as descriptor 3.
struct DecodeWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-worker", abstract: "Decode pictures for a server.", shouldDisplay: false)

    @Option(help: "Maximum address space, in bytes.")
    var addressSpace: Int

    @Option(help: "Maximum processor time for a picture, in seconds.")
    var processorSeconds: Int

    @Flag(help: "Say what the process may no longer do once it is confined, and end.")
    var confinement = false

    func run() throws {
        var limits = WorkerLimits()
        limits.addressSpaceBytes = addressSpace
        limits.processorSeconds = processorSeconds
        // The library loads its parts before the door closes.
        guard VipsDecoder.isAvailable else { throw ExitCode(1) }
        let isConfined = limits.confine()
        if confinement { return Self.report(isConfined) }
        WorkerService(socket: 3, limits: limits).run()
    }

    /// Tries what a picture that took this process over would try.
    private static func report(_ isConfined: Bool) {
        func line(_ name: String, _ isRefused: Bool) { print("\(name): \(isRefused ? "refused" : "possible")") }
        line("socket", Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0)
        line("write", Glibc.open("/tmp/lookahead-confinement-\(getpid())", O_WRONLY | O_CREAT, 0o600) < 0)
        line("remove", unlink("/tmp/lookahead-confinement-\(getpid())") < 0 && errno == EPERM)
        line("fork", fork_() < 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        line("program", execv("/bin/true", &arguments) < 0)
        line("signal", kill(getppid(), 0) < 0)
        print("filter: \(isConfined ? "on" : "off")")
    }

    private static func fork_() -> pid_t {
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        let error = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
        return error == 0 ? process : -1
    }

    /// How the server starts one.
    static func arguments(_ limits: WorkerLimits) -> [String] {
        [
            "decode-worker", "--address-space", "\(limits.addressSpaceBytes)", "--processor-seconds",
            "\(limits.processorSeconds)",
        ]
    }
}
