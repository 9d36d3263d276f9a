import CProcess
import Glibc
import GridEngine
import Synchronization

/// The loop of a worker process: takes pictures from the server's socket, one at a time, and answers with renditions, or
/// with metadata.
///
/// One thread reads, one decodes. The reader is there to hear of cancellations, and of the server's end: then the process
/// ends at once, whatever it is doing.
package final class WorkerService: Sendable {
    private let socket: Int32
    private let confinement: Confinement
    private let decoder: any PictureDecoder
    private let videos: (any PictureDecoder)?
    private let decoding = WorkerThreads(count: 1, startsAtOnce: true)
    private let current = Mutex<(number: UInt32, cancellation: Cancellation)?>(nil)

    /// - Parameters:
    ///   - socket: descriptor of the socket to the server.
    ///   - confinement: what confines this process; the server is told.
    ///   - decoder: what decodes.
    ///   - videos: what decodes videos; `nil` where nothing does.
    package init(
        socket: Int32, confinement: Confinement, decoder: any PictureDecoder = VipsDecoder(),
        videos: (any PictureDecoder)? = nil
    ) {
        self.videos = videos
        self.socket = socket
        self.confinement = confinement
        self.decoder = decoder
    }

    /// Serves until the server closes the socket; ends the process then.
    package func run() -> Never {
        guard send(WorkerMessage.Hello(confinement).encoded) else { _exit(1) }
        while let (request, descriptor) = next() {
            switch request.kind {
            case .cancel:
                current.withLock { $0?.number == request.number ? $0?.cancellation : nil }?.cancel()
            case .metadata, .sidecar:
                let file = descriptor >= 0 ? OpenFile(descriptor: descriptor) : nil
                decoding.run { self.serveBytes(request, file) }
                continue
            case .decode, .decodeHeavy:
                let cancellation = Cancellation()
                current.withLock { $0 = (request.number, cancellation) }
                let file = descriptor >= 0 ? OpenFile(descriptor: descriptor) : nil
                decoding.run { self.serve(request, file, cancellation) }
                continue
            }
            if descriptor >= 0 { close(descriptor) }
        }
        _exit(0)
    }

    private func next() -> (WorkerMessage.Request, descriptor: Int32)? {
        var bytes = [UInt8](repeating: 0, count: WorkerMessage.Request.byteCount)
        var descriptor: Int32 = -1
        var got: Int
        repeat {
            got = lookahead_receive_with_descriptor(socket, &bytes, bytes.count, &descriptor)
        } while got < 0 && errno == EINTR
        // A request is sent at once and is smaller than every buffer: half of one is the end.
        guard got == bytes.count, let request = WorkerMessage.Request(bytes) else { return nil }
        return (request, descriptor)
    }

    private func serve(_ request: WorkerMessage.Request, _ file: OpenFile?, _ cancellation: Cancellation) {
        var answer: [UInt8]
        var isHeavy = false
        do throws(LoadFailure) {
            guard let file else { throw .transient(.decoderInvalid) }
            let renditions = try renditions(of: request.content, file, as: request.forms, cancellation) {
                guard request.kind == .decode else { return }
                isHeavy = true
                cancellation.cancel()
            }
            answer = try Self.answer(renditions, number: request.number)
        } catch {
            answer =
                isHeavy
                ? WorkerMessage.AnswerHead(number: request.number, outcome: .heavy).encoded
                : Self.answer(error, number: request.number)
        }
        guard send(answer) else { _exit(1) }
    }

    private func renditions(
        of content: WorkerMessage.Request.Content, _ file: OpenFile, as forms: [RenditionForm],
        _ cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        switch content {
        case .picture:
            return try decoder.renditions(
                of: .file(file, name: ""), as: forms, cancellation: cancellation, whenSlow: whenSlow)
        case .raw:
            return try RawPreviews.withPreviews(in: file) { preview throws(LoadFailure) in
                try decoder.renditions(
                    of: .encoded(preview), as: forms, cancellation: cancellation, whenSlow: whenSlow)
            }
        case .video:
            guard let videos else { throw .unreadable(.videoWithoutPoster) }
            return try videos.renditions(
                of: .file(file, name: ""), as: forms, cancellation: cancellation, whenSlow: whenSlow)
        }
    }

    private func serveBytes(_ request: WorkerMessage.Request, _ file: OpenFile?) {
        let bytes =
            file.flatMap { file in
                request.kind == .sidecar
                    ? SidecarMessage.answer(to: file)
                    : MetadataExtractor.metadata(in: file, holding: request.content)?.encoded
            } ?? []
        let head = WorkerMessage.MetadataHead(number: request.number, bytes: bytes.count)
        guard send(head.encoded + bytes) else { _exit(1) }
    }

    private static func answer(_ renditions: [Rendition], number: UInt32) throws(LoadFailure) -> [UInt8] {
        var answer = WorkerMessage.AnswerHead(number: number, outcome: .made, renditionCount: renditions.count).encoded
        for rendition in renditions {
            guard let head = WorkerMessage.RenditionHead(rendition) else { throw .unreadable(.decoderInvalid) }
            answer += head.encoded
            answer += rendition.bytes
            answer += rendition.texel?.rgb ?? []
        }
        return answer
    }

    private static func answer(_ failure: LoadFailure, number: UInt32) -> [UInt8] {
        let (outcome, reason): (WorkerMessage.AnswerHead.Outcome, Reason?) =
            switch failure {
            case .cancelled: (.cancelled, nil)
            case .missing: (.missing, nil)
            case .unreadable(let reason): (.unreadable, reason)
            case .unavailable(let reason, _): (.unavailable, reason)
            case .exhausted(let reason): (.exhausted, reason)
            case .transient(let reason), .busy(let reason, _): (.transient, reason)
            case .notYet(let reason): (.notYet, reason)
            }
        let encoded = reason?.encoded ?? []
        return WorkerMessage.AnswerHead(number: number, outcome: outcome, reasonCount: encoded.count).encoded + encoded
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
