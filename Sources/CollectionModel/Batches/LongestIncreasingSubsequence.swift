/// Finds the elements of one longest strictly increasing subsequence, by patience sorting: O(n log n), O(n) where the
/// sequence mostly ascends. No two elements are equal.
func longestIncreasingSubsequence(of values: [UInt32]) -> [Bool] {
    // tops[k] is the index of the least value that ends an increasing subsequence of k + 1 elements.
    var tops: [Int32] = []
    var previous = [Int32](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
        if let last = tops.last, values[Int(last)] > value {
            let pile = tops.partitioningIndex { values[Int($0)] >= value }
            if pile > 0 { previous[index] = tops[pile - 1] }
            tops[pile] = Int32(index)
        } else {
            previous[index] = tops.last ?? -1
            tops.append(Int32(index))
        }
    }
    var belongs = [Bool](repeating: false, count: values.count)
    var index = tops.last ?? -1
    while index >= 0 {
        belongs[Int(index)] = true
        index = previous[Int(index)]
    }
    return belongs
}
