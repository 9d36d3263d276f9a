import CollectionModel
import CollectionQuery
import Glibc

// Prints the figures of queries: medians of CPU time on one core. Ends with the bounds that were missed, and then not with 0.
// Arguments: the number of items (10,000,000), and the parts (search differences columns stacks).

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
let named = CommandLine.arguments.dropFirst(2)
let parts = named.isEmpty ? ["search", "differences", "columns", "stacks"] : Array(named)
var report = Report()
if parts.contains("search") {
    measureSearch(of: count / 10, must: 50, &report)
    measureSearch(of: count, must: 200, &report)
}
if parts.contains("differences") { measureDifferences(of: count / 5, &report) }
if parts.contains("stacks") { measureStacks(of: count / 5, &report) }
if parts.contains("columns") { measureColumns(of: count, &report) }
print(report.missed.isEmpty ? "\nall bounds reached" : "\nmissed:\n" + report.missed.joined(separator: "\n"))
exit(report.missed.isEmpty ? 0 : 1)
