import CoreMetrics
import Synchronization

/// A backend of swift-metrics that is read rather than sent: `text` is what Prometheus scrapes.
///
/// Instruments of the same label and dimensions are one. Labels become names as Prometheus has them: what is neither letter, digit nor
/// colon becomes an underscore; counters end in `_total`, timers in `_seconds`. All methods may be called from any thread.
package final class PrometheusFactory: MetricsFactory {
    /// The entry of a family of instruments in the text.
    struct Family {
        var kind: Kind
        var help: String?
        /// By their labels, as the text has them.
        var series: [String: any PrometheusSeries] = [:]
    }

    enum Kind: String {
        case counter, gauge, histogram
    }

    private let families = Mutex<[String: Family]>([:])
    private let descriptions = Mutex<[String: String]>([:])

    package init() {}

    /// Sets the `# HELP` text of a label's instruments.
    package func describe(_ label: String, _ help: String) {
        descriptions.withLock { $0[PrometheusText.name(label)] = help }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        counter(label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, "", dimensions, .gauge) { PrometheusValue() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate { return series(label, "", dimensions, .histogram) { PrometheusHistogram(.ofValues) } }
        return series(label, "", dimensions, .gauge) { PrometheusValue() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, "_seconds", dimensions, .histogram) { PrometheusHistogram(.ofTimes) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// Everything in the Prometheus text format 0.0.4, families and series in the order of their names.
    package var text: String {
        let (families, descriptions) = (families.withLock { $0 }, descriptions.withLock { $0 })
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(
                name, family.kind, help: descriptions.first { name == $0.key || name == "\($0.key)_total" }?.value)
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name, labels, to: &text)
            }
        }
        return text.text
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> PrometheusValue {
        series(label, label.hasSuffix("_total") ? "" : "_total", dimensions, .counter) { PrometheusValue() }
    }

    private func series<Series: PrometheusSeries>(
        _ label: String, _ suffix: String, _ dimensions: [(String, String)], _ kind: Kind, make: () -> Series
    ) -> Series {
        let (name, labels) = (PrometheusText.name(label) + suffix, PrometheusText.labels(dimensions))
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if family.kind == kind, let known = family.series[labels] as? Series { return known }
            let new = make()
            // One name, one kind: what comes second under another is counted, and not shown.
            guard family.kind == kind else { return new }
            family.series[labels] = new
            families[name] = family
            return new
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
                families[name]?.series[labels] = nil
                if families[name]?.series.isEmpty == true { families[name] = nil }
            }
        }
    }
}

/// An instrument that can be read.
protocol PrometheusSeries: AnyObject, Sendable {
    func write(_ name: String, _ labels: String, to text: inout PrometheusText)
}
