/// A part of every day, in seconds from midnight.
struct TimesOfDay: Sendable {
    /// The first.
    var from: Int
    /// The first behind it. If it is not later than `from`, the part goes on over midnight.
    var until: Int

    func contains(_ second: Int) -> Bool {
        from < until ? from <= second && second < until : second >= from || second < until
    }

    /// Seconds from midnight of `09:30` or `09:30:15`; `24:00` is the end of a day. `nil` of anything else.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) } + [0]
        let second = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
        return numbers[1] < 60 && numbers[2] < 60 && second <= 86_400 ? second : nil
    }

    static func text(_ second: Int) -> String {
        let minutes = pad(second / 3600) + ":" + pad(second / 60 % 60)
        return second % 60 == 0 ? minutes : minutes + ":" + pad(second % 60)
    }
}
