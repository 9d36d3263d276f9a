/// Counts by index with sums of prefixes, each O(log n).
struct FenwickTree {
    private var sums: [Int]

    init(repeating value: Int, count: Int) {
        sums = (1..<(count + 1)).map { ($0 & -$0) * value }
    }

    mutating func add(_ value: Int, at index: Int) {
        var node = index + 1
        while node <= sums.count {
            sums[node - 1] += value
            node += node & -node
        }
    }

    /// The sum of the first `count` values.
    func sum(ofFirst count: Int) -> Int {
        var (node, sum) = (count, 0)
        while node > 0 {
            sum += sums[node - 1]
            node &= node - 1
        }
        return sum
    }

    func sum(of range: Range<Int>) -> Int { sum(ofFirst: range.upperBound) - sum(ofFirst: range.lowerBound) }
}
