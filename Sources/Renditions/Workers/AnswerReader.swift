import CProcess
import Glibc
import GridEngine

/// Reads one worker's answer, within its time.
struct AnswerReader {
    private let socket: Int32
    private let slowAfter: ContinuousClock.Instant
    private let deadline: ContinuousClock.Instant
    private var isSlow = false

    init(socket: Int32, limit: Duration, slowAfter: Duration) {
        self.socket = socket
        let now = ContinuousClock.now
        deadline = now + limit
        self.slowAfter = now + min(slowAfter, limit)
    }

    private enum Stop: Error {
        case ended, timedOut, garbled
    }

    /// The first words of a worker.
    mutating func hello() -> WorkerProcess.Start {
        do throws(Stop) {
            let bytes = try read(WorkerMessage.Hello.byteCount, slow: {})
            guard let hello = WorkerMessage.Hello(bytes) else { return .failed }
            return .ready(hello.confinement)
        } catch {
            return error == .ended ? .ended : .failed
        }
    }

    mutating func answer(to number: UInt32, slow: () -> Void) -> WorkerProcess.Outcome {
        do throws(Stop) {
            let bytes = try read(WorkerMessage.AnswerHead.byteCount, slow: slow)
            guard let head = WorkerMessage.AnswerHead(bytes), head.number == number else { return .garbled }
            switch head.outcome {
            case .cancelled: return .answer(.failure(.cancelled))
            case .missing: return .answer(.failure(.missing))
            case .unreadable: return .answer(.failure(.unreadable(try reason(head, slow: slow))))
            case .unavailable: return .answer(.failure(.unavailable(try reason(head, slow: slow))))
            case .exhausted: return .answer(.failure(.exhausted(try reason(head, slow: slow))))
            case .transient: return .answer(.failure(.transient(try reason(head, slow: slow))))
            case .notYet: return .answer(.failure(.notYet(try reason(head, slow: slow))))
            case .heavy: return .heavy
            case .made:
                var renditions: [Rendition] = []
                for _ in 0..<head.renditionCount { renditions.append(try rendition(slow: slow)) }
                return .answer(.success(renditions))
            }
        } catch {
            switch error {
            case .ended: return .died
            case .timedOut: return .timedOut
            case .garbled: return .garbled
            }
        }
    }

    /// - Returns: the bytes of an answer about metadata, at most `limit`.
    mutating func bytes(of number: UInt32, limit: Int) -> WorkerProcess.BytesOutcome {
        do throws(Stop) {
            let bytes = try read(WorkerMessage.MetadataHead.byteCount, slow: {})
            guard let head = WorkerMessage.MetadataHead(bytes, limit: limit), head.number == number else {
                return .garbled
            }
            return .bytes(try read(head.bytes, slow: {}))
        } catch {
            switch error {
            case .ended: return .died
            case .timedOut: return .timedOut
            case .garbled: return .garbled
            }
        }
    }

    private mutating func reason(_ head: WorkerMessage.AnswerHead, slow: () -> Void) throws(Stop) -> Reason {
        guard let reason = Reason(decoding: try read(head.reasonCount, slow: slow)) else { throw .garbled }
        return reason
    }

    private mutating func rendition(slow: () -> Void) throws(Stop) -> Rendition {
        let bytes = try read(WorkerMessage.RenditionHead.byteCount, slow: slow)
        guard let head = WorkerMessage.RenditionHead(bytes) else { throw .garbled }
        return Rendition(
            bytes: try read(head.bytes, slow: slow), contentType: head.contentType, width: head.width,
            height: head.height, originalWidth: head.originalWidth, originalHeight: head.originalHeight,
            colour: head.colour, isDamaged: head.isDamaged,
            texel: head.hasTexel ? Texel(rgb: try read(Texel.byteCount, slow: slow)) : nil, sharpness: head.sharpness)
    }

    /// Exactly `count` bytes.
    private mutating func read(_ count: Int, slow: () -> Void) throws(Stop) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: Stop?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, failure == nil {
                if !waitUntilReadable(slow) {
                    failure = .timedOut
                    return
                }
                let got = recv(socket, buffer.baseAddress! + filled, count - filled, Int32(MSG_DONTWAIT))
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR && errno != EAGAIN {
                    failure = .ended
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// `false` when the time is up.
    private mutating func waitUntilReadable(_ slow: () -> Void) -> Bool {
        var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while true {
            let now = ContinuousClock.now
            if now >= deadline { return false }
            if !isSlow, now >= slowAfter {
                isSlow = true
                slow()
            }
            let left = (isSlow ? deadline : slowAfter) - now
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            if poll(&polled, 1, Int32(clamping: milliseconds)) > 0 { return true }
        }
    }
}
