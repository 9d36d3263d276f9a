internal import CCurl

/// A URL that can be downloaded from: absolute, `http` or `https`, with a host; by libcurl's own parser, which also
/// uses it, so that it is read in one way only.
package struct WebAddress: Hashable, Sendable {
    /// Percent-encoded, as it is requested.
    package let text: String

    /// `nil` for anything else, and for text over 8 KiB.
    package init?(_ text: String) {
        guard text.utf8.count <= 8192, let parts = Parts(text), parts.isWeb, let text = parts.text else { return nil }
        self.text = text
    }

    package var isEncrypted: Bool { text.hasPrefix("https:") }

    /// For people: the last part of the path, decoded, or the host without a path.
    package var name: String {
        guard let parts = Parts(text) else { return text }
        let path = parts.part(CURLUPART_PATH, decoded: true) ?? ""
        let last = path.split(separator: "/").last.map(String.init)
        return last ?? parts.part(CURLUPART_HOST) ?? text
    }

    package var host: String { Parts(text)?.part(CURLUPART_HOST) ?? "" }

    /// libcurl's handle of a parsed URL. Never leaves the thread.
    private final class Parts {
        private let handle: OpaquePointer

        init?(_ text: String) {
            guard let handle = curl_url() else { return nil }
            self.handle = handle
            guard curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE)) == CURLUE_OK else { return nil }
        }

        deinit { curl_url_cleanup(handle) }

        var isWeb: Bool {
            let scheme = part(CURLUPART_SCHEME)
            return (scheme == "http" || scheme == "https") && part(CURLUPART_HOST)?.isEmpty == false
        }

        /// Without the fragment, which is not the server's business.
        var text: String? {
            curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
            return part(CURLUPART_URL)
        }

        func part(_ part: CURLUPart, decoded: Bool = false) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            let flags = decoded ? UInt32(CURLU_URLDECODE) : 0
            guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
    }
}
