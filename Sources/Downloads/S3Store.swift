/// A bucket of a store that speaks S3: objects by name, got, put and removed; never listed. Calls block. Any thread.
package final class S3Store: Sendable {
    /// Why a call has no answer.
    package struct Failure: Error, Equatable, Sendable {
        package enum Kind: Sendable {
            case cancelled
            /// The next call may succeed.
            case passing
            /// The next one would fail in the same way: a wrong key, no such bucket.
            case lasting
        }

        /// For people: what happened, and where one can guess it, what to do.
        package let reason: String
        package let kind: Kind

        package init(reason: String, kind: Kind) { (self.reason, self.kind) = (reason, kind) }
    }

    /// An object and the time since it was put, by the store's own clock.
    package struct Object: Sendable {
        package var bytes: [UInt8]
        package var age: Duration?
    }

    package let address: S3Address
    private let signature: S3Signature
    private let downloader: Downloader

    /// - Parameters:
    ///   - address: the bucket.
    ///   - key: of one who may get, put and remove objects.
    ///   - sizeLimitBytes: maximum size of an object that is got.
    package init(_ address: S3Address, key: S3AccessKey, sizeLimitBytes: Int) {
        self.address = address
        signature = S3Signature(key: key, region: address.region)
        var configuration = Downloader.Configuration()
        // The owner of the server has chosen it; it may well be in the same network.
        configuration.addresses = .any
        configuration.sizeLimitBytes = sizeLimitBytes
        // A signature counts for one place.
        configuration.redirectLimit = 0
        configuration.connectionsPerHost = 32
        downloader = Downloader(configuration: configuration)
    }

    deinit { downloader.close() }

    /// - Parameters:
    ///   - name: of the object.
    ///   - timeLimit: of the whole call.
    ///   - whenStarted: gets what ends the call early.
    /// - Returns: `nil` when there is no object of that name.
    /// - Throws: why that is not known.
    package func get(
        _ name: String, timeLimit: Duration, whenStarted: (Download) -> Void = { _ in }
    ) throws(Failure) -> Object? {
        let answer = try ask(name, .get, timeLimit, whenStarted)
        switch answer.status {
        case 200: return Object(bytes: answer.body, age: answer.age)
        case 404 where S3Answer.code(in: answer.body) != "NoSuchBucket": return nil
        default: throw failure(answer)
        }
    }

    /// - Returns: whether it was put: not where `onlyIfAbsent` found one of its name.
    /// - Throws: why it was not, or may not have been.
    @discardableResult
    package func put(
        _ bytes: [UInt8], as name: String, onlyIfAbsent: Bool = false, timeLimit: Duration
    ) throws(Failure) -> Bool {
        let answer = try ask(name, .put(bytes, onlyIfAbsent: onlyIfAbsent), timeLimit)
        // 409: another one puts it at this moment.
        if onlyIfAbsent, answer.status == 412 || answer.status == 409 { return false }
        guard (200..<300).contains(answer.status) else { throw failure(answer) }
        return true
    }

    /// - Throws: why it is still there, or may be.
    package func remove(_ name: String, timeLimit: Duration) throws(Failure) {
        let answer = try ask(name, .delete, timeLimit)
        guard (200..<300).contains(answer.status) || answer.status == 404 else { throw failure(answer) }
    }

    private func ask(
        _ name: String, _ method: DownloadRequest.Method, _ timeLimit: Duration,
        _ whenStarted: (Download) -> Void = { _ in }
    ) throws(Failure) -> DownloadAnswer {
        guard let place = address.object(name) else {
            throw Failure(reason: "\(name) is not the name of an object", kind: .lasting)
        }
        var request = DownloadRequest(place)
        (request.method, request.signature) = (method, signature)
        request.timeLimit = timeLimit
        // A store that has begun to answer and stalls is as good as one that is silent.
        request.slownessLimit = timeLimit
        let arrival = Arrival()
        whenStarted(downloader.start(request) { arrival.come($0) })
        switch arrival.wait() {
        case .success(let answer): return answer
        case .failure(let error): throw Failure(error, at: address)
        }
    }

    private func failure(_ answer: DownloadAnswer) -> Failure {
        let found = S3Answer(status: answer.status, code: S3Answer.code(in: answer.body))
        return Failure(reason: "\(address): \(found.words)", kind: found.isLasting ? .lasting : .passing)
    }
}

extension S3Store.Failure {
    fileprivate init(_ error: DownloadError, at address: S3Address) {
        let words =
            switch error {
            case .cancelled: "the call was cancelled"
            case .timedOut: "it does not answer in time"
            case .tooLarge(let limit): "it sends more than \(limit) bytes"
            case .tooManyRedirects: "it sends elsewhere: the region or the endpoint may be wrong"
            case .forbiddenAddress(let address): "it may not be connected to, at \(address)"
            case .brokenOff(let reason): "it broke off: \(reason)"
            case .unreachable(let reason), .refused(let reason): "it cannot be reached: \(reason)"
            }
        self.init(reason: "\(address): \(words)", kind: error == .cancelled ? .cancelled : .passing)
    }
}

/// The key that a store of objects knows a client by. Its secret is in no description, so in no log either.
package struct S3AccessKey: Hashable, Sendable {
    package let id: String
    package let secret: String
    /// The session token of a key that is lent for some hours.
    package let sessionToken: String?

    /// `nil` for what cannot be sent in a header: an empty part, blanks, control characters, anything but ASCII.
    package init?(id: String, secret: String, sessionToken: String? = nil) {
        let parts = [id, secret] + (sessionToken.map { [$0] } ?? [])
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } }) else { return nil }
        (self.id, self.secret, self.sessionToken) = (id, secret, sessionToken)
    }
}

extension S3AccessKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "the access key \(id)" }
    package var debugDescription: String { description }
    /// Also what `dump` prints has no secret.
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// Signs requests to a store of objects by AWS's signature, version 4.
package struct S3Signature: Sendable {
    package var key: S3AccessKey
    package var region: String
}

/// The meaning of an answer of a store of objects that is not a success.
struct S3Answer {
    let status: Int
    /// `NoSuchBucket` and the like; `nil` where it gives none.
    let code: String?

    /// Errors are small XML documents with one `Code`. There is no parser: only a plain word counts as a code.
    static func code(in body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard let start = text.firstRange(of: "<Code>"),
            let end = text[start.upperBound...].firstRange(of: "</Code>")
        else {
            return nil
        }
        let code = text[start.upperBound..<end.lowerBound]
        guard (1...64).contains(code.utf8.count), code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return nil
        }
        return String(code)
    }

    /// Whether asking again would give the same.
    var isLasting: Bool { (300..<500).contains(status) && status != 408 && status != 429 && status != 409 }

    var words: String {
        switch code {
        case "NoSuchBucket": "there is no such bucket"
        case "InvalidAccessKeyId": "it does not know the access key"
        case "SignatureDoesNotMatch": "the secret key is wrong"
        case "ExpiredToken", "InvalidToken": "the session token is not valid any more"
        case "RequestTimeTooSkewed": "the clock of this machine differs from its own: set it"
        case "AccessDenied":
            "it refuses access: the key needs to get, put and delete objects, and to list the bucket "
                + "(without that, Amazon refuses access to an object that is missing)"
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException":
            "the region is wrong, or the endpoint"
        case let code?: "it answers \(status) (\(code))"
        case nil:
            switch status {
            case 300..<400: "it sends elsewhere: the region or the endpoint may be wrong"
            case 401, 403: "it refuses access (\(status))"
            default: "it answers \(status)"
            }
        }
    }
}
