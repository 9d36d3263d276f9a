import CollectionStore
import Glibc
import HTTPServer

/// The port, the token and TLS.
struct NetworkFindings {
    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    func all() -> [Finding] { [port()] + secrecy() }

    /// By a server that answers nothing, started and stopped again. While the server itself runs, the port is its own.
    private func port() -> Finding {
        if let address = FolderLock.server(of: serve.data ?? UserFolders.data)?.address, isServed(at: address) {
            return .right("The server runs, on port \(serve.port)")
        }
        var configuration = HTTPServer.Configuration()
        (configuration.host, configuration.port, configuration.threads) = (serve.host, serve.port, 1)
        // Whether there is one is asked below.
        configuration.token = AccessToken.random()
        let server = HTTPServer(configuration: configuration, router: Router())
        do throws(HTTPServerError) {
            let port = try server.start()
            server.stop()
            return .right("\(serve.host) port \(port) is free")
        } catch {
            switch error {
            case .portInUse(let port):
                return .error(
                    "Port \(port) is in use.",
                    "By lookahead.socket, if systemd listens for the server. Otherwise choose another with --port.")
            case .cannotListen(let reason) where serve.port < 1024 && serve.port > 0:
                return .error(
                    "\(reason)",
                    "Ports below 1024 need a right: AmbientCapabilities=CAP_NET_BIND_SERVICE in the service's unit.")
            default: return .error("\(error)", "Choose another --host or --port.")
            }
        }
    }

    /// Whether an address such as https://localhost:8443/photos/ has the port.
    private func isServed(at address: String) -> Bool {
        let host = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        return host.hasSuffix(":\(serve.port)")
    }

    private func tokens() -> [Finding] {
        do throws(TokenChoice.Refusal) {
            let token = try serve.chosenToken(isKept: false)
            let reading = try serve.chosenReadOnlyToken(beside: token, isKept: false)
            guard token != nil else {
                return [
                    .error(
                        "Other machines can reach \(serve.host), and there is no token.",
                        "Add --token-file, or --token auto.")
                ]
            }
            return [.right(reading == nil ? "There is a token" : "There is a token, and one that is read-only")]
        } catch {
            return [.error("\(error)", "See --token and --read-only-token, and their files.")]
        }
    }

    private func secrecy() -> [Finding] {
        var findings: [Finding] = []
        if let text = serve.disagreement { findings.append(.error(text, "See lookahead serve --help.")) }
        if let files = serve.certificateFiles {
            do throws(TLSProblem) {
                let warning = TLSAdvice.validity(of: try files.load())
                findings.append(
                    warning.map { .warning($0, "Renew it; the server takes new files while it runs.") }
                        ?? .right("The certificate and its key go together"))
            } catch {
                findings.append(.error("TLS cannot be used: \(error).", "See --tls-certificate and --tls-key."))
            }
        }
        guard !serve.isLocal else { return findings + [.right("Only this machine can reach the server")] }
        findings += tokens()
        if serve.certificateFiles == nil, serve.trustedProxy.isEmpty {
            findings.append(.warning("There is neither TLS nor a proxy that is trusted.", TLSAdvice.missing))
        }
        return findings
    }
}
