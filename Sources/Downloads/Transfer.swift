internal import CCurl
import Glibc

/// One request and the part of its response that has arrived. Used on the loop's thread only.
final class Transfer {
    let completion: Downloader.Completion
    let easy: UnsafeMutableRawPointer
    private let number: Int
    private let request: DownloadRequest
    private let configuration: Downloader.Configuration
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var answer = DownloadAnswer(status: 0)
    /// The server's time, in seconds since 1970.
    private var date: time_t?
    /// Why a callback stopped the transfer.
    private var interruption: Interruption?

    private enum Interruption {
        case tooLarge
        case forbidden(String)
        /// Everything that was wanted has arrived.
        case done
    }

    init(
        _ number: Int, _ request: DownloadRequest, _ configuration: Downloader.Configuration,
        _ completion: @escaping Downloader.Completion
    ) {
        self.number = number
        self.request = request
        self.configuration = configuration
        self.completion = completion
        easy = curl_easy_init()
        setRequest()
        setLimits()
        setCallbacks()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    /// The number that was given with a handle.
    static func number(of easy: UnsafeMutableRawPointer) -> Int? {
        var pointer: UnsafeMutableRawPointer?
        guard lookahead_curl_get_pointer(easy, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer else { return nil }
        return Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue().number
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = lookahead_curl_set_number(easy, option, value) }
    private func set(_ option: CURLoption, _ text: String) { _ = lookahead_curl_set_text(easy, option, text) }

    private func setRequest() {
        set(CURLOPT_URL, request.address.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Never redirect from HTTPS to HTTP.
        set(CURLOPT_REDIR_PROTOCOLS_STR, request.address.isEncrypted ? "https" : "http,https")
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, configuration.redirectLimit)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        // A proxy would resolve names itself and bypass the address rule.
        set(CURLOPT_PROXY, "")
        // One transfer per connection: closing the connection stops it.
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise a cancellation would wait for the resolver's thread.
        set(CURLOPT_QUICK_EXIT, 1)
        if let tag = request.validator?.entityTag { addHeader("If-None-Match: \(tag)") }
        if let date = request.validator?.lastModified { addHeader("If-Modified-Since: \(date)") }
        setMethod()
        if let signature = request.signature { sign(with: signature) }
        if let headers { _ = lookahead_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers) }
    }

    private func setMethod() {
        switch request.method {
        case .get: break
        case .delete: set(CURLOPT_CUSTOMREQUEST, "DELETE")
        case .put(let bytes, let onlyIfAbsent):
            // Sent as a POST of another name: libcurl 7.88 reads the body of an upload from a callback, and asks first
            // whether it may (Expect), whatever its size.
            _ = lookahead_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
            bytes.withUnsafeBytes { bytes in
                _ = lookahead_curl_copy_body(easy, bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1))
            }
            set(CURLOPT_CUSTOMREQUEST, "PUT")
            addHeader("Content-Type: application/octet-stream")
            if onlyIfAbsent { addHeader("If-None-Match: *") }
        }
    }

    /// By libcurl. It leaves out the header that says what is signed of the body, which S3 demands: nothing is, since an
    /// object has a checksum of its own.
    private func sign(with signature: S3Signature) {
        set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
        set(CURLOPT_USERNAME, signature.key.id)
        set(CURLOPT_PASSWORD, signature.key.secret)
        addHeader("x-amz-content-sha256: UNSIGNED-PAYLOAD")
        if let token = signature.key.sessionToken { addHeader("x-amz-security-token: \(token)") }
    }

    /// Ignores a value with a line break: it came from a server.
    private func addHeader(_ line: String) {
        guard !line.utf8.contains(where: { $0 < 32 || $0 == 127 }) else { return }
        headers = curl_slist_append(headers, line)
    }

    private func setLimits() {
        let timeLimit = min(request.timeLimit ?? configuration.timeLimit, configuration.timeLimit)
        let slownessLimit = min(request.slownessLimit ?? configuration.slownessLimit, configuration.slownessLimit)
        // To libcurl 0 is no limit.
        set(CURLOPT_TIMEOUT_MS, max(1, timeLimit.milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeLimit.milliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, configuration.leastSpeed)
        set(CURLOPT_LOW_SPEED_TIME, max(1, slownessLimit.milliseconds / 1000))
        _ = lookahead_curl_set_size(
            easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(configuration.sizeLimitBytes))
    }

    /// The loop keeps the transfer alive while libcurl may call.
    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = lookahead_curl_set_pointer(easy, CURLOPT_PRIVATE, context)
        _ = lookahead_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = lookahead_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = lookahead_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        _ = lookahead_curl_set_reader(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.from(context).receive(body: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        _ = lookahead_curl_set_reader(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.from(context).receive(header: UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
        _ = lookahead_curl_set_opener(easy) { context, _, address in
            address.map { Transfer.from(context).open($0) } ?? -1
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }
}

// MARK: Callbacks of libcurl

extension Transfer {
    /// Returns the number of bytes taken; fewer than there are stop the transfer.
    private func receive(body: UnsafeRawBufferPointer) -> Int {
        guard request.wantsBody else {
            interruption = .done
            return 0
        }
        guard answer.body.count + body.count <= configuration.sizeLimitBytes else {
            interruption = .tooLarge
            return 0
        }
        answer.body.append(contentsOf: body)
        return body.count
    }

    private func receive(header: UnsafeRawBufferPointer) {
        let line = String(decoding: header, as: UTF8.self)
        guard !line.hasPrefix("HTTP/") else {
            // Another response begins: the one before was a redirect.
            answer = DownloadAnswer(status: 0)
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        var value = line[line.index(after: colon)...]
        while value.first?.isWhitespace == true { value.removeFirst() }
        while value.last?.isWhitespace == true { value.removeLast() }
        guard !value.isEmpty, value.utf8.count <= 1024 else { return }
        switch line[..<colon].lowercased() {
        case "etag": answer.validator.entityTag = String(value)
        case "last-modified": answer.validator.lastModified = String(value)
        case "content-type": answer.contentType = String(value)
        case "date":
            let date = curl_getdate(String(value), nil)
            if date >= 0 { self.date = date }
        case "retry-after": answer.retryAfter = Self.pause(String(value))
        default: break
        }
    }

    /// A number of seconds, or a date (RFC 9110, 10.2.3). A date that has passed is no pause.
    private static func pause(_ text: String) -> Duration? {
        let year = 31_536_000
        if let seconds = Int(text) { return seconds < 0 ? nil : .seconds(min(seconds, year)) }
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : .seconds(min(max(0, date - time(nil)), year))
    }

    /// Creates the socket for an address that is allowed. This is the only check.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let (number, port) = Self.read(address) else {
            interruption = .forbidden("an address of an unknown kind")
            return -1
        }
        guard configuration.addresses.allows(number, port: port) else {
            interruption = .forbidden("\(number)")
            return -1
        }
        interruption = nil
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// The address is in a struct whose last member is longer than declared.
    private static func read(_ address: UnsafeMutablePointer<curl_sockaddr>) -> (IPAddress, port: UInt16)? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let start = UnsafeRawPointer(address) + offset
        let length = Int(address.pointee.addrlen)
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let value = start.loadUnaligned(as: sockaddr_in.self)
            return (.version4(UInt32(bigEndian: value.sin_addr.s_addr)), UInt16(bigEndian: value.sin_port))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let value = start.loadUnaligned(as: sockaddr_in6.self)
            let number = withUnsafeBytes(of: value.sin6_addr) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
            return (.version6(number), UInt16(bigEndian: value.sin6_port))
        default: return nil
        }
    }
}

// MARK: How it ended

extension Transfer {
    func result(_ code: CURLcode) -> Result<DownloadAnswer, DownloadError> {
        var status = 0
        _ = lookahead_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
        answer.status = status
        if let date, let modified = answer.validator.lastModified.map({ curl_getdate($0, nil) }), modified >= 0 {
            answer.age = .seconds(max(0, date - modified))
        }
        switch (code, interruption) {
        case (CURLE_OK, _), (CURLE_WRITE_ERROR, .done?): return .success(answer)
        case (_, .tooLarge?), (CURLE_FILESIZE_EXCEEDED, _):
            return .failure(.tooLarge(limitBytes: configuration.sizeLimitBytes))
        case (_, .forbidden(let address)?): return .failure(.forbiddenAddress(address))
        case (CURLE_TOO_MANY_REDIRECTS, _): return .failure(.tooManyRedirects)
        case (CURLE_OPERATION_TIMEDOUT, _): return .failure(.timedOut)
        case (CURLE_COULDNT_RESOLVE_HOST, _), (CURLE_COULDNT_CONNECT, _), (CURLE_SEND_ERROR, _):
            return .failure(.unreachable(String(cString: curl_easy_strerror(code))))
        case (CURLE_GOT_NOTHING, _), (CURLE_RECV_ERROR, _), (CURLE_PARTIAL_FILE, _):
            return .failure(.brokenOff(String(cString: curl_easy_strerror(code))))
        default: return .failure(.refused(String(cString: curl_easy_strerror(code))))
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
