/// Makes a body of known length on threads of its own, piece by piece, as fast as the client takes it: files from a disk that
/// may be slow, which must not hold up a serving thread.
package protocol BodySource: Sendable {
    /// Makes the next piece. Calls never overlap.
    /// - Parameter deliver: to be called once, on any thread.
    func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void)
}

package enum BodyPiece: Sendable {
    case bytes([UInt8])
    /// There is no more.
    case end
    /// The body cannot be finished: the connection is closed, so that the client does not take what it has for all.
    case failed
}
