import CoreMetrics
import Synchronization

/// One number: a counter's or a gauge's.
final class PrometheusValue: PrometheusSeries {
    private let value = Mutex(0.0)

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        text.sample(name, labels, value.withLock { $0 })
    }

    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
}

extension PrometheusValue: CounterHandler, FloatingPointCounterHandler {
    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func reset() { set(0.0) }
}

extension PrometheusValue: MeterHandler, RecorderHandler {
    func set(_ new: Int64) { set(Double(new)) }
    func decrement(by amount: Double) { increment(by: -amount) }
    func record(_ new: Int64) { set(Double(new)) }
    func record(_ new: Double) { set(new) }
}
