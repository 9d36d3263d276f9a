/// The newest range event that waits for its viewer's turn.
struct HeldRange: Sendable {
    var event: RangeEvent
    var completion: @Sendable (Result<RangeAnswer, GridError>) -> Void
}
