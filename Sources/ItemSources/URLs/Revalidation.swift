import Dispatch
import Downloads
import GridEngine
import Synchronization

/// Asks servers whether contents are still what they were: a conditional GET for each, some at once, no body taken.
final class Revalidation: Sendable {
    struct Question: Sendable {
        var id: String
        /// The revision of the address alone.
        var base: UInt64
        var address: WebAddress
        var validator: Validator
    }

    struct Change: Sendable {
        var question: Question
        /// The server's present answer.
        var validator: Validator
    }

    /// The downloader shares connections out by host; this bounds what waits there.
    private static let atOnce = 32

    private let downloader: Downloader
    private let questions: [Question]
    private let changes = Mutex<[Change]>([])
    private let running = Mutex<[Int: Download]>([:])

    init(_ downloader: Downloader, _ questions: [Question]) {
        self.downloader = downloader
        self.questions = questions
    }

    /// Blocks until all have answered, or `cancellation` is raised. An address that does not answer counts as unchanged.
    func run(_ cancellation: Cancellation) -> [Change] {
        let places = DispatchSemaphore(value: Self.atOnce)
        let all = DispatchGroup()
        let registration = cancellation.onCancel { self.running.withLock { $0.values.forEach { $0.cancel() } } }
        defer { registration.remove() }
        for (number, question) in questions.enumerated() {
            places.wait()
            guard !cancellation.isCancelled else { break }
            all.enter()
            let request = DownloadRequest(question.address, validator: question.validator, wantsBody: false)
            running.withLock { running in
                running[number] = downloader.start(request) { result in
                    self.compare(result, with: question)
                    self.running.withLock { $0[number] = nil }
                    places.signal()
                    all.leave()
                }
            }
        }
        all.wait()
        return changes.withLock { $0 }
    }

    private func compare(_ result: Result<DownloadAnswer, DownloadError>, with question: Question) {
        // A server that pays no heed to the condition sends all again, and with it the same validator.
        guard case .success(let answer) = result, answer.status == 200, answer.validator != question.validator
        else { return }
        changes.withLock { $0.append(Change(question: question, validator: answer.validator)) }
    }
}
