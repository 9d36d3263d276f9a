import Glibc
import HTTPServer

/// Where the server can be found, on stdout and in a browser.
extension Service {
    /// Where a browser on this machine finds the server.
    func address(host: String, port: Int) -> String {
        let host =
            switch host {
            case "0.0.0.0", "::", "[::]": "localhost"
            case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
            default: host
            }
        return "\(options.certificateFiles == nil ? "http" : "https")://\(host):\(port)\(options.basePath ?? "")/"
    }

    /// Writes to stdout. Scripts wait for its first line.
    func announce(_ address: String, _ server: HTTPServer, port: Int) {
        // A token that the user gave is not repeated: the output may be kept in a log.
        let printed = token?.isGenerated == true ? token : nil
        print("Serving at \(Self.address(address, with: printed))")
        let outside = outsideAddresses(of: server, port: port)
        for other in outside where other != address {
            print("On the network at \(Self.address(other, with: printed))")
        }
        if let readOnlyToken, readOnlyToken.isGenerated {
            print("View only at \(Self.address(outside.first ?? address, with: readOnlyToken))")
        }
        if let first = outside.first, let terminal = Terminal(STDOUT_FILENO),
            let code = QRCode(Self.address(first, with: printed)), code.width <= terminal.columns
        {
            print(code.text)
        }
        fflush(nil)
    }

    /// Where browsers of other machines find the server; empty on loopback.
    private func outsideAddresses(of server: HTTPServer, port: Int) -> [String] {
        guard server.isReachableByOthers else { return [] }
        let host = server.host ?? options.host
        switch host {
        case "0.0.0.0": return MachineAddresses.all(version4Only: true).map { self.address(host: $0, port: port) }
        case "::", "[::]": return MachineAddresses.all(version4Only: false).map { self.address(host: $0, port: port) }
        // The first line says it too.
        default: return [address(host: host, port: port)]
        }
    }

    /// The fragment is sent to no server: no log has the token.
    private static func address(_ address: String, with token: TokenChoice?) -> String {
        token.map { "\(address)#token=\(PercentCoding.encode($0.token.text))" } ?? address
    }

    /// With `--open`. Returns the page that leads to the address, if it needs one.
    func openInBrowser(_ address: String) -> OpeningPage? {
        guard options.open else { return nil }
        let page = token == nil ? nil : OpeningPage(leadingTo: Self.address(address, with: token), in: dataFolder)
        if token != nil, page == nil {
            log.warning("The browser was not opened: no page with the token could be written to \(value: dataFolder)")
        } else if !startBrowser(page?.path ?? address) {
            log.warning("No browser could be opened with xdg-open")
        }
        page?.deleteSoon()
        return page
    }
}

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
        options.certificateFiles.map {
            CertificateWatch($0, read: stamps, for: server) { [log] news in
                switch news {
                case .isUsed(let identity, let files):
                    log.info("The certificate in \(value: files.certificate) is in use from now on")
                    if let warning = TLSAdvice.validity(of: identity) { log.warning("\(value: warning)") }
                case .isUnusable(let problem):
                    log.error("The certificate that was in use stays: \(value: problem)")
                }
            }
        }
    }

    /// A proxy that is named is taken to have TLS.
    func warnIfReadable(_ server: HTTPServer) {
        guard server.isReachableByOthers, options.certificateFiles == nil, options.trustedProxy.isEmpty else { return }
        log.warning("\(TLSAdvice.missing)")
    }
}
