import Glibc

/// Measures CPU time and prints medians.
struct Report {
    private(set) var missed: [String] = []
    private var heading = ""

    mutating func heading(_ text: String) {
        heading = text
        print("\n\(text)")
    }

    mutating func miss(_ what: String) {
        missed.append("\(heading): \(what)")
        print("    MISSED: \(what)")
    }

    static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The median CPU time in seconds of some runs of `body`.
    func median(runs: Int, _ body: () -> Void) -> Double {
        let times = (0..<runs).map { _ in
            let start = Self.cpuSeconds()
            body()
            return Self.cpuSeconds() - start
        }
        return times.sorted()[runs / 2]
    }

    mutating func line(_ name: String, _ value: Double, _ unit: String, must: Double? = nil, note: String = "") {
        let digits = (value * 1000).rounded() / 1000
        if let must, value > must { missed.append("\(heading): \(name)") }
        let bound = must.map { value <= $0 ? "  must \($0): reached" : "  must \($0): MISSED" } ?? ""
        print("\(name): \(digits) \(unit)\(bound)\(note.isEmpty ? "" : "  (\(note))")")
        fflush(nil)
    }

    /// Resident memory in bytes.
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var (size, resident) = (0, 0)
        withUnsafeMutablePointer(to: &size) { size in
            withUnsafeMutablePointer(to: &resident) { resident in
                withVaList([size, resident]) { _ = vfscanf(file, "%ld %ld", $0) }
            }
        }
        return resident * 4096
    }
}

extension Int {
    /// With commas between the thousands.
    var grouped: String {
        var digits = String(self)
        var place = digits.index(digits.endIndex, offsetBy: -3, limitedBy: digits.startIndex)
        while let index = place, index > digits.startIndex {
            digits.insert(",", at: index)
            place = digits.index(index, offsetBy: -3, limitedBy: digits.startIndex)
        }
        return digits
    }
}

/// Random numbers that come again: SplitMix64.
struct Generator: RandomNumberGenerator {
    var state: UInt64 = 42

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
