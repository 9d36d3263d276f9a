import Glibc

/// The files of a certificate and its key, which a program that renews certificates replaces while the server runs.
package struct CertificateFiles: Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// For programs that run in other folders. A symbolic link stays: what renews a certificate puts another file behind it.
    package var absoluteCertificate: String? {
        if certificate.hasPrefix("/") { return certificate }
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return "\(String(cString: folder))/\(certificate)"
    }

    package func load() throws(TLSProblem) -> TLSIdentity {
        try TLSIdentity(certificateFile: certificate, keyFile: key)
    }

    /// Changes when either file is written or replaced, also behind a symbolic link.
    package var stamps: [FileStamp?] { [FileStamp(certificate), FileStamp(key)] }

    package struct FileStamp: Equatable, Sendable {
        private let numbers: [Int]

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            numbers = [
                Int(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        }
    }
}
