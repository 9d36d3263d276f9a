import CMicroHTTPD

// The callbacks of libmicrohttpd. At file scope, because a closure could capture its context and belong to an actor: each
// gets its object back from the context pointer and calls a method.

func requestLineArrived(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target, let handle, let pointer = lookahead_connection_context(handle) else { return nil }
    Unmanaged<Connection>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.begin(target: target) }
    return pointer
}

/// Leaves percent-encoding to the router, which decodes each segment: decoded here, `%2f` would become a separator.
func leaveEscapes(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    var count = 0
    while let text, text[count] != 0 { count += 1 }
    return count
}

func serveRequest(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadCount: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let pointer = request?.pointee, let method, let version, let uploadCount else { return .NO }
    return Unmanaged<Connection>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
        $0.serve(methodName: method, version: version, upload: upload, uploadCount: &uploadCount.pointee)
    }
}

func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
    guard let pointer = request?.pointee else { return }
    Unmanaged<Connection>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.finish() }
    request?.pointee = nil
}

/// The connection's object is retained here when it is accepted, and released when it is closed.
func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let context, let handle, let socketContext else { return }
    let shared = Unmanaged<SharedState>.fromOpaque(context).takeUnretainedValue()
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
        let connection = Connection(shared, handle: handle)
        let pointer = Unmanaged.passRetained(connection).toOpaque()
        socketContext.pointee = pointer
        ConnectionTable.shared[connection.descriptor] = pointer
        let configuration = shared.configuration
        let isProxy = shared.proxies.contains(connection.peer)
        shared.connections.add(
            connection, limit: isProxy ? configuration.connectionsPerProxy : configuration.connectionsPerAddress)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let pointer = socketContext.pointee else { return }
        let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
        socketContext.pointee = nil
        ConnectionTable.shared[connection.descriptor] = nil
        if connection.mayBeSending { shared.lingering.add(connection.descriptor, at: shared.milliseconds) }
        shared.connections.remove(connection)
    @unknown default: break
    }
}

/// `head` is a `RequestHead` on the caller's stack.
func addHeader(
    _ head: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
    _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let head, let name else { return .NO }
    head.assumingMemoryBound(to: RequestHead.self).pointee
        .add(name: headerText(name, nameCount), value: headerText(value ?? name, value == nil ? 0 : valueCount))
    return .YES
}

struct HeaderVisitor {
    var visit: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
}

/// `visitor` is a `HeaderVisitor` on the caller's stack.
func visitHeader(
    _ visitor: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
    _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let visitor, let name else { return .NO }
    let text = headerText(value ?? name, value == nil ? 0 : valueCount).withoutTrailingSpace
    visitor.assumingMemoryBound(to: HeaderVisitor.self).pointee.visit(headerText(name, nameCount).bytes, text.bytes)
    return .YES
}

private func headerText(_ start: UnsafePointer<CChar>, _ count: Int) -> HeaderText {
    HeaderText(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
}

func releaseBytes(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<KeptBytes>.fromOpaque(context).release() }
}

func readBody(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    guard let context, let buffer else { return endWithError }
    let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
    // 0 is allowed only because the connection is suspended then; otherwise the library would call again in a loop.
    return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
}

func releaseReader(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
}

/// `MHD_CONTENT_READER_END_OF_STREAM` and `…_WITH_ERROR`: macros with casts, not imported.
let endOfStream = -1
let endWithError = -2
