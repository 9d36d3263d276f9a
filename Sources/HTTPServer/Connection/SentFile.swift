import CMicroHTTPD
import Glibc

/// A file that the kernel is sending. libmicrohttpd takes the end of a file that has become shorter for a pause, and would wait for
/// more until the connection's time is over: the housekeeper looks at the file.
///
/// Unchecked: the response is only released, by the connection's thread, after it was taken out of `Connection.sentFile`, whose lock
/// guards the rest.
struct SentFile: @unchecked Sendable {
    /// Keeps the descriptor open, as long as this is held.
    private let response: OpaquePointer
    private let descriptor: Int32
    /// Bytes from the file's start to the end of what was promised.
    private let end: UInt64
    private let place: (any AnyObject & Sendable)?

    /// Takes over the caller's reference to `response`, whose body is `file`.
    init(_ file: FileBody, descriptor: Int32, response: OpaquePointer) {
        self.response = response
        self.descriptor = descriptor
        end = file.offset + file.length
        place = file.place
    }

    /// Whether the file has less than was promised.
    var isCutShort: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && UInt64(max(0, status.st_size)) < end
    }

    /// To be called once, by the connection's thread.
    func release() { MHD_destroy_response(response) }
}

extension ConnectionRegistry {
    /// Ends the downloads of files that have become shorter than was promised: the client must not wait for what cannot come.
    func cutShortened() {
        state.withLock { state in
            state.forEach { connection in
                if connection.sentFile.withLock({ $0?.isCutShort }) == true {
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                }
            }
        }
    }
}
