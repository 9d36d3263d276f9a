import CoreMetrics
import Synchronization

/// The Prometheus text format 0.0.4 while it is written.
struct PrometheusText {
    private(set) var text = ""

    mutating func begin(_ name: String, _ kind: PrometheusFactory.Kind, help: String?) {
        if let help { text += "# HELP \(name) \(Self.escaped(help, quote: false))\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample. `labels` are those of `labels(_:)`; `extra` is one more label, whose value needs no escape.
    mutating func sample(_ name: String, _ labels: String, adding extra: (String, String)? = nil, _ value: Double) {
        let all = [labels, extra.map { "\($0)=\"\($1)\"" } ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        text += all.isEmpty ? "\(name) " : "\(name){\(all)} "
        text += "\(Self.number(value))\n"
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// A name that Prometheus takes.
    static func name(_ label: String) -> String {
        var name = String(
            label.unicodeScalars.map { scalar -> Character in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", ":": Character(scalar)
                default: "_"
                }
            })
        if name.first.map({ $0.isNumber }) ?? true { name = "_" + name }
        return name
    }

    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { "\(name($0.0).replacing(":", with: "_"))=\"\(escaped($0.1, quote: true))\"" }
            .joined(separator: ",")
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        if quote { escaped = escaped.replacing("\"", with: "\\\"") }
        return escaped
    }
}

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
