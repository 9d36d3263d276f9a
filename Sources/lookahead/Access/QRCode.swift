import CQrencode
import Glibc

/// An address as a square that cameras read.
struct QRCode {
    /// Characters in a line of `text`.
    let width: Int
    /// Lines of half blocks, each two rows of the square, in black on white whatever the terminal's colours are.
    let text: String

    /// Light modules around the square, without which it is not found (ISO/IEC 18004, 9.1).
    static let margin = 4

    /// `nil` for a text that is too long, or without memory.
    init?(_ content: String) {
        guard let code = QRcode_encodeString8bit(content, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let modules = code.pointee.data else { return nil }
        func isDark(_ x: Int, _ y: Int) -> Bool {
            // The lowest bit is the colour; the others say what the module is for.
            (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x] & 1 == 1
        }
        let range = -Self.margin..<side + Self.margin
        width = range.count
        text = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let line = range.map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(line.joined())\u{1B}[0m"
        }.joined(separator: "\n")
    }
}

/// A terminal that can draw: what is printed to it, somebody sees, and it is kept in no log.
struct Terminal {
    let columns: Int

    /// `nil` for a pipe, a file, the journal, and a terminal without colours.
    init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb" else { return nil }
        var size = winsize()
        // One that does not know its size is as wide as terminals have always been.
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        columns = isKnown ? Int(size.ws_col) : 80
    }
}
