import CoreMetrics
import Synchronization

/// The number of values up to each of several bounds.
final class PrometheusHistogram: PrometheusSeries {
    struct Bounds {
        var values: [Double]

        /// Seconds, from half a millisecond to ten seconds.
        static let ofTimes = Bounds(
            values: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
        static let ofValues = Bounds(values: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000])
    }

    private struct State {
        /// By bound; the last beyond all of them.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ bounds: Bounds) {
        self.bounds = bounds.values
        state = Mutex(State(counts: [Int](repeating: 0, count: bounds.values.count + 1)))
    }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        let state = state.withLock { $0 }
        var total = 0
        for (index, count) in state.counts.enumerated() {
            total += count
            let bound = index < bounds.count ? PrometheusText.number(bounds[index]) : "+Inf"
            text.sample("\(name)_bucket", labels, adding: ("le", bound), Double(total))
        }
        text.sample("\(name)_sum", labels, state.sum)
        text.sample("\(name)_count", labels, Double(total))
    }
}

extension PrometheusHistogram: RecorderHandler, TimerHandler {
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock {
            $0.counts[place] += 1
            $0.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
