import CProcess
import Glibc
import GridEngine

/// One worker process and the socket to it. Used by one thread at a time, but for `cancel`, which any thread may call
/// while the process lives.
///
/// `@unchecked Sendable`: `number` and `served` are touched only by the thread that took the worker from its pool.
final class WorkerProcess: @unchecked Sendable {
    enum Outcome {
        case answer(Result<[Rendition], LoadFailure>)
        /// The picture will take long, and was not decoded.
        case heavy
        /// It was gone before it got the picture: another one may try.
        case unsent
        /// It ended in the midst of the picture.
        case died
        case timedOut
        /// It said something that no worker says.
        case garbled
    }

    /// How long a process may take to start, on a machine under load.
    private static let startLimit = Duration.seconds(20)

    let process: pid_t
    private let socket: Int32
    private var number: UInt32 = 0
    private(set) var served = 0

    /// Starts `program`, which finds its socket as descriptor 3, and nothing else of this process.
    /// - Throws: `.transient` when the system has no room for it.
    init(program: String, arguments: [String]) throws(LoadFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.notStarted(errno) }
        defer { close(ends[1]) }
        do throws(LoadFailure) {
            process = try Self.spawn(program, arguments, socket: ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
    }

    deinit { close(socket) }

    /// The outcome of a start.
    enum Start {
        case ready(Confinement)
        /// It ended first.
        case ended
        /// It does not speak as workers do.
        case failed
    }

    /// Waits until the process has started and can take pictures.
    func start() -> Start {
        var reader = AnswerReader(socket: socket, limit: Self.startLimit, slowAfter: Self.startLimit)
        return reader.hello()
    }

    /// Sends the picture and waits for the answer.
    /// - Parameters:
    ///   - descriptor: of the open file with the picture; stays open.
    ///   - kind: `decode`, or `decodeHeavy` after the answer `heavy`.
    ///   - forms: what to make, one or two.
    ///   - content: what the file holds.
    ///   - limits: of these, `wallTime` and `slowAfter` apply here.
    ///   - cancellation: stops the decode in the process, which lives on.
    ///   - slow: called at most once, when the decode takes longer than `limits.slowAfter`.
    /// - Returns: the answer, or why there is none.
    func decode(
        _ descriptor: Int32, _ kind: WorkerMessage.Request.Kind, as forms: [RenditionForm],
        of content: WorkerMessage.Request.Content, limits: WorkerLimits,
        cancellation: Cancellation, slow: () -> Void
    ) -> Outcome {
        guard let asked = send(kind, descriptor, forms, content, limits) else { return .unsent }
        let registration = cancellation.onCancel { [self] in
            let request = WorkerMessage.Request(kind: .cancel, number: asked).encoded
            // Never waits: a full socket means a worker that reads no more, and the time limit ends that.
            _ = Glibc.send(socket, request, request.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        defer { registration.remove() }
        var reader = AnswerReader(socket: socket, limit: limits.wallTime, slowAfter: limits.slowAfter)
        return reader.answer(to: asked, slow: slow)
    }

    enum BytesOutcome {
        case bytes([UInt8])
        case unsent, died, timedOut, garbled
    }

    /// Sends a file and waits for what is said of it.
    /// - Parameters:
    ///   - kind: `metadata` or `sidecar`.
    ///   - descriptor: of the open file; stays open.
    ///   - content: what the file holds.
    ///   - limits: of these, `wallTime` applies here.
    ///   - bytesLimit: maximum bytes of the answer.
    /// - Returns: the answer, or why there is none.
    func bytes(
        _ kind: WorkerMessage.Request.Kind, of descriptor: Int32, holding content: WorkerMessage.Request.Content,
        limits: WorkerLimits, bytesLimit: Int
    ) -> BytesOutcome {
        guard let asked = send(kind, descriptor, [], content, limits) else { return .unsent }
        var reader = AnswerReader(socket: socket, limit: limits.wallTime, slowAfter: limits.wallTime)
        return reader.bytes(of: asked, limit: bytesLimit)
    }

    /// - Returns: the request's number; `nil` when the process is gone.
    private func send(
        _ kind: WorkerMessage.Request.Kind, _ descriptor: Int32, _ forms: [RenditionForm],
        _ content: WorkerMessage.Request.Content, _ limits: WorkerLimits
    ) -> UInt32? {
        number &+= 1
        served += 1
        allotProcessorTime(limits.processorSeconds(for: content))
        let request = WorkerMessage.Request(kind: kind, number: number, forms: forms, content: content).encoded
        let sent = lookahead_send_with_descriptor(socket, request, request.count, descriptor)
        return sent == request.count ? number : nil
    }

    /// Ends the process, whatever it does, and answers how it ended. Waits for that.
    @discardableResult
    func end(gently: Bool = false) -> WorkerEnd {
        if gently { shutdown(socket, Int32(SHUT_RDWR)) } else { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return WorkerEnd(status: 0) }
        }
        return WorkerEnd(status: status)
    }

    /// Gives the picture that begins now its processor time, on top of what the process has used. Set from outside, so that
    /// a worker that was taken over cannot give itself more.
    private func allotProcessorTime(_ seconds: Int) {
        // The kernel's name for the processor clock of another process, as `clock_getcpuclockid` makes it.
        let clock = clockid_t(~process << 3 | 2)
        var used = timespec()
        guard clock_gettime(clock, &used) == 0 else { return }
        let limit = UInt64(used.tv_sec + 1 + seconds)
        lookahead_limit(process, Int32(RLIMIT_CPU.rawValue), limit, .max)
    }

    private static func spawn(_ program: String, _ arguments: [String], socket: Int32) throws(LoadFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, socket, 3)
        posix_spawn_file_actions_addclosefrom_np(&actions, 4)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A session of its own: the terminal is the server's, which ends its workers when it is done with them.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | LOOKAHEAD_SPAWN_SETSID))
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { for word in words + environment { free(word) } }
        var process = pid_t()
        let error = posix_spawn(&process, program, &actions, &attributes, words, environment)
        guard error == 0 else { throw notStarted(error) }
        return process
    }

    /// A clean environment but for the paths of libraries. Swift's own report of a crash takes seconds, and nobody reads it.
    private static var environment: [String] {
        ["SWIFT_BACKTRACE=enable=no"]
            + ["LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH"].compactMap { (name: String) in
                getenv(name).map { "\(name)=\(String(cString: $0))" }
            }
    }

    private static func notStarted(_ code: Int32) -> LoadFailure {
        [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(code)
            ? .exhausted(.decoderNotStarted(code)) : .transient(.decoderNotStarted(code))
    }
}

/// How a worker process ended, and what that says of the picture it was at.
struct WorkerEnd: Equatable {
    /// The status that `waitpid` returns.
    var status: Int32

    /// The signal that ended it, if one did.
    var signal: Int32? {
        let number = status & 0x7f
        return number == 0 || number == 0x7f ? nil : number
    }

    /// `nil` when the picture did not cause the end.
    var reason: Reason? {
        switch signal {
        case SIGXCPU: .decoderProcessorLimit
        // Sent by the kernel when memory runs out, or by a person.
        case SIGKILL, SIGTERM, SIGINT, SIGHUP: nil
        case SIGABRT, SIGTRAP: .decoderMemoryLimit
        default: .decoderCrashed
        }
    }
}
