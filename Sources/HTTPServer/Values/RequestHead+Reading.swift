/// Reading a head from its bytes.
extension RequestHead {
    /// Reads lines that end with CR LF, the last of them empty, and no other control character but tabs. What deviates from RFC
    /// 9112 (section 3, and 5 of RFC 9110) is noted as an oddity, and the rest is read all the same: the page that sent it may be
    /// one that reads why it was refused.
    init(reading head: UnsafeBufferPointer<UInt8>) {
        var start = 0
        func nextLine() -> UnsafeBufferPointer<UInt8> {
            let end = head[start...].firstIndex(of: UInt8(ascii: "\r")) ?? head.count
            defer { start = end + 2 }
            return UnsafeBufferPointer(rebasing: head[start..<end])
        }

        self.init(line: nextLine())
        while start < head.count, head[start] != UInt8(ascii: "\r") { add(line: nextLine()) }
        finish()
    }

    /// Three words with one space between them.
    private init(line: UnsafeBufferPointer<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        func word(_ index: Int) -> HeaderText { HeaderText(UnsafeBufferPointer(rebasing: words[index])) }
        guard words.count == 3 else {
            let nothing = HeaderText(UnsafeBufferPointer(rebasing: line[..<0]))
            self.init(method: nothing, target: nothing, version: nothing)
            note("the first line must be a method, a target and a version, with one space between them")
            return
        }
        self.init(method: word(0), target: word(1), version: word(2))
    }

    /// A name, a colon, and a value. A line that begins with a space, a tab or a colon has no name.
    private mutating func add(line: UnsafeBufferPointer<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return note("a header line has no colon") }
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        add(
            name: HeaderText(UnsafeBufferPointer(rebasing: line[..<colon])),
            value: HeaderText(UnsafeBufferPointer(rebasing: value)))
    }
}

extension HeaderText {
    static var empty: HeaderText { HeaderText(start: nowhere, count: 0) }

    /// Empty buffers may have no address; a text always has one.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.init(start: bytes.baseAddress ?? HeaderText.nowhere, count: bytes.count)
    }

    private static var nowhere: UnsafePointer<UInt8> {
        let empty: StaticString = ""
        return empty.utf8Start
    }
}
