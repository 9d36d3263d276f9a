import CollectionModel

// Prints the figures of the order: medians of CPU time, beside a plain array and Swift's CollectionDifference in one run.

var report = Report()
measureOrder(of: 1_000_000, &report)
measureOrder(of: 10_000_000, &report)
for count in [5_000, 100_000, 1_000_000] { measureDifferences(of: count, &report) }
