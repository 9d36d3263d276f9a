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
    func announce(_ address: String) {
        // A token that the user gave is not repeated: the output may be kept in a log.
        print("Serving at \(Self.address(address, with: token?.isGenerated == true ? token : nil))")
        if let readOnlyToken, readOnlyToken.isGenerated {
            print("View only at \(Self.address(address, with: readOnlyToken))")
        }
        fflush(nil)
    }

    private static func address(_ address: String, with token: TokenChoice?) -> String {
        token.map { "\(address)?token=\(PercentCoding.encode($0.token.text))" } ?? address
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
