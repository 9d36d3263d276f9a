import Glibc

/// A regular file as a response: whole, the one range that was asked for, or the word that nothing has changed (RFC 9110, 13 and 14).
package struct FileDelivery {
    /// The conditions and the range of a request for a file: kept while the file is being opened.
    package struct Wanted: Sendable {
        fileprivate var method: HTTPMethod
        fileprivate var range: String?
        fileprivate var ifRange: String?
        fileprivate var ifNoneMatch: String?
        fileprivate var ifModifiedSince: String?

        package init(_ request: borrowing HTTPRequest) {
            method = request.method
            range = request.header("Range")
            ifRange = request.header("If-Range")
            ifNoneMatch = request.header("If-None-Match")
            ifModifiedSince = request.header("If-Modified-Since")
        }
    }

    private let file: FileBody
    private let tag: String
    private let lastModified: String

    /// Delivers a file that its owner goes on holding open. `nil` when it is not a regular file, or too many files are open.
    /// - Parameters:
    ///   - descriptor: of the file.
    ///   - place: held until the file has been sent.
    package init?(copying descriptor: Int32, place: (any AnyObject & Sendable)? = nil) {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        var status = stat()
        guard fstat(own, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(own)
            return nil
        }
        self.init(owning: own, status, place: place)
    }

    /// Takes over the descriptor of a regular file.
    init(owning descriptor: Int32, _ status: stat, place: (any AnyObject & Sendable)? = nil) {
        file = FileBody(descriptor: descriptor, length: UInt64(status.st_size), place: place)
        tag = "\"\(Self.tag(of: status))\""
        lastModified = HTTPDate.text(status.st_mtim.tv_sec)
    }

    package func response(to wanted: Wanted, contentType: String, headers: [HTTPHeader]) -> HTTPResponse {
        let size = file.length
        var headers =
            headers + [
                HTTPHeader("Accept-Ranges", "bytes"), HTTPHeader("ETag", tag),
                HTTPHeader("Last-Modified", lastModified),
            ]
        if isUnchanged(for: wanted) { return HTTPResponse(.notModified, headers: headers) }
        // A date is not a strong validator: a request with one gets the whole file.
        if let range = wanted.range, wanted.method == .get,
            wanted.ifRange.map({ EntityTag.isListed(tag, inIfMatch: $0) }) ?? true
        {
            switch ByteRange(range, size: size) {
            case .ignored: break
            case .unsatisfiable:
                return ProblemDetails(
                    .rangeNotSatisfiable, headers: [HTTPHeader("Content-Range", "bytes */\(size)")]
                ).response
            case .range(let part):
                headers.append(
                    HTTPHeader("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
                let body = FileBody(
                    descriptor: file.release(), offset: part.lowerBound, length: part.upperBound - part.lowerBound,
                    place: file.place)
                return HTTPResponse(.partialContent, contentType: contentType, headers: headers, body: .file(body))
            }
        }
        return HTTPResponse(.ok, contentType: contentType, headers: headers, body: size == 0 ? .empty : .file(file))
    }

    /// The date counts only without tags, and only as this server sent it.
    private func isUnchanged(for wanted: Wanted) -> Bool {
        if let field = wanted.ifNoneMatch { return EntityTag.isListed(tag, inIfNoneMatch: field) }
        return wanted.ifModifiedSince == lastModified
    }

    /// Changes with every write (in nanoseconds) and with every replacement of the file by another.
    static func tag(of status: stat) -> String {
        let written =
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000 &+ UInt64(status.st_mtim.tv_nsec)
        return [UInt64(status.st_ino), UInt64(status.st_size), written].map { String($0, radix: 36) }
            .joined(separator: "-")
    }
}

/// A single byte range (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// Not in bytes, not well formed, or several: the field is as if it were not there.
    case ignored
    case unsatisfiable
    case range(Range<UInt64>)

    /// Reads the header `field` for a body of `size` bytes.
    init(_ field: String, size: UInt64) {
        self = .ignored
        guard field.lowercased().hasPrefix("bytes=") else { return }
        let spec = field.dropFirst(6).filter { $0 != " " && $0 != "\t" }
        guard !spec.contains(","), let dash = spec.firstIndex(of: "-") else { return }
        let firstText = spec[..<dash]
        let lastText = spec[spec.index(after: dash)...]
        guard (firstText + lastText).allSatisfy({ ("0"..."9").contains($0) }) else { return }
        if firstText.isEmpty {
            guard !lastText.isEmpty else { return }
            let suffix = UInt64(lastText) ?? .max
            self = suffix == 0 || size == 0 ? .unsatisfiable : .range(size - min(suffix, size)..<size)
            return
        }
        // More digits than a number holds are beyond every file.
        let first = UInt64(firstText) ?? .max
        let last = lastText.isEmpty ? .max : UInt64(lastText) ?? .max
        guard first <= last else { return }
        self = first >= size ? .unsatisfiable : .range(first..<min(last, size - 1) + 1)
    }
}

/// The comparison of entity tags (RFC 9110, 8.8.3 and 13.1).
package enum EntityTag {
    /// For `If-None-Match`, where a weak tag equals a strong one. `tag` has its quotes.
    package static func isListed(_ tag: String, inIfNoneMatch field: String) -> Bool {
        let opaque = strong(tag)
        return entries(field).contains { $0 == "*" || strong($0) == opaque }
    }

    /// For `If-Match` and `If-Range`, where a weak tag equals nothing. `tag` has its quotes.
    package static func isListed(_ tag: String, inIfMatch field: String) -> Bool {
        entries(field).contains { $0 == "*" || ($0 == tag && !$0.hasPrefix("W/")) }
    }

    private static func strong(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...])
    }

    /// Our own tags hold no commas.
    private static func entries(_ field: String) -> [String] {
        // By bytes: a sign before a comma may combine with it.
        field.utf8.split(separator: UInt8(ascii: ",")).map { entry in
            let trimmed = entry.drop { $0 == 32 || $0 == 9 }.reversed().drop { $0 == 32 || $0 == 9 }.reversed()
            return String(decoding: trimmed, as: UTF8.self)
        }
    }
}
