/// Appends unsigned integers as LEB128: seven bits a byte, the low ones first.
package struct VarintWriter {
    package private(set) var bytes: [UInt8]

    package init(format: UInt8) {
        bytes = [format]
    }

    package mutating func append(_ value: Int) {
        var rest = UInt(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends the number of UTF-8 bytes and the bytes.
    package mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends ascending ordinals as runs of consecutive ones: their number, then of each the gap before it and its length less one.
    package mutating func append(runsOf items: [ItemOrdinal]) {
        var runs: [(first: Int, count: Int)] = []
        for item in items {
            let ordinal = Int(item.rawValue)
            if let last = runs.last, last.first + last.count == ordinal {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((ordinal, 1))
            }
        }
        append(runs.count)
        var next = 0
        for run in runs {
            append(run.first - next)
            append(run.count - 1)
            next = run.first + run.count
        }
    }

    /// Appends a path as its difference to the one before it, which it must not precede.
    mutating func append(_ path: IndexPath, after previous: inout IndexPath) {
        append(path.section - previous.section)
        append(path.section == previous.section ? path.item - previous.item : path.item)
        previous = path
    }
}
