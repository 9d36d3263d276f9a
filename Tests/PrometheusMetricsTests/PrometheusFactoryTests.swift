import CoreMetrics
import Testing

@testable import PrometheusMetrics

@Suite struct PrometheusFactoryTests {
    @Test func `every instrument of swift-metrics is told in the text`() {
        let factory = PrometheusFactory()
        factory.describe("door.opened", "How often it was \"opened\",\nby \\ whom.")
        let counter = Counter(label: "door.opened", dimensions: [("by", "a \"friend\"\n\\")], factory: factory)
        counter.increment(by: 3)
        Counter(label: "door.opened", dimensions: [("by", "a \"friend\"\n\\")], factory: factory).increment()
        FloatingPointCounter(label: "busy_seconds_total", dimensions: [], factory: factory).increment(by: 0.75)
        Meter(label: "1st meter", dimensions: [], factory: factory).set(-2.5)
        Gauge(label: "gauge", dimensions: [], factory: factory).record(7)
        #expect(
            factory.text == """
                # TYPE _1st_meter gauge
                _1st_meter -2.5
                # TYPE busy_seconds_total counter
                busy_seconds_total 0.75
                # HELP door_opened_total How often it was "opened",\\nby \\\\ whom.
                # TYPE door_opened_total counter
                door_opened_total{by="a \\"friend\\"\\n\\\\"} 4
                # TYPE gauge gauge
                gauge 7

                """)
    }

    @Test func `times are counted up to each bound, in seconds`() {
        let factory = PrometheusFactory()
        let timer = Timer(label: "commit", dimensions: [("store", "sqlite")], factory: factory)
        for milliseconds in [0, 1, 1, 30, 20_000] { timer.recordMilliseconds(milliseconds) }
        let lines = factory.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE commit_seconds histogram")
        #expect(lines.contains("commit_seconds_bucket{store=\"sqlite\",le=\"0.0005\"} 1"))
        #expect(lines.contains("commit_seconds_bucket{store=\"sqlite\",le=\"0.001\"} 3"))
        #expect(lines.contains("commit_seconds_bucket{store=\"sqlite\",le=\"0.025\"} 3"))
        #expect(lines.contains("commit_seconds_bucket{store=\"sqlite\",le=\"10\"} 4"))
        #expect(lines.contains("commit_seconds_bucket{store=\"sqlite\",le=\"+Inf\"} 5"))
        #expect(lines.contains("commit_seconds_count{store=\"sqlite\"} 5"))
        #expect(lines.contains { $0.hasPrefix("commit_seconds_sum{store=\"sqlite\"} 20.03") })
    }

    @Test func `what is destroyed is told no more, and a name has one kind`() {
        let factory = PrometheusFactory()
        let first = Meter(label: "items", dimensions: [("collection", "a")], factory: factory)
        let second = Meter(label: "items", dimensions: [("collection", "b")], factory: factory)
        first.set(1)
        second.set(2)
        first.destroy()
        #expect(factory.text == "# TYPE items gauge\nitems{collection=\"b\"} 2\n")
        Recorder(label: "items", dimensions: [], aggregate: true, factory: factory).record(5)
        #expect(factory.text == "# TYPE items gauge\nitems{collection=\"b\"} 2\n")
        second.destroy()
        #expect(factory.text.isEmpty)
    }
}
