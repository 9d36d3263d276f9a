import Downloads
import GridEngine

/// Why a picture could not be downloaded.
extension Reason {
    static let serverTimeout = Reason("server-timeout", "The picture’s server took too long to respond.")
    static let tooManyRedirects = Reason(
        "too-many-redirects", "The picture’s server redirected the request too many times.")
    static let serverAnswerEmpty = Reason("server-answer-empty", "The picture’s server sent an empty response.")

    static func serverStatus(_ status: Int) -> Reason {
        Reason(
            "server-status", "The picture’s server responded with status \(status).", values: ["status": "\(status)"])
    }

    static func serverRefused(_ status: Int) -> Reason {
        Reason(
            "server-refused", "The picture’s server refused access to the picture (status \(status)).",
            values: ["status": "\(status)"])
    }

    /// `error` is libcurl's description, for scripts and logs: people are told nothing by it.
    static func serverUnreachable(_ error: String) -> Reason {
        Reason("server-unreachable", "The picture’s server could not be reached.", values: ["error": error])
    }

    static func serverBrokeOff(_ error: String) -> Reason {
        Reason(
            "server-broke-off", "The picture’s server broke off before the picture was complete.",
            values: ["error": error])
    }

    static func serverAnswerInvalid(_ error: String) -> Reason {
        Reason("server-answer-invalid", "The picture’s server sent an invalid response.", values: ["error": error])
    }

    static func downloadTooLarge(limitBytes: Int) -> Reason {
        Reason(
            "download-too-large", "The picture is larger than \(limitBytes >> 20) MB, the limit for downloads.",
            values: ["limit": "\(limitBytes >> 20)"])
    }

    static func addressPrivate(_ address: String) -> Reason {
        Reason(
            "address-private",
            "\(address) is a private address. Start the server with --allow-private to download from it.",
            values: ["address": address])
    }
}

extension LoadFailure {
    /// `nil` when the status says that the content follows. `pause` is what the server asks for.
    init?(status: Int, pause: Duration? = nil) {
        switch status {
        case 200: return nil
        case 404, 410: self = .missing
        case 408, 425, 429, 500...599:
            self = pause.map { .busy(.serverStatus(status), pause: $0) } ?? .transient(.serverStatus(status))
        case 401, 403: self = .unavailable(.serverRefused(status))
        default: self = .unavailable(.serverStatus(status))
        }
    }

    init(_ error: DownloadError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .timedOut: .transient(.serverTimeout)
            case .unreachable(let cause): .transient(.serverUnreachable(cause))
            case .brokenOff(let cause): .transient(.serverBrokeOff(cause))
            case .tooManyRedirects: .unavailable(.tooManyRedirects)
            case .tooLarge(let limit): .unreadable(.downloadTooLarge(limitBytes: limit))
            case .forbiddenAddress(let address): .unavailable(.addressPrivate(address))
            case .refused(let cause): .unavailable(.serverAnswerInvalid(cause))
            }
    }
}
