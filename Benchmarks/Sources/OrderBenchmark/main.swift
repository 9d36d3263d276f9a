import CollectionModel
import Glibc

// Prints the figures of the order: medians of CPU time, beside a plain array, a dictionary and Swift's CollectionDifference, all
// in one run. Ends with the bounds that were missed, and then not with 0.

var report = Report()
measureOrder(of: 1_000_000, &report)
measureOrder(of: 10_000_000, &report)
measureIdentifiers(of: 1_000_000, [.uuid, .integer], &report)
measureIdentifiers(of: 10_000_000, [.eight], &report)
for count in [5_000, 100_000, 1_000_000] { measureDifferences(of: count, &report) }
print(report.missed.isEmpty ? "\nall bounds reached" : "\nmissed:\n" + report.missed.joined(separator: "\n"))
exit(report.missed.isEmpty ? 0 : 1)
