import CMicroHTTPD
import Glibc
import Synchronization

/// One connection, from its acceptance to its end, with the state of its current request. Used for all requests of the
/// connection, so that a request needs no allocation for it.
///
/// Unchecked: libmicrohttpd calls for a connection from the one thread that owns it; the fields that others read are
/// atomic or under a lock.
final class Connection: @unchecked Sendable {
    let shared: SharedState
    let handle: OpaquePointer
    let descriptor: Int32
    /// The other end of the connection: a browser, or a proxy.
    let peer: PeerAddress
    /// `nil` without TLS.
    let tls: TLSSession?
    /// Whether the peer has sent the first byte, of a TLS session or of something else.
    var hasBegunSession = false

    /// The bytes received. Used by the owning thread only.
    private(set) var input = ConnectionInput()

    // The current request. Used by the owning thread only.
    var stage = Stage.head
    /// The raw target: the library replaces the separators in its own copy.
    var target: [UInt8] = []
    /// Length of the path, without the query.
    var pathCount = 0
    var body = IncomingBody()
    /// Takes the body, where it is used while it arrives.
    var stream: BodyStream?
    /// The bytes of a streamed body that have arrived.
    var streamedBytes = 0
    var bodyLimit = 0
    var parameters: [Range<Int>] = []
    var route: Route?
    var method = HTTPMethod.get
    /// The response, when it is known before the body has been read; the body is then read and dropped.
    var refusal: HTTPResponse?
    var drainedBytes = 0
    /// Maximum bytes of a refused body that are read before the response.
    var drainLimit = 0
    /// The rights of the current request's sender.
    var access = Access.everything
    /// The origin of another server's page that may read the response.
    var guest: String?
    /// Whether the sender names an origin that may not read the response.
    var isStranger = false
    var pending: PendingReply?

    /// Whether any request of the connection has had a response.
    var hasReplied = false

    /// The connection's activity, and since when, for its deadlines.
    let activity: Atomic<UInt64>
    /// Requests begun on this connection.
    let requestCount = Atomic<Int>(0)
    /// The work suspended here: it is resumed when the server stops, and notified when the peer disconnects.
    let sleeper = Mutex<Sleeper?>(nil)

    /// The file that is being sent as the current response.
    let sentFile = Mutex<SentFile?>(nil)

    /// The number of requests when the housekeeper last saw another one waiting; `nil` when none was. Guarded by the
    /// registry's lock.
    var requestsWhenWaiting: Int?

    /// How much of the response the peer had acknowledged when the housekeeper last saw progress, and when; `nil` when
    /// everything is acknowledged. Guarded by the registry's lock.
    var unread: (taken: UInt64, since: UInt64)?

    /// How much an archive's reader had taken when its present minute began; `nil` when it took all that there was. Guarded by the
    /// registry's lock.
    var pace: (taken: UInt64, since: UInt64)?

    /// When the housekeeper last saw that everything was acknowledged. Guarded by the registry's lock.
    var nothingUnreadAt: UInt64 = 0

    init(_ shared: SharedState, handle: OpaquePointer) {
        self.shared = shared
        self.handle = handle
        descriptor = lookahead_connection_descriptor(handle)
        peer = PeerAddress(of: descriptor)
        tls = TLSSession(of: handle, identity: shared.identity.withLock(\.self))
        activity = Atomic(Activity.accepted.packed(at: shared.milliseconds))
        target.reserveCapacity(128)
    }

    enum Stage {
        /// The head has not been handled yet.
        case head
        /// The head was accepted; the body is arriving.
        case body
        /// The handler has deferred the response.
        case waiting
        case replied
    }

    enum Sleeper {
        case reply(PendingReply)
        case stream(ByteStream)
        case body(BodyStream)
        case pulled(PulledBody)
    }

    private func releaseSentFile() {
        let sent = sentFile.withLock { sent in
            defer { sent = nil }
            return sent
        }
        sent?.release()
    }

    deinit { releaseSentFile() }

    var isStreaming: Bool {
        sleeper.withLock { sleeper in
            if case .stream = sleeper { true } else { false }
        }
    }

    var isPulling: Bool {
        sleeper.withLock { sleeper in
            if case .pulled = sleeper { true } else { false }
        }
    }

    /// Notes what is suspended here. `false` when the server is stopping: nothing may be suspended then.
    func register(_ new: Sleeper) -> Bool {
        sleeper.withLock { sleeper in
            // `stop()` sets the flag before it reads the sleepers: one of the two sees the other.
            guard !shared.isStopping else { return false }
            sleeper = new
            return true
        }
    }

    /// The library asks for bytes of this connection.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = input.receive(from: ConnectionSource(descriptor: descriptor, session: tls), into: buffer)
        let error = errno
        if input.framing.hasPartOfHead, Activity.unpack(activity.load(ordering: .relaxed)).0 == .idle { set(.headers) }
        errno = error
        return count
    }

    /// The request line has arrived.
    func begin(target line: UnsafePointer<CChar>) {
        beginHead()
        requestCount.wrappingAdd(1, ordering: .relaxed)
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(line).assumingMemoryBound(to: UInt8.self), count: Connection.length(line))
        target.removeAll(keepingCapacity: true)
        target.append(contentsOf: bytes)
        BasePath.strip(shared.configuration.basePath, from: &target)
        stage = .head
    }

    /// A header of the current request; `nil` when it is missing. Invalid UTF-8 becomes U+FFFD. Returns any one of several.
    func header(_ name: String) -> String? {
        guard let value = MHD_lookup_connection_value(handle, .HEADER_KIND, name) else { return nil }
        return String(decoding: HeaderText(value).withoutTrailingSpace.bytes, as: UTF8.self)
    }

    /// A header's lines as one, with commas between them and in their order, which is what several mean (RFC 9110, 5.3); `nil` when
    /// there is none. A proxy may add its own line after a client's.
    func headers(_ name: String) -> String? {
        var values: [String] = []
        forEachHeader { found, value in
            if String(decoding: found, as: UTF8.self).lowercased() == name.lowercased() {
                values.append(String(decoding: value, as: UTF8.self))
            }
        }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Every header line of the current request, in order, as bytes that are valid during the call.
    func forEachHeader(_ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void) {
        var visitor = HeaderVisitor(visit: body)
        withUnsafeMutablePointer(to: &visitor) {
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, visitHeader, $0)
        }
    }

    /// The response has been sent, or the connection was lost.
    func finish() {
        releaseSentFile()
        set(input.framing.hasPartOfHead ? .headers : .idle)
        stage = .head
        route = nil
        refusal = nil
        drainedBytes = 0
        guest = nil
        isStranger = false
        access = .everything
        body.clear(shared.bodies)
        endStream()
        if pending != nil {
            pending = nil
            sleeper.withLock { $0 = nil }
        }
    }

    func set(_ new: Activity) {
        activity.store(new.packed(at: shared.milliseconds), ordering: .relaxed)
    }

    /// The head's time starts with its first byte, or with the acceptance: the library reports it when it is complete.
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

/// The activity of a connection, for its deadlines.
enum Activity: UInt64 {
    /// Accepted; no request line yet.
    case accepted
    /// Between two requests.
    case idle
    /// Some of the head has arrived, but not all.
    case headers
    case body
    /// A handler is running, or the response is being sent. For a stream, the time starts again with each write.
    case answering

    /// With a time of the server's clock.
    func packed(at milliseconds: UInt64) -> UInt64 { milliseconds << 8 | rawValue }

    static func unpack(_ packed: UInt64) -> (Activity, since: UInt64) {
        (Activity(rawValue: packed & 0xff) ?? .answering, packed >> 8)
    }
}
