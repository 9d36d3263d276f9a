internal import CCurl
import Glibc
import Synchronization

/// The thread that all transfers of a downloader run on.
///
/// `@unchecked Sendable`: `transfers` belongs to the loop's thread alone; `multi` too, but for `curl_multi_wakeup`, which
/// libcurl allows from any thread, and which is called under the lock that `finish` takes before the handle goes.
final class TransferLoop: @unchecked Sendable {
    private enum Command: Sendable {
        case start(Int, DownloadRequest, Downloader.Completion)
        case cancel(Int)
    }

    private struct State: Sendable {
        var commands: [Command] = []
        var lastNumber = 0
        var isStopping = false
        var isFinished = false
    }

    /// libcurl's own timers wake the loop sooner; this is for its peace of mind.
    private static let longestSleepMilliseconds: Int32 = 60_000

    private let configuration: Downloader.Configuration
    private let state = Mutex(State())
    private let multi: UnsafeMutableRawPointer
    private var transfers: [Int: Transfer] = [:]

    private static let isLibraryReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(configuration: Downloader.Configuration) {
        precondition(Self.isLibraryReady, "libcurl does not start")
        self.configuration = configuration
        multi = curl_multi_init()
        _ = lookahead_curl_set_multi(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
        _ = lookahead_curl_set_multi(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
    }

    func startThread() {
        var thread = pthread_t()
        // The thread keeps the loop alive until it has ended.
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<TransferLoop>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        precondition(error == 0, "no thread can be started: \(String(cString: strerror(error)))")
        pthread_detach(thread)
    }

    func start(_ request: DownloadRequest, _ completion: @escaping Downloader.Completion) -> Int {
        let (number, isLate) = state.withLock { state in
            state.lastNumber += 1
            if !state.isStopping {
                state.commands.append(.start(state.lastNumber, request, completion))
                wake(state)
            }
            return (state.lastNumber, state.isStopping)
        }
        if isLate { completion(.failure(.cancelled)) }
        return number
    }

    func cancel(_ number: Int) {
        state.withLock { state in
            guard !state.isStopping else { return }
            state.commands.append(.cancel(number))
            wake(state)
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopping = true
            wake(state)
        }
    }

    private func wake(_ state: State) {
        if !state.isFinished { curl_multi_wakeup(multi) }
    }

    /// OpenSSL below libcurl writes to connections that may be closed, without MSG_NOSIGNAL; and libcurl leaves signals to the program
    /// (`CURLOPT_NOSIGNAL`), which need know nothing of it.
    private static func blockBrokenPipes() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private func run() {
        Self.blockBrokenPipes()
        while takeCommands() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            endFinished()
            curl_multi_poll(multi, nil, 0, Self.longestSleepMilliseconds, nil)
        }
        for (number, _) in transfers { end(number, .failure(.cancelled)) }
        state.withLock { $0.isFinished = true }
        curl_multi_cleanup(multi)
    }

    /// `false` when the loop is to end.
    private func takeCommands() -> Bool {
        let (commands, isStopping) = state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.isStopping)
        }
        for command in commands {
            switch command {
            case .start(let number, let request, let completion):
                let transfer = Transfer(number, request, configuration, completion)
                transfers[number] = transfer
                curl_multi_add_handle(multi, transfer.easy)
            case .cancel(let number):
                end(number, .failure(.cancelled))
            }
        }
        return !isStopping
    }

    private func endFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = lookahead_curl_result(message)
            guard let number = Transfer.number(of: message.pointee.easy_handle), let transfer = transfers[number]
            else { continue }
            end(number, transfer.result(code))
        }
    }

    /// Takes the transfer out. One in the middle of its body has its connection closed by that.
    private func end(_ number: Int, _ result: Result<DownloadAnswer, DownloadError>) {
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.completion(result)
    }
}
