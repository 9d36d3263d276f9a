import CMicroHTTPD
import Synchronization

/// One connection, from its acceptance to its end, with what its current request needs. Made once and used for all of a
/// connection's requests, so that a request costs no allocation for it.
///
/// Unchecked: libmicrohttpd calls for a connection from the one thread that owns it; the fields that others read are
/// atomic or under a lock.
final class Connection: @unchecked Sendable {
    let shared: SharedState
    let handle: OpaquePointer
    let descriptor: Int32

    // The current request's. The owning thread's alone.
    var stage = Stage.head
    /// The raw target: the library's own copy loses its separators as it parses.
    var target: [UInt8] = []
    /// Length of the path, without the query.
    var pathCount = 0
    var body: [UInt8] = []
    var bodyLimit = 0
    var parameters: [Range<Int>] = []
    var route: Route?
    var method = HTTPMethod.get
    /// Set when the answer is known before the body was read; the body is then read and dropped.
    var refusal: HTTPResponse?
    var drainedBytes = 0
    /// The origin of another server's page that may read the answer.
    var guest: String?
    var pending: PendingReply?

    /// What the connection does, and since when, for the reaper.
    let activity: Atomic<UInt64>
    /// Requests begun on this connection.
    let requestCount = Atomic<Int>(0)
    /// What sleeps here: to be woken when the server stops, and to be told when the peer is gone.
    let sleeper = Mutex<Sleeper?>(nil)

    /// The number of requests when the housekeeper last saw one more waiting; `nil` when none waited. Guard: the registry's
    /// lock.
    var requestsWhenWaiting: Int?

    /// How much of the answer the peer had taken when the housekeeper last saw it take any, and when that was; `nil` when nothing
    /// waits to be taken. Guard: the registry's lock.
    var unread: (taken: UInt64, since: UInt64)?

    /// When the housekeeper last saw that nothing waits to be taken. Guard: the registry's lock.
    var nothingUnreadAt: UInt64 = 0

    init(_ shared: SharedState, handle: OpaquePointer) {
        self.shared = shared
        self.handle = handle
        descriptor = lookahead_connection_descriptor(handle)
        activity = Atomic(Activity.accepted.packed(at: shared.milliseconds))
        target.reserveCapacity(128)
    }

    enum Stage {
        /// Nothing of the request was presented yet.
        case head
        /// The head was let in; the body arrives.
        case body
        /// The handler put the answer off.
        case waiting
        case replied
    }

    enum Sleeper {
        case reply(PendingReply)
        case stream(ByteStream)
    }

    var isStreaming: Bool {
        sleeper.withLock { sleeper in
            if case .stream = sleeper { true } else { false }
        }
    }

    /// Notes what sleeps here. `false` when the server stops: then nothing may sleep any more.
    func register(_ new: Sleeper) -> Bool {
        sleeper.withLock { sleeper in
            // `stop()` raises the flag before it looks at the sleepers: one of the two sees the other.
            guard !shared.isStopping else { return false }
            sleeper = new
            return true
        }
    }

    /// The request line is here.
    func begin(target line: UnsafePointer<CChar>) {
        beginHead()
        requestCount.wrappingAdd(1, ordering: .relaxed)
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(line).assumingMemoryBound(to: UInt8.self), count: Connection.length(line))
        target.removeAll(keepingCapacity: true)
        target.append(contentsOf: bytes)
        stage = .head
    }

    /// The answer is out, or the connection broke.
    func finish() {
        set(.idle)
        stage = .head
        route = nil
        refusal = nil
        drainedBytes = 0
        guest = nil
        if body.capacity > 64 * 1024 { body = [] } else { body.removeAll(keepingCapacity: true) }
        if pending != nil {
            pending = nil
            sleeper.withLock { $0 = nil }
        }
    }

    func set(_ new: Activity) {
        activity.store(new.packed(at: shared.milliseconds), ordering: .relaxed)
    }

    /// The head's time runs from its first byte where the housekeeper has seen one, or from the acceptance: a request line that
    /// came slowly buys no more.
    private func beginHead() {
        let (before, since) = Activity.unpack(activity.load(ordering: .relaxed))
        let isUnderWay = before == .accepted || before == .headers
        activity.store(Activity.headers.packed(at: isUnderWay ? since : shared.milliseconds), ordering: .relaxed)
    }

    private static func length(_ text: UnsafePointer<CChar>) -> Int {
        var end = text
        while end.pointee != 0 { end += 1 }
        return end - text
    }
}

/// What a connection does, as the reaper sees it.
enum Activity: UInt64 {
    /// Accepted; no request line yet.
    case accepted
    /// Between two requests.
    case idle
    /// Some of the head is here, but not all.
    case headers
    case body
    /// A handler works, or the answer goes out. A stream's begins anew with all that it writes.
    case answering

    /// With a time of the server's clock.
    func packed(at milliseconds: UInt64) -> UInt64 { milliseconds << 8 | rawValue }

    static func unpack(_ packed: UInt64) -> (Activity, since: UInt64) {
        (Activity(rawValue: packed & 0xff) ?? .answering, packed >> 8)
    }
}
