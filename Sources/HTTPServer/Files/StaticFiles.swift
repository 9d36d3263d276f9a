import Glibc
import Synchronization

/// Serves the files below a folder, with strong entity tags, `If-None-Match`, single ranges, and gzip where it helps.
///
/// Browsers revalidate each time (`no-cache`), and mostly get 304. They keep files of a top folder `build-HASH`: its
/// name changes with its contents (`Scripts/page`).
package final class StaticFiles: Sendable {
    private let folder: ServedFolder
    private let home: String
    private let packed = Mutex(PackedFiles())

    /// `nil` when there is no such folder, or no permission to read it.
    /// - Parameters:
    ///   - root: the folder.
    ///   - home: the path of the server's page, where people are led to from an address where nothing is.
    package init?(root: String, home: String = "/") {
        guard let folder = ServedFolder(path: root) else { return nil }
        self.folder = folder
        self.home = home
    }

    /// Sizes worth compressing: below, the headers are larger; above, compressing takes too long.
    private static let compressibleSizes = 1024...4 * 1024 * 1024

    /// - Throws: 404 for everything that is no readable file below the folder; a browser gets a page instead.
    func respond(to request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        var response = try answer(to: request)
        // Also when nothing has changed: the browser then takes the new headers for those it holds.
        response.isPage = true
        return .respond(response)
    }

    private func answer(to request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPResponse {
        guard let segments = StaticFiles.segments(request.rawParameter(at: 0)), let name = segments.last,
            let (descriptor, status) = folder.open(segments)
        else { return try missing(request) }
        let size = UInt64(status.st_size)
        let type = MediaType.ofFile(named: name)
        let file = FileBody(descriptor: descriptor, length: size)
        let range = request.header("Range")
        let mayPack =
            MediaType.isCompressible(type) && StaticFiles.compressibleSizes.contains(Int(size)) && range == nil
        let tag = FileDelivery.tag(of: status)
        let caching = StaticFiles.isBuild(segments[0]) ? "public, max-age=31536000, immutable" : "no-cache"
        var headers = [HTTPHeader("Cache-Control", caching)]
        if MediaType.isCompressible(type) { headers.append(HTTPHeader("Vary", "Accept-Encoding")) }

        if mayPack, Gzip.isAccepted(request.header("Accept-Encoding") ?? ""),
            let bytes = pack(file, path: segments.joined(separator: "/"), tag: tag, size: Int(size))
        {
            let packedTag = "\"\(tag)-gz\""
            headers += [HTTPHeader("Accept-Ranges", "bytes"), HTTPHeader("ETag", packedTag)]
            if let field = request.header("If-None-Match"), EntityTag.isListed(packedTag, inIfNoneMatch: field) {
                return HTTPResponse(.notModified, headers: headers)
            }
            headers += [HTTPHeader("Content-Encoding", "gzip")]
            return HTTPResponse(.ok, contentType: type, headers: headers, body: .bytes(bytes))
        }

        return FileDelivery(owning: file.release(), status).response(
            to: FileDelivery.Wanted(request), contentType: type, headers: headers)
    }

    /// - Throws: 404, unless the address was opened by a person.
    private func missing(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPResponse {
        let isOfPrograms = request.path.hasPrefix("/api/")
        guard !isOfPrograms, request.header("Accept")?.contains("text/html") == true else {
            throw ProblemDetails(.notFound)
        }
        return NotFoundPage(language: request.header("Accept-Language") ?? "", home: home).response
    }

    /// Whether a folder's name is `build-` and 16 hexadecimal digits.
    private static func isBuild(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(6)
        return name.hasPrefix("build-") && digits.count == 16
            && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// `nil` for what cannot be a file: a bad escape, or a slash or zero byte that hid behind one.
    private static func segments(_ rest: ArraySlice<UInt8>) -> [String]? {
        var segments: [String] = []
        for part in rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decode(part) else { return nil }
            segments.append(segment)
        }
        if segments.isEmpty { return ["index.html"] }
        if segments[segments.count - 1].isEmpty { segments[segments.count - 1] = "index.html" }
        return segments
    }

    /// The compressed bytes, from memory when the file is as it was. Leaves `file` open.
    private func pack(_ file: FileBody, path: String, tag: String, size: Int) -> [UInt8]? {
        if let bytes = packed.withLock({ $0.bytes(path, tag: tag) }) { return bytes }
        guard let plain = file.read(size), let bytes = Gzip.compress(plain, level: 6), bytes.count < size else {
            return nil
        }
        packed.withLock { $0.store(bytes, path, tag: tag) }
        return bytes
    }
}

/// Compressed files, by path; one version each.
private struct PackedFiles {
    private var files: [String: (tag: String, bytes: [UInt8])] = [:]
    private var total = 0
    private static let limitBytes = 16 * 1024 * 1024

    func bytes(_ path: String, tag: String) -> [UInt8]? {
        guard let file = files[path], file.tag == tag else { return nil }
        return file.bytes
    }

    mutating func store(_ bytes: [UInt8], _ path: String, tag: String) {
        total += bytes.count - (files[path]?.bytes.count ?? 0)
        files[path] = (tag, bytes)
        // A page's files fit many times over; what does not is not worth a finer rule.
        if total > PackedFiles.limitBytes {
            files = [path: (tag, bytes)]
            total = bytes.count
        }
    }
}
