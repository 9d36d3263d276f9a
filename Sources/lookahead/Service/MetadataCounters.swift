import CoreMetrics
import PrometheusMetrics
import Renditions

/// How far the metadata of files are read, for `/metrics`.
enum MetadataCounters {
    // Made when they are described, when the metrics have been set up: an alert about what has never happened needs its zero.
    private static let known = Counter(label: "lookahead_metadata_known")
    private static let read = Counter(label: "lookahead_metadata_read")
    private static let crashed = Counter(label: "lookahead_metadata_crashed")

    static func describe(in factory: PrometheusFactory) {
        factory.describe("lookahead_metadata_known", "Items whose metadata an earlier run had read.")
        factory.describe("lookahead_metadata_read", "Items whose metadata was read.")
        factory.describe("lookahead_metadata_crashed", "Files that ended the process that read their metadata.")
        for counter in [known, read, crashed] { counter.increment(by: 0) }
    }

    static func count(_ change: MetadataStatistics) {
        known.increment(by: change.known)
        read.increment(by: change.read)
        crashed.increment(by: change.crashed)
    }
}
