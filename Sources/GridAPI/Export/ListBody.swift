import Dispatch
import HTTPServer

/// A list whose items have to be read, made part by part off the serving threads while it is sent.
final class ListBody: BodySource {
    private let lane: DispatchQueue
    private let next: @Sendable () throws -> [UInt8]?

    /// - Parameters:
    ///   - lane: may be blocked.
    ///   - next: the next part, `nil` after the last; throws when it cannot be made.
    init(on lane: DispatchQueue, next: @escaping @Sendable () throws -> [UInt8]?) {
        (self.lane, self.next) = (lane, next)
    }

    func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void) {
        lane.async {
            do {
                deliver(try self.next().map { .bytes($0) } ?? .end)
            } catch {
                deliver(.failed)
            }
        }
    }
}
