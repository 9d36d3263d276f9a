import Glibc
import GridEngine
import HTTPServer

extension Configuration {
    private static let fewestTokenCharacters = 16

    /// - Throws: `CollectionError` for what cannot be used.
    func check() throws(CollectionError) {
        for token in [token, readOnlyToken].compactMap({ $0 }) {
            guard token.utf8.count >= Self.fewestTokenCharacters, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
            else {
                throw CollectionError("token-too-short", "A token has 16 printable characters of ASCII or more.")
            }
        }
        if let readOnlyToken {
            // Alone it would keep nobody out.
            guard let token else {
                throw CollectionError("token-missing", "readOnlyToken needs token, for those who may change something.")
            }
            guard token != readOnlyToken else {
                throw CollectionError("token-twice", "readOnlyToken and token must be two different ones.")
            }
        }
        for origin in corsOrigin + corsReadOnlyOrigin where !HTTPServer.isOrigin(origin) {
            throw CollectionError("bad-origin", "An origin is written https://photos.example, not \(origin).")
        }
        if let basePath, !HTTPServer.isBasePath(basePath) {
            throw CollectionError("bad-base-path", "A base path is written /photos, not \(basePath).")
        }
        for address in trustedProxy where !HTTPServer.isAddress(address) {
            throw CollectionError("bad-address", "A trusted proxy is named by its address, not \(address).")
        }
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw CollectionError("half-tls", "tlsCertificate and tlsKey are used together.")
        }
        if renditionKeyFile != nil, renditionStore == nil {
            throw CollectionError("rendition-store-missing", "renditionKeyFile is the key of renditionStore.")
        }
        guard (0...65_535).contains(port), (1...256).contains(loaders), (0...1000).contains(backups),
            (0...1_000_000).contains(memoryCache), (0...1_000_000).contains(diskCache)
        else {
            throw CollectionError(
                "out-of-range",
                """
                A port is 0 to 65535; there are 1 to 256 loaders, 0 to 1000 backups, 0 to 1,000,000 MB of memory and \
                0 to 1,000,000 GB of disk for prepared pictures.
                """)
        }
    }

    func http() throws(CollectionError) -> HTTPServer.Configuration {
        var http = HTTPServer.Configuration()
        (http.host, http.port) = (host, port)
        http.token = token.map { AccessToken($0) }
        http.readOnlyToken = readOnlyToken.map { AccessToken($0) }
        (http.guestOrigins, http.readOnlyGuestOrigins) = (corsOrigin + corsReadOnlyOrigin, corsReadOnlyOrigin)
        (http.allowedHosts, http.trustedProxies, http.basePath) = (allowHost, trustedProxy, basePath ?? "")
        if case .folder(let folder) = storage { http.spoolFolder = folder }
        do throws(TLSProblem) { http.identity = try certificateFiles?.load() } catch {
            throw CollectionError("tls-unusable", "TLS cannot be used: \(error.description).")
        }
        return http
    }

    /// `nil` without TLS.
    var certificateFiles: CertificateFiles? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return CertificateFiles(certificate: tlsCertificate, key: tlsKey)
    }

    func address(host: String, port: Int) -> String {
        let name =
            switch host {
            case "0.0.0.0", "::", "[::]": "localhost"
            case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
            default: host
            }
        return "\(tlsCertificate == nil ? "http" : "https")://\(name):\(port)\(basePath ?? "")/"
    }
}

extension DescriptorBudget {
    /// The budget under the process's limit, which is not raised: that would be for the whole process.
    static var ofThisProcess: DescriptorBudget {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorBudget(limit: 1024)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }
}

extension CollectionError {
    init(_ error: StoreError, folder: String) {
        switch error {
        case .locked(let pid, let url):
            self.init(
                "folder-in-use",
                "Another server is using the folder \(folder)" + (pid.map { ": process \($0)" } ?? "")
                    + (url.map { ", at \($0)" } ?? "") + ".")
        case .diskFull: self.init("disk-full", "The disk of the folder \(folder) is full.")
        case .unreachable(let text), .damaged(let text), .failed(let text): self.init("not-stored", text)
        }
    }

    init(_ error: HTTPServerError) {
        switch error {
        case .portInUse(let port): self.init("port-in-use", "Port \(port) is in use by another program.")
        case .tokenRequired(let host):
            self.init("token-required", "Other machines can reach \(host), so a token is required.")
        default: self.init("not-started", "The server did not start: \(error.description).")
        }
    }

    init(_ error: GridError) {
        let reason = error.reason
        self.init(reason.code, reason.sentence)
    }
}
