import HTTPServer

/// The certificate of the server, and advice about it.
extension Service {
    /// Before anything that takes time: a file that cannot be used is said at once.
    func loadIdentity() throws(ServiceError) -> (TLSIdentity?, stamps: [CertificateFiles.FileStamp?]) {
        guard let files = options.certificateFiles else { return (nil, []) }
        // Before the files are read: one that changes meanwhile is read again.
        let stamps = files.stamps
        do throws(TLSProblem) {
            let identity = try files.load()
            if let warning = TLSAdvice.validity(of: identity) { log.warning("\(value: warning)") }
            return (identity, stamps)
        } catch {
            throw .tls(error)
        }
    }

    func watchCertificate(of server: HTTPServer, read stamps: [CertificateFiles.FileStamp?]) -> CertificateWatch? {
        options.certificateFiles.map { CertificateWatch($0, read: stamps, for: server, log: log) }
    }

    /// A proxy that is named is taken to have TLS.
    func warnIfReadable(_ server: HTTPServer) {
        guard server.isReachableByOthers, options.certificateFiles == nil, options.trustedProxy.isEmpty else { return }
        log.warning("\(TLSAdvice.missing)")
    }
}
