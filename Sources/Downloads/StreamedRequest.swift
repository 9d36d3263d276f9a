internal import CCurl

/// One GET whose body is handed on as it comes, in the caller's thread. For addresses that the user chose: no rule for private ones, no
/// redirects and no proxy.
package struct StreamedRequest {
    /// The certificates that are accepted from the server.
    package enum Trust {
        /// The system's authorities, and the name in the address.
        case system
        /// The authorities in a file of PEM, and the name in the address.
        case authorities(file: String)
        /// This certificate and no other, as PEM: the name is of no matter.
        case certificate([UInt8])
    }

    package enum Failure: Error, Equatable {
        case unreachable
        /// The certificate is not one that was to be trusted, or there is no TLS to agree on.
        case untrusted(String)
        case brokenOff
    }

    private let address: String
    private let headers: [String]
    private let json: String?
    private let trust: Trust

    /// The server sends something at least this often.
    private static let silenceLimitSeconds = 60

    /// - Parameters:
    ///   - address: with its scheme.
    ///   - headers: whole lines, `Name: value`.
    ///   - json: a body to post; `nil` to get.
    ///   - trust: of no matter without TLS.
    package init(_ address: String, headers: [String], json: String? = nil, trust: Trust) {
        self.address = address
        self.headers = json == nil ? headers : headers + ["Content-Type: application/json"]
        self.json = json
        self.trust = trust
    }

    /// State for libcurl's callback; alive as long as `perform` runs.
    private final class Receiver {
        let easy: UnsafeMutableRawPointer
        let part: (Int, ArraySlice<UInt8>) throws -> Void
        var error: (any Error)?

        init(_ easy: UnsafeMutableRawPointer, _ part: @escaping (Int, ArraySlice<UInt8>) throws -> Void) {
            self.easy = easy
            self.part = part
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            do {
                try part(StreamedRequest.status(of: easy), ArraySlice(bytes))
                return bytes.count
            } catch {
                self.error = error
                // Fewer than came stop the transfer.
                return 0
            }
        }
    }

    /// - Parameter part: gets the status and the next bytes of the body.
    /// - Returns: the status.
    /// - Throws: what `part` throws; `Failure`.
    package func perform(_ part: (_ status: Int, _ bytes: ArraySlice<UInt8>) throws -> Void) throws -> Int {
        guard let easy = curl_easy_init() else { throw Failure.unreachable }
        var lines: UnsafeMutablePointer<curl_slist>?
        for line in headers { lines = curl_slist_append(lines, line) }
        defer {
            curl_easy_cleanup(easy)
            curl_slist_free_all(lines)
        }
        set(easy, lines)
        return try withoutActuallyEscaping(part) { part in
            let receiver = Receiver(easy, part)
            _ = lookahead_curl_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(receiver).toOpaque())
            _ = lookahead_curl_set_reader(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
                let receiver = Unmanaged<Receiver>.fromOpaque(context!).takeUnretainedValue()
                return receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            let code = withExtendedLifetime(receiver) { withTrust(easy) { curl_easy_perform(easy) } }
            if let error = receiver.error { throw error }
            try check(code)
            return Self.status(of: easy)
        }
    }

    private func set(_ easy: UnsafeMutableRawPointer, _ lines: UnsafeMutablePointer<curl_slist>?) {
        _ = lookahead_curl_set_text(easy, CURLOPT_URL, address)
        _ = lookahead_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // The environment's proxy is for other machines.
        _ = lookahead_curl_set_text(easy, CURLOPT_PROXY, "")
        _ = lookahead_curl_set_number(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        _ = lookahead_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        _ = lookahead_curl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
        _ = lookahead_curl_set_number(easy, CURLOPT_LOW_SPEED_TIME, Self.silenceLimitSeconds)
        if let json { _ = lookahead_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, json) }
        if let lines { _ = lookahead_curl_set_pointer(easy, CURLOPT_HTTPHEADER, lines) }
    }

    private func withTrust(_ easy: UnsafeMutableRawPointer, _ call: () -> CURLcode) -> CURLcode {
        switch trust {
        case .system: return call()
        case .authorities(let file):
            _ = lookahead_curl_set_text(easy, CURLOPT_CAINFO, file)
            _ = lookahead_curl_set_text(easy, CURLOPT_CAPATH, nil)
            return call()
        case .certificate(let bytes):
            _ = lookahead_curl_set_text(easy, CURLOPT_CAINFO, nil)
            _ = lookahead_curl_set_text(easy, CURLOPT_CAPATH, nil)
            _ = lookahead_curl_set_number(easy, CURLOPT_SSL_VERIFYHOST, 0)
            var bytes = bytes
            return bytes.withUnsafeMutableBytes { bytes in
                // Valid during the call, so without a copy.
                var blob = curl_blob(data: bytes.baseAddress, len: bytes.count, flags: UInt32(CURL_BLOB_NOCOPY))
                _ = lookahead_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, &blob)
                return call()
            }
        }
    }

    private func check(_ code: CURLcode) throws(Failure) {
        switch code {
        case CURLE_OK: return
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: throw .unreachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
            throw .untrusted(String(cString: curl_easy_strerror(code)))
        default: throw .brokenOff
        }
    }

    private static func status(of easy: UnsafeMutableRawPointer) -> Int {
        var status = 0
        _ = lookahead_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
        return status
    }
}
