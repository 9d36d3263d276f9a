import Glibc
import GridEngine

/// Why a decoder process made no picture.
extension Reason {
    static let decoderCrashed = Reason("decoder-crashed", "The picture crashed its decoder.")
    static let decoderProcessorLimit = Reason(
        "decoder-processor-limit", "Decoding the picture took too much processor time.")
    static let decoderMemoryLimit = Reason(
        "decoder-memory-limit", "Decoding the picture took too much memory.")
    static let decodersKeepCrashing = Reason(
        "decoders-keep-crashing", "The decoders keep crashing. The server may be out of memory.")
    static let decoderInvalid = Reason(
        "decoder-invalid", "The decoder does not respond as expected. Check the server’s installation.")

    static func decoderTimeout(seconds: Int) -> Reason {
        Reason(
            "decoder-timeout", "Decoding the picture took longer than \(seconds) s.",
            values: ["seconds": "\(seconds)"])
    }

    /// The system started no process; `code` is its `errno`.
    static func decoderNotStarted(_ code: Int32) -> Reason {
        Reason(
            "decoder-not-started", "No decoder could be started: \(String(cString: strerror(code))).",
            values: ["error": "\(code)"])
    }
}

/// A reason on the socket between the server and a worker: the code, the sentence, then names and values of its values,
/// each ended by a zero byte.
extension Reason {
    /// At most `WorkerMessage.reasonLimit` bytes: what is longer says only that the picture is damaged.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for text in [code, sentence] + values.flatMap({ [$0.key, $0.value] }) {
            bytes += text.utf8
            bytes.append(0)
        }
        return bytes.count <= WorkerMessage.reasonLimit ? bytes : Reason.pictureDamaged.encoded
    }

    /// `nil` for what no worker sends. A hostile worker may word what it likes: the page shows it as text.
    init?(decoding bytes: [UInt8]) {
        guard bytes.last == 0 else { return nil }
        let texts = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard texts.count >= 2, texts.count.isMultiple(of: 2), Self.isCode(texts[0]) else { return nil }
        var values: [String: String] = [:]
        for index in stride(from: 2, to: texts.count, by: 2) { values[texts[index]] = texts[index + 1] }
        self.init(texts[0], texts[1], values: values)
    }

    private static func isCode(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}
