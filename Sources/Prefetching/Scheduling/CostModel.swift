/// Expected loader-seconds by class of load, learned by a moving average: ¾ old and ¼ new.
package struct CostModel: Sendable {
    private var averages: [UInt32: Double] = [:]
    private let first: Double
    private let limit = 4096

    /// - Parameter first: expected seconds of a class nothing is known of.
    package init(first: Double) {
        self.first = first
    }

    /// - Parameter kind: the caller's number for a format, size class and storage, say.
    package func expected(_ kind: UInt32) -> Double { averages[kind] ?? first }

    /// `nil` of a class that no load of has ended.
    package func average(_ kind: UInt32) -> Double? { averages[kind] }

    package mutating func observe(_ kind: UInt32, seconds: Double) {
        guard seconds.isFinite, seconds >= 0 else { return }
        guard let old = averages[kind] else {
            // A caller that numbers classes without end must not fill the memory.
            if averages.count < limit { averages[kind] = seconds }
            return
        }
        averages[kind] = 0.75 * old + 0.25 * seconds
    }
}
