import CGnuTLS
import Glibc

/// A certificate and its key, as GnuTLS uses them in handshakes. A connection keeps the one that it began with: another one can take its
/// place at any time, for connections that come later.
///
/// Unchecked: written in `init`; GnuTLS only reads it afterwards.
package final class TLSIdentity: @unchecked Sendable {
    private let credentials: gnutls_certificate_credentials_t
    /// In seconds since 1970: from when, and until when, the server's own certificate is valid.
    package let validity: ClosedRange<Int>

    /// Reads both files, which are PEM. The first one holds the server's certificate and those that lead from it to a known one.
    package init(certificateFile: String, keyFile: String) throws(TLSProblem) {
        let certificates = try Certificates(TLSIdentity.contents(of: certificateFile), from: certificateFile)
        let key = try PrivateKey(TLSIdentity.contents(of: keyFile), from: keyFile)
        var made: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&made) == 0, let made else { throw .failed("out of memory") }
        // Copies both.
        let code = certificates.withList { gnutls_certificate_set_x509_key(made, $0, $1, key.key) }
        guard code >= 0 else {
            gnutls_certificate_free_credentials(made)
            throw code == lookahead_tls_key_mismatch
                ? .mismatch(certificate: certificateFile, key: keyFile) : .failed(TLSProblem.text(code))
        }
        credentials = made
        validity = certificates.validity
    }

    deinit { gnutls_certificate_free_credentials(credentials) }

    /// For a session whose handshake has not begun. The session does not keep the identity alive.
    func serve(_ session: gnutls_session_t) -> Bool {
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials)) == 0
    }

    private static let fileLimitBytes = 1 << 20

    private static func contents(of path: String) throws(TLSProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= fileLimitBytes {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        throw .unreadable(path, reason: "it is larger than 1 MiB")
    }
}

/// The certificates of a file, the server's own first.
private final class Certificates {
    private static let limit = 16
    private var list: [gnutls_x509_crt_t?]
    let validity: ClosedRange<Int>

    init(_ bytes: [UInt8], from file: String) throws(TLSProblem) {
        var list = [gnutls_x509_crt_t?](repeating: nil, count: Certificates.limit)
        var count = UInt32(Certificates.limit)
        let code = withDatum(bytes) { gnutls_x509_crt_list_import(&list, &count, &$0, GNUTLS_X509_FMT_PEM, 0) }
        guard code > 0, let first = list[0] else { throw .noCertificate(file) }
        self.list = Array(list.prefix(Int(code)))
        let (from, to) = (gnutls_x509_crt_get_activation_time(first), gnutls_x509_crt_get_expiration_time(first))
        validity = min(from, to)...to
    }

    deinit {
        for certificate in list { gnutls_x509_crt_deinit(certificate) }
    }

    func withList(_ body: (UnsafeMutablePointer<gnutls_x509_crt_t?>, Int32) -> Int32) -> Int32 {
        list.withUnsafeMutableBufferPointer { list in
            list.baseAddress.map { body($0, Int32(list.count)) } ?? -1
        }
    }
}

private final class PrivateKey {
    let key: gnutls_x509_privkey_t?

    init(_ bytes: [UInt8], from file: String) throws(TLSProblem) {
        var made: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&made) == 0 else { throw .failed("out of memory") }
        let code = withDatum(bytes) { gnutls_x509_privkey_import2(made, &$0, GNUTLS_X509_FMT_PEM, nil, 0) }
        guard code >= 0 else {
            gnutls_x509_privkey_deinit(made)
            let isEncrypted = code == lookahead_tls_decryption_failed || TLSProblem.namesEncryption(bytes)
            throw isEncrypted ? .encryptedKey(file) : .noKey(file)
        }
        key = made
    }

    deinit { gnutls_x509_privkey_deinit(key) }
}

private func withDatum<Result>(_ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result) -> Result {
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { buffer in
        var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
        return body(&datum)
    }
}

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
