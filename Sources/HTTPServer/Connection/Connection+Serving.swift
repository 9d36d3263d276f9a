import CMicroHTTPD

/// libmicrohttpd calls once for the head, once for each part of the body, once at the end, and again when a suspended
/// connection was resumed.
extension Connection {
    /// Maximum bytes of a refused body that are read before the response: then the connection can be used again.
    private static let drainLimit = 256 * 1024

    func serve(
        methodName: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
        upload: UnsafePointer<CChar>?, uploadCount: inout Int
    ) -> MHD_Result {
        switch stage {
        case .head:
            set(.body)
            stage = .body
            return admit(methodName: methodName, version: version)
        case .body:
            if uploadCount > 0, let upload {
                let part = UnsafeRawBufferPointer(start: upload, count: uploadCount)
                uploadCount = 0
                return receive(part)
            }
            set(.answering)
            return answer()
        case .waiting:
            guard let response = pending?.take() else { return .NO }
            return reply(response)
        case .replied:
            return .YES
        }
    }

    /// Checks the gate and finds the route, before any of the body is read.
    private func admit(methodName: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
        target.withUnsafeBufferPointer { target in
            // An empty array may have no address.
            guard let start = target.baseAddress else { return reply(hangUp: ProblemDetails(.badRequest)) }
            var head = RequestHead(
                method: HeaderText(methodName), target: HeaderText(start: start, count: target.count),
                version: HeaderText(version))
            withUnsafeMutablePointer(to: &head) { head in
                _ = MHD_get_connection_values_n(handle, .HEADER_KIND, addHeader, head)
            }
            head.finish()
            welcome(head.origin, to: head.host)
            if let problem = framingProblem {
                // The library did not read a head that was refused, but one in its place.
                input.framing.refusal?.withSender(welcome)
                return reply(hangUp: problem)
            }
            if shared.isStopping { return reply(hangUp: Connection.stopping) }
            let verdict = shared.gate.check(head)
            self.method = head.method ?? .get
            if verdict.isAboutWrongToken(of: head) { shared.configuration.wrongToken?("\(client)") }
            switch verdict {
            case .methodNotAllowed: return refuse(methodNotAllowed(at: target), head)
            case .welcome: return refuse(GuestOrigins.welcome, head)
            case .pass(let access):
                self.access = access
                return route(head, target)
            case .passAsGuest(let hasTicket): return route(head, target, asGuest: hasTicket ? .withTicket : .always)
            case .hangUp(let problem): return reply(hangUp: problem)
            case .refuse(let problem): return refuse(problem.response, head)
            case .signIn(let isWrong):
                let language = head.acceptLanguage.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
                let page = SignInPage(language: language, isWrong: isWrong, basePath: shared.gate.basePath)
                return refuse(page.response, head)
            case .admit(let location, let cookies): return refuse(admission(to: location, cookies), head)
            }
        }
    }

    /// Lets a page of another origin read what its request is answered, refusals of every kind included, if that origin is let in:
    /// to any other page a browser says only that the request failed.
    ///
    /// Where the request was for another server's name nothing is said about origins. That server did not let the page in, and
    /// its name may lead here because somebody made it do so (DNS rebinding).
    private func welcome(_ origin: HeaderText?, to host: HeaderText?) {
        let gate = shared.gate
        guard let origin, host.map({ !SecurityGate.isOrigin(origin, of: $0) }) ?? true else { return }
        guard !gate.guests.isEmpty, let host, gate.guests.allows(origin), gate.hosts.allows(host) else {
            isStranger = true
            return
        }
        guest = String(decoding: origin.bytes, as: UTF8.self)
    }

    static let stopping = ProblemDetails(
        .serviceUnavailable, "the server is shutting down", headers: [HTTPHeader("Retry-After", "5")])

    /// Why the bytes of this request are not one: in its head, or in the chunks of its body.
    private var framingProblem: ProblemDetails? {
        guard let refusal = input.framing.refusal, refusal.request == requestCount.load(ordering: .relaxed) else {
            return nil
        }
        return ProblemDetails(refusal.status, "\(refusal.detail)")
    }

    /// With `guest`, the sender is a page of another origin and has no token.
    private func route(
        _ head: RequestHead, _ target: UnsafeBufferPointer<UInt8>, asGuest guest: GuestAccess? = nil
    ) -> MHD_Result {
        pathCount = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
        let path = UnsafeBufferPointer(rebasing: target[..<pathCount])
        switch shared.routes.match(method, path, parameters: &parameters) {
        case .found(let route):
            guard route.isOpen(to: guest) else { return refuse(SecurityGate.tokenMissing.response, head) }
            if access == .reading, route.isChange { return refuse(SecurityGate.readOnly.response, head) }
            let streaming = head.hasBody ? route.bodyStreaming(for: head.contentType) : nil
            bodyLimit = streaming?.maxBytes ?? route.maxBodyBytes ?? shared.configuration.maxBodyBytes
            if let length = head.contentLength, length > bodyLimit { return refuse(tooLarge(), head) }
            if head.hasBody, let coding = header("Content-Encoding"), coding.lowercased() != "identity" {
                let problem = ProblemDetails(
                    .unsupportedMediaType, "the body must be sent as it is, without Content-Encoding",
                    headers: [HTTPHeader("Accept-Encoding", "identity")])
                return refuse(problem.response, head)
            }
            if head.hasBody, !route.accepts.isEmpty, !route.takes(head.contentType) {
                let known = route.accepts.joined(separator: ", ")
                return refuse(ProblemDetails(.unsupportedMediaType, "the body must be \(known)").response, head)
            }
            for range in parameters where path[range].contains(UInt8(ascii: "%")) {
                // The rest is decoded and checked by its handler, segment by segment.
                if PercentCoding.decode(path[range]) == nil {
                    return refuse(ProblemDetails(.badRequest, "the path is not UTF-8").response, head)
                }
            }
            if pathCount < target.count,
                let fault = route.fault(inQuery: UnsafeBufferPointer(rebasing: target[(pathCount + 1)...]))
            {
                return refuse(ProblemDetails(.unprocessableContent, fault).response, head)
            }
            self.route = route
            drainLimit = Connection.drainLimit
            if let streaming { return open(streaming, head) }
            if let length = head.contentLength {
                if length > IncomingBody.memoryLimit, length > shared.bodies.available {
                    return refuse(Connection.overBudget.response, head)
                }
                body.expect(length)
            }
            return .YES
        case .methodNotAllowed(let allow):
            if method == .options { return refuse(.empty(headers: [HTTPHeader("Allow", allow)]), head) }
            let problem = ProblemDetails(
                .methodNotAllowed, shared.hints.hint(method, at: path), headers: [HTTPHeader("Allow", allow)])
            return refuse(problem.response, head)
        case .notFound:
            if method == .options, let allow = shared.routes.allow(path) ?? (path.count == 1 ? "OPTIONS" : nil) {
                return refuse(.empty(headers: [HTTPHeader("Allow", allow)]), head)
            }
            return refuse(ProblemDetails(.notFound, shared.hints.hint(method, at: path)).response, head)
        }
    }

    private func methodNotAllowed(at target: UnsafeBufferPointer<UInt8>) -> HTTPResponse {
        let path = UnsafeBufferPointer(rebasing: target.prefix { $0 != UInt8(ascii: "?") })
        guard let allow = shared.routes.allow(path) else { return ProblemDetails(.notFound).response }
        return ProblemDetails(.methodNotAllowed, headers: [HTTPHeader("Allow", allow)]).response
    }

    func tooLarge() -> HTTPResponse {
        ProblemDetails(
            .contentTooLarge, "the body must not have more than \(bodyLimit) bytes",
            members: [("limit", .integer(bodyLimit))]
        ).response
    }

    private func admission(to location: String, _ cookies: SessionCookies) -> HTTPResponse {
        let headers = [
            HTTPHeader("Set-Cookie", cookies.make(isSecure: isEncrypted)), HTTPHeader("Cache-Control", "no-store"),
        ]
        // Browsers keep a cookie that is SameSite=Strict back from where another site led them, redirections included: from there a page
        // of this server leads on.
        if header("Sec-Fetch-Site") == "cross-site" {
            return .empty(.ok, headers: headers + [HTTPHeader("Refresh", "0; url=\(location)")])
        }
        return .empty(.seeOther, headers: headers + [HTTPHeader("Location", location)])
    }

    /// Whether the browser came through TLS, to this server or to a proxy that is trusted.
    var isEncrypted: Bool {
        tls != nil
            || shared.proxies.isEncrypted(
                behind: peer, forwarded: headers("Forwarded"), forwardedProtocol: headers("X-Forwarded-Proto"))
    }

    /// Responds after the body, if it is small enough, has been read: the connection can then be used again.
    func refuse(_ response: HTTPResponse, _ head: RequestHead) -> MHD_Result {
        drainLimit = Connection.drainLimit
        if let length = head.contentLength, length > Connection.drainLimit { return reply(response) }
        refusal = response
        return .YES
    }

    /// A response that is queued in the first call ends the connection.
    private func reply(hangUp problem: ProblemDetails) -> MHD_Result { reply(problem.response) }

    /// Any later response ends the connection by saying so.
    private func reply(last problem: ProblemDetails) -> MHD_Result {
        var response = problem.response
        response.headers.append(HTTPHeader("Connection", "close"))
        return reply(response)
    }

    private func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
        if let stream, refusal == nil { return receive(part, for: stream) }
        if refusal == nil, body.count + part.count > bodyLimit {
            refusal = tooLarge()
            body.clear(shared.bodies)
        }
        if refusal == nil {
            guard let fault = body.append(part, to: shared.bodies, or: shared.configuration.spoolFolder) else {
                return .YES
            }
            body.clear(shared.bodies)
            refusal = (fault == .overBudget ? Connection.overBudget : Connection.noSpace).response
            // Its sender did nothing wrong, and learns what to do.
            drainLimit = bodyLimit
        }
        return drop(part)
    }

    /// Reads on, so that the connection can be used again, or ends it.
    func drop(_ part: UnsafeRawBufferPointer) -> MHD_Result {
        drainedBytes += part.count
        guard drainedBytes > drainLimit, let refusal else { return .YES }
        return interrupt(refusal)
    }

    static let overBudget = ProblemDetails(
        .serviceUnavailable, "too many large bodies are being received", headers: [HTTPHeader("Retry-After", "2")])

    private static let noSpace = ProblemDetails(
        .insufficientStorage, "there is no space to receive the body; nothing was changed")

    private func answer() -> MHD_Result {
        if let problem = framingProblem { return reply(last: problem) }
        if let refusal { return reply(refusal) }
        guard let route else { return .NO }
        if let stream { return sleep { stream.end($0) } }
        let outcome: HTTPOutcome
        do throws(ProblemDetails) {
            outcome = try route.handler(
                HTTPRequest(self, pattern: route.pattern, parameterNames: route.parameterNames, method: method))
        } catch {
            return reply(error.response)
        }
        switch outcome {
        case .respond(let response): return reply(response)
        case .later(let start): return sleep(start)
        }
    }

    private func sleep(_ start: @Sendable (Responder) -> Void) -> MHD_Result {
        let pending = PendingReply(ConnectionHandle(pointer: handle))
        self.pending = pending
        start(Responder(pending))
        if !register(.reply(pending)) { pending.answer(Connection.stopping.response) }
        stage = .waiting
        if let response = pending.sleepOrTake() { return reply(response) }
        return .YES
    }
}

extension HeaderText {
    init(_ text: UnsafePointer<CChar>) {
        var count = 0
        while text[count] != 0 { count += 1 }
        self.init(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
    }
}
