import CGnuTLS

/// Why a certificate and its key cannot be used.
package enum TLSProblem: Error, Sendable, Equatable {
    case unreadable(String, reason: String)
    /// No certificate in PEM.
    case noCertificate(String)
    /// No private key in PEM.
    case noKey(String)
    /// A server that starts by itself has nobody to ask for a passphrase.
    case encryptedKey(String)
    case mismatch(certificate: String, key: String)
    /// GnuTLS says why.
    case failed(String)
}

extension TLSProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .noCertificate(let file): "\(file) holds no certificate in PEM format (-----BEGIN CERTIFICATE-----)"
        case .noKey(let file): "\(file) holds no private key in PEM format (-----BEGIN PRIVATE KEY-----)"
        case .encryptedKey(let file):
            "the key in \(file) has a passphrase; write it without one (openssl pkey -in … -out …), readable by the server's user only"
        case .mismatch(let certificate, let key):
            "the key in \(key) does not belong to the certificate in \(certificate)"
        case .failed(let reason): "GnuTLS: \(reason)"
        }
    }

    static func text(_ code: Int32) -> String { gnutls_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// Whether a key in PEM says that it has a passphrase: in its first line, or in a header of the older form.
    static func namesEncryption(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED")
    }
}
