import CMicroHTTPD
import Glibc
import Synchronization

/// The one thread besides the serving threads. It closes overdue connections, finds peers that disconnected while their
/// connection was suspended, wakes workers that miss waiting requests, keeps silent streams open, and reads what comes for
/// connections that are closed.
///
/// Unchecked: `thread` is written before the thread runs and read by `stop()`, which only one caller may call.
final class Housekeeper: @unchecked Sendable {
    private let shared: SharedState
    /// A pipe whose other end is closed to stop the thread.
    private let stopSignal: Int32
    private let stopper: Int32
    private var thread = pthread_t()
    private static let roundsPerSecond = 4
    /// µs between two looks at connections that linger: who sends byte by byte takes 1 % of a core, not all of it.
    private static let lingeringPause: UInt32 = 10_000
    private static let heartbeat = Array(": \n\n".utf8)

    init?(_ shared: SharedState) {
        self.shared = shared
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopSignal = ends[0]
        stopper = ends[1]
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runHousekeeper, context.toOpaque()) == 0 else {
            context.release()
            close(stopper)
            return nil
        }
    }

    deinit { close(stopSignal) }

    func stop() {
        close(stopper)
        pthread_join(thread, nil)
    }

    fileprivate func run() {
        var round = 0
        var trim = AllocatorTrim()
        while waitForRound() {
            round += 1
            look()
            let now = shared.milliseconds
            if round.isMultiple(of: Housekeeper.roundsPerSecond) {
                shared.connections.sortSleepers(at: now)
                beat(at: now)
                shared.connections.cutUnread(at: now, shared.configuration)
                shared.connections.cutShortened()
                if trim.isDue(processorTime: processorTime, at: now) { malloc_trim(0) }
            }
            shared.connections.reap(at: now, shared.configuration)
        }
    }

    /// The processor time that this process has used so far, in ms.
    private var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// Waits for a quarter of a second. `false` at the end.
    private func waitForRound() -> Bool {
        let end = shared.milliseconds + UInt64(1000 / Housekeeper.roundsPerSecond)
        while true {
            var polled = [pollfd(fd: stopSignal, events: Int16(POLLIN), revents: 0)] + shared.lingering.polled
            let left = end - min(end, shared.milliseconds)
            let count = poll(&polled, nfds_t(polled.count), Int32(left))
            if polled[0].revents != 0 { return false }
            let now = shared.milliseconds
            shared.lingering.drop(at: now)
            if count == 0 || now >= end { return true }
            usleep(Housekeeper.lingeringPause)
        }
    }

    /// Finds what libmicrohttpd does not see: peers that have disconnected, and workers that miss waiting requests.
    private func look() {
        let found = shared.connections.inspect(at: shared.milliseconds)
        for sleeper in found.deserted {
            switch sleeper {
            case .reply(let reply): reply.peerIsGone()
            case .stream(let stream): stream.close(.disconnected)
            // It is resumed soon, and the library finds the end itself.
            case .body: break
            case .pulled(let body): body.close()
            }
        }
        if found.isStuck { shared.workers.wake() }
    }

    /// Each stream has its own interval: if all got a heartbeat at once, one that had just written would be skipped, and its
    /// peer's end would be found an interval later.
    private func beat(at now: UInt64) {
        let interval = UInt64(max(.zero, shared.configuration.heartbeatInterval) / .milliseconds(1))
        for stream in shared.connections.streams(silentFor: interval, at: now) {
            stream.heartbeat(Housekeeper.heartbeat)
        }
    }
}

private func runHousekeeper(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Housekeeper>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// Decides when to return freed memory to the system (`malloc_trim`): while the process works, and for a time afterwards.
///
/// The allocator of the C library keeps what is freed below the top of an arena, in as many arenas as threads have asked at
/// once. Short-lived objects (viewers, results, responses) leave their pages behind in each of them: after a day of use a server
/// held 1.2 GB, of which a fifth was in use.
struct AllocatorTrim {
    /// ms between two trims. Threads wait for an arena while its free memory is walked, about 10 ms for 100 MB.
    private static let interval: UInt64 = 20_000
    /// Minimum ms of processor time in an interval: a server that only waits has nothing to return.
    private static let leastWork: UInt64 = 50
    /// For how many ms after the last work: what clients leave behind is dropped a minute later, with hardly any work.
    private static let aftermath: UInt64 = 120_000

    private var next: UInt64 = 0
    private var processorTime: UInt64 = 0
    private var end: UInt64 = 0

    /// - Parameters:
    ///   - processorTime: what the process has used so far, in ms.
    ///   - now: the time in ms.
    /// - Returns: whether to call `malloc_trim` now; called about every second.
    mutating func isDue(processorTime: UInt64, at now: UInt64) -> Bool {
        guard now >= next else { return false }
        next = now + AllocatorTrim.interval
        let work = processorTime - min(processorTime, self.processorTime)
        self.processorTime = processorTime
        if work >= AllocatorTrim.leastWork { end = now + AllocatorTrim.aftermath }
        return now < end
    }
}

/// An epoll set of connections that are suspended for long: it reports peers that have disconnected, and costs nothing until
/// one has. Polling each of 5,000 event streams took 3 % of a core.
final class SleepWatch: Sendable {
    private let descriptor: Int32
    /// Maximum events per poll. The next poll returns the others.
    private static let batch = 1024

    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// `false` when the kernel refuses; the connection must then be polled.
    func add(_ connection: Int32) -> Bool {
        var event = epoll_event()
        // Edge-triggered: reported once.
        event.events = EPOLLRDHUP.rawValue | EPOLLET.rawValue
        event.data.fd = connection
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, connection, &event) == 0
    }

    func remove(_ connection: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, connection, &event)
    }

    /// The descriptors of connections whose peers seem to have disconnected since the last call. A descriptor may belong to
    /// another connection by now, so check it again.
    func departed() -> [Int32] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: SleepWatch.batch) { events in
            let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.fd)
        }
    }
}
